/** A magnified copy of what a finger hides while it drags. */

import { h } from "../dom.js";

const SIDE = 124; // pixels of the screen
const ZOOM = 1.6;
const AWAY = 106; // pixels from the finger to the middle of the loupe
const LEAST = 24; // pixels between the finger and the loupe, where the window ends

/**
 * Show a loupe beside the finger while something is dragged by touch.
 * @param {SVGSVGElement} svg
 * @param {() => boolean} held whether something is being dragged on the picture
 * @returns {{follow: (event: PointerEvent) => void, close: () => void}} for what is dragged onto the picture from elsewhere
 */
export function loupe(svg, held) {
  const glass = h("div", { class: "loupe", "aria-hidden": "true" });
  const finger = { clientX: 0, clientY: 0 };
  const draw = () => glass.replaceChildren(copy(svg, finger));
  const changes = new MutationObserver(draw); // the rules are checked after the finger has moved
  const close = () => {
    changes.disconnect();
    glass.remove();
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "touch") return;
    Object.assign(finger, { clientX: event.clientX, clientY: event.clientY });
    if (!glass.isConnected) {
      document.body.append(glass);
      changes.observe(svg, { attributes: true, childList: true, subtree: true });
    }
    put(glass, event);
    draw();
  };
  svg.addEventListener("pointermove", (event) => (held() ? follow(event) : close()));
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, close);
  return { follow, close };
}

/** Above the finger, or beside it where there is no room above. @param {HTMLElement} glass @param {{clientX: number, clientY: number}} finger */
function put(glass, { clientX, clientY }) {
  const above = clientY >= SIDE + LEAST;
  const side = clientX + AWAY + SIDE / 2 <= innerWidth ? AWAY : -AWAY;
  const within = (/** @type {number} */ middle, /** @type {number} */ room) => Math.max(0, Math.min(room - SIDE, middle - SIDE / 2));
  glass.style.left = `${within(clientX + (above ? 0 : side), innerWidth)}px`;
  glass.style.top = `${within(clientY - (above ? AWAY : 0), innerHeight)}px`;
}

/** The picture around the finger. @param {SVGSVGElement} svg @param {{clientX: number, clientY: number}} finger */
function copy(svg, { clientX, clientY }) {
  const picture = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  for (const node of [picture, ...picture.querySelectorAll("*")]) {
    for (const name of ["data-id", "data-handle", "tabindex", "role", "aria-label"]) node.removeAttribute(name); // nobody meets it twice
  }
  const matrix = svg.getScreenCTM();
  if (matrix) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const seen = SIDE / (ZOOM * matrix.a);
    picture.setAttribute("viewBox", `${x - seen / 2} ${y - seen / 2} ${seen} ${seen}`);
  }
  return picture;
}
