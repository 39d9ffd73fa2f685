/* Preact, which draws the page, its hooks, and htm, which reads templates. */

import htm from "htm";
import { h } from "preact";

export { render } from "preact";
export { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Elements from a template: html`<p class="note">${text}</p>`; a text is always text, never markup. */
export const html = htm.bind(h);
