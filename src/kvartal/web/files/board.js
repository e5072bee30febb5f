// The board: patched so that what is still there stays, what has moved moves, and what is new comes in softly.
import { $ } from "./site.js";
import { morph, morphGroups } from "./morph.js";

let lift = () => {}; // what the page itself has laid on it
export function beforeDrawing(work) { lift = work; }
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function drawBoard(html) {
  watched((changes) => morph($("board"), html, changes));
}

// Only this looks different on the board now; its own attributes say how large it is and what it shows.
export function drawPieces(html, attributes) {
  const svg = $("board").querySelector("svg");
  if (!svg) return; // behind the curtain
  for (const [name, value] of Object.entries(attributes || {})) value === null ? svg.removeAttribute(name) : svg.setAttribute(name, value);
  if (html) watched((changes) => morphGroups(svg, html, changes));
}

function watched(patch) {
  lift();
  const changes = $("board").querySelector("svg") && !still.matches && !document.hidden ? { appeared: [], moved: [] } : null;
  patch(changes);
  if (changes?.appeared.length || changes?.moved.length) requestAnimationFrame(() => animate(changes)); // it is laid out there anyway
}

function animate({ appeared, moved }) {
  const scale = $("board").querySelector("svg")?.getScreenCTM()?.a || 1;
  const starts = moved.map(([element, was]) => { // a transition moves what stays with its neighbours
    const is = element.getBoundingClientRect();
    return was.width && is.width ? `${(was.x - is.x) / scale}px ${(was.y - is.y) / scale}px` : null;
  });
  const fresh = appeared.filter((each) => !moved.some(([element]) => each.contains(element))); // not the new place of a thing
  for (const each of fresh) each.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 350, easing: "ease-out" });
  for (const [n, start] of starts.entries()) {
    if (start) moved[n][0].animate?.([{ translate: start }, { translate: "0px 0px" }], { duration: 400, easing: "ease" });
  }
}
