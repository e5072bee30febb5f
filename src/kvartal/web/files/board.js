// The board: patched so that what is still there stays, what has moved moves, and what is new comes in softly.
import { $ } from "./site.js";
import { copyAttributes, morph, morphGroups } from "./morph.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function drawBoard(html) {
  watched((changes) => morph($("board"), html, changes));
}

// Only these pieces of the board look different now; its opening tag says how large it is and what it shows.
export function drawPieces(pieces, opening) {
  const svg = $("board").querySelector("svg");
  if (opening) copyAttributes(svg, opening);
  const groups = Object.entries(pieces).map(([n, html]) => [svg.querySelector(`:scope > [data-part="${n}"]`), html]);
  watched((changes) => morphGroups(svg, groups, changes));
}

function watched(patch) {
  const board = $("board");
  const changes = board.querySelector("svg") && !still.matches ? { appeared: [], moved: [] } : null;
  patch(changes);
  if (!changes) return;
  for (const each of changes.appeared) each.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 350, easing: "ease-out" });
  const scale = board.querySelector("svg")?.getScreenCTM()?.a || 1;
  for (const [element, was] of changes.moved) { // a transition moves what stays with its neighbours
    if (!was.width) continue;
    const is = element.getBoundingClientRect();
    const start = `${(was.x - is.x) / scale}px ${(was.y - is.y) / scale}px`;
    element.animate?.([{ translate: start }, { translate: "0px 0px" }], { duration: 400, easing: "ease" });
  }
}
