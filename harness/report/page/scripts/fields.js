/* Fields: what the reader chooses from, filters by and presses. */

import { announce, nameOf } from "./core.js";
import { useOneStop } from "./keyboard.js";
import { html, useLayoutEffect, useState } from "./preact.js";
import { choose, chosen } from "./state.js";

/** A button that says what it does. @param {{ pressed: () => void, children?: Child }} props */
export function Button({ pressed, children }) {
  return html`<button type="button" onClick=${pressed}>${children}</button>`;
}

/**
 * A labelled list of `options`, which are [value, text]; `changed` gets the value as a string, and the text.
 * @param {{ words: string, options: any[], value: any, changed: (value: any, text: string) => void }} props
 */
export function Select({ words, options, value, changed }) {
  const pick = (/** @type {any} */ { currentTarget: list }) => changed(list.value, list.selectedOptions[0].text);
  return html`<label class="field"><span>${words}</span><select value=${value} onChange=${pick}>
    ${options.map(([key, text]) => html`<option value=${key}>${text}</option>`)}
  </select></label>`;
}

/** A list of what can be chosen by a name; it shows what is chosen, or another `value`. @param {{ words: string, name: Choice, options: any[], value?: any }} props */
export function ChoiceField({ words, name, options, value = chosen[name] }) {
  const changed = (/** @type {string} */ next, /** @type {string} */ text) => {
    choose({ [name]: typeof chosen[name] === "number" ? Number(next) : next });
    announce(`${words}: ${text}`);
  };
  return html`<${Select} words=${words} options=${options} value=${value} changed=${changed} />`;
}

/** A field for words to filter by, which `changed` gets as they are typed. @param {{ words: string, value: string, changed: (value: string) => void }} props */
export function FilterField({ words, value, changed }) {
  const typed = (/** @type {any} */ { currentTarget: box }) => changed(box.value);
  return html`<label class="field"><span>${words}</span><input type="search" value=${value} onInput=${typed} /></label>`;
}

/** Whether one of some texts has the words of a filter. @param {string} words @param {Maybe<string>[]} texts */
export function hasWords(words, texts) {
  return texts.join("\n").toLowerCase().includes(words.trim().toLowerCase());
}

/**
 * Many checkboxes, with a filter where they are more than a dozen: `items` are {key, name, before?, near?}, `before`
 * what stands in front of the name, `near` called when a box has the pointer or the focus. `changed` gets the
 * set of the keys that are checked then.
 * @param {{ title: string, items: { key: any, name: string, before?: Child, near?: () => void }[], checked: Iterable<any>, changed: (checked: Set<any>) => void }} props
 */
export function Checklist({ title, items, checked, changed }) {
  const [words, setWords] = useState("");
  const checks = useOneStop("input");
  const keys = new Set(checked);
  const toggle = (/** @type {any} */ key) => {
    if (!keys.delete(key)) keys.add(key);
    changed(keys);
  };
  return html`<fieldset class="checklist"><legend>${title}</legend>
    ${items.length > 12 && html`<${FilterField} words="Filter" value=${words} changed=${setWords} />`}
    <div class="checks" ref=${checks}>${items.map(({ key, name, before, near }) => html`
      <label class="check" key=${key} hidden=${!hasWords(words, [name])} onPointerEnter=${near} onFocusIn=${near}>
        <input type="checkbox" checked=${keys.has(key)} onChange=${() => toggle(key)} />${before}${nameOf(name, 16)}
      </label>`)}</div>
  </fieldset>`;
}

/** A row above a figure or table: what is chosen from or pressed there is one stop of the tab key. @param {{ children?: Child }} props */
export function Controls({ children }) {
  const row = useOneStop("select, button");
  useLayoutEffect(() => {
    if (row.current.querySelectorAll("select, button").length > 1) row.current.setAttribute("role", "toolbar");
  });
  return html`<div class="controls" ref=${row}>${children}</div>`;
}
