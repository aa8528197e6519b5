/** Small helpers to make elements. Text always goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";
const MOST_TOASTS = 3;

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} node
 * @param {Record<string, any>} props attributes; `on…` are listeners, `class` may be a list
 * @param {Child[]} children
 */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, props, children);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const node = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  fill(node, props, children);
  return node;
}

/**
 * A symbol from the page's sprite of icons.
 * @param {string} name
 */
export function icon(name) {
  const use = s("use", { href: `#icon-${name}` });
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use);
}

/**
 * A button with an icon, a label and an optional tooltip.
 * @param {string} label
 * @param {string | null} symbol
 * @param {() => void} action
 * @param {Record<string, any>} [props] `quiet: true` hides the label from sight
 */
export function button(label, symbol, action, props = {}) {
  const { quiet, ...rest } = props;
  return h(
    "button",
    { type: "button", onclick: action, title: quiet ? label : null, ...rest },
    symbol && icon(symbol),
    h("span", { class: quiet ? "sr-only" : "label" }, label),
  );
}

/**
 * Give a button another label and icon.
 * @param {HTMLButtonElement} node
 * @param {string} label
 * @param {string} symbol
 */
export const relabel = (node, label, symbol) =>
  node.replaceChildren(icon(symbol), h("span", { class: "label" }, label));

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Record<string, any>} [props]
 */
export function field(label, control, props = {}) {
  return h("label", { class: "field", ...props }, h("span", {}, label), control);
}

/**
 * A switch with a label.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {Record<string, any>} [props] of the box
 */
export function toggle(label, on, change, props = {}) {
  const box = h("input", { type: "checkbox", checked: on, ...props });
  box.addEventListener("change", () => change(box.checked));
  return h("label", { class: "toggle" }, box, h("span", {}, label));
}

/**
 * A choice among a few.
 * @param {[value: string, label: string][]} options
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {Record<string, any>} [props]
 */
export function select(options, value, change, props = {}) {
  const node = h("select", props, ...options.map(([v, label]) => h("option", { value: v }, label)));
  node.value = value;
  node.addEventListener("change", () => change(node.value));
  return node;
}

/** @param {string} text said by screen readers */
export function announce(text) {
  const live = document.getElementById("announcer");
  if (live && live.textContent !== text) live.textContent = text;
}

/**
 * A short message at the foot of the page.
 * @param {string} text
 * @param {'info' | 'error'} [tone]
 */
export function toast(text, tone = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  for (const old of [...place.children]) {
    if (old.firstChild?.textContent === text) old.remove(); // the same again: not twice
  }
  while (place.children.length >= MOST_TOASTS) place.firstElementChild?.remove();
  const close = button("Close", "cross", () => note.remove(), { quiet: true, class: "round plain close" });
  const note = h("div", { class: `toast ${tone}`, role: tone === "error" ? "alert" : "status" }, h("span", {}, text), close);
  place.append(note);
  setTimeout(() => note.remove(), tone === "error" ? 9000 : 4500);
}

/**
 * Hand a file to the visitor.
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const url = URL.createObjectURL(content);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Call later, once, with the last arguments.
 * @template {any[]} A
 * @param {(...args: A) => void} action
 * @param {number} wait ms
 * @returns {(...args: A) => void}
 */
export function debounce(action, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), wait);
  };
}
