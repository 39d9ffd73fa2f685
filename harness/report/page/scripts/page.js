/* What every page has: themes, and lists of links that are one stop of the tab key. */

import { byId } from "./core.js";
import { oneStop } from "./keyboard.js";

const THEMES = ["auto", "light", "dark"];

/** Light, dark, or as the system has it. */
function themes() {
  const button = byId("theme");
  let theme = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    theme = (theme + 1) % THEMES.length;
    document.documentElement.dataset.theme = THEMES[theme];
    button.textContent = `Theme: ${THEMES[theme]}`;
  });
}

/** Call what makes a page work, with its data, once they are unpacked, and what is to be done then. @param {(report: Payload) => void} start @param {() => void} [next] */
export function onUnpacked(start, next = () => {}) {
  document.addEventListener("unpacked", (event) => {
    themes();
    for (const list of document.querySelectorAll(".verdict, nav ul")) oneStop(/** @type {HTMLElement} */ (list), "a");
    start(/** @type {CustomEvent<Payload>} */ (event).detail);
    document.documentElement.dataset.ready = "yes";
    next();
  }, { once: true });
}
