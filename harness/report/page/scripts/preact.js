/* Preact, which draws the page, its hooks, and htm, which reads templates: as they were published, in `libraries`. */

export const render = preact.render;
export const useEffect = preactHooks.useEffect;
export const useLayoutEffect = preactHooks.useLayoutEffect;
export const useMemo = preactHooks.useMemo;
export const useRef = preactHooks.useRef;
export const useState = preactHooks.useState;

/** Elements from a template: html`<p class="note">${text}</p>`; a text is always text, never markup. */
export const html = htm.bind(preact.h);
