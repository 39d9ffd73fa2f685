// What readers who hear a page, or use no mouse, miss in the markup of theme and Sphinx.

/** The same element with another tag. */
function renamed(element, tag) {
    const other = document.createElement(tag);
    for (const { name, value } of element.attributes) other.setAttribute(name, value);
    other.append(...element.childNodes);
    element.replaceWith(other);
    return other;
}

/** Let the keyboard scroll what is wider than its frame. */
function reachable() {
    for (const box of document.querySelectorAll("pre, .table-wrapper, .cell_output"))
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute("tabindex");
}

for (const title of document.querySelectorAll("[role=heading]:not([aria-level])")) title.ariaLevel = "2";
document.querySelector(".sidebar-drawer").ariaLabel = "All pages";
document.querySelector(".toc-drawer").ariaLabel = "On this page";
for (const cell of document.querySelectorAll("table.dataframe th:empty")) renamed(cell, "td");
for (const item of document.querySelectorAll("dt.sig > dl > dd")) renamed(item, "div");
for (const list of document.querySelectorAll("dt.sig > dl")) renamed(list, "div").className = "sig-lines";
const results = document.querySelector("#search-results");
if (results && !document.querySelector("h1")) {
    const title = document.createElement("h1");
    title.textContent = "Search";
    results.before(title);
}
reachable();
addEventListener("resize", reachable);
