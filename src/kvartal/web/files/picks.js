// What is chosen in the bar before it is a move: a thing that is taken up (then the board shows where it can go), an amount.
import { $, say, texts } from "./site.js";

let held = "", mine = false, amounts = "", at = 0;
const faces = () => [...$("picks").querySelectorAll("[data-pick]")];
const places = (face) => Object.entries(JSON.parse(face?.dataset.places || "{}"));

// Taking up -----------------------------------------------------------------------------------------------------------

let laid = []; // what was changed on the board for it, as it was drawn
export function lift() {
  for (const [element, name, was] of laid) {
    if (was === null) element.removeAttribute(name);
    else element.setAttribute(name, was);
  }
  laid = [];
  $("board").querySelector(".held")?.remove();
}

// The places where it can go stand for moves as long as it is held, and have the edge of what can be chosen.
export function lay() {
  lift();
  const svg = $("board").querySelector("svg"), face = mine && faces().find(({ dataset }) => dataset.pick === held);
  if (!svg || !face) return;
  const found = [];
  for (const [id, move] of places(face)) {
    const element = document.getElementById(id);
    if (!element || !svg.contains(element)) continue;
    const label = $("moves").querySelector(`[data-move="${CSS.escape(move)}"]`)?.textContent || move;
    for (const [name, value] of Object.entries({ "data-move": move, tabindex: "0", role: "button", "aria-label": label })) {
      laid.push([element, name, element.getAttribute(name)]);
      element.setAttribute(name, value);
    }
    found.push(element);
  }
  svg.append(edges(svg, found));
}

function edges(svg, found) {
  const make = (name, attributes) => {
    const made = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const all = make("g", { class: "held" }), whole = svg.getScreenCTM().inverse(), out = 2.5;
  for (const element of found) {
    const { x, y, width, height } = element.getBBox(), { a, b, c, d, e, f } = whole.multiply(element.getScreenCTM());
    all.append(make("rect", {
      class: "ring", x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out, rx: 10, transform: `matrix(${[a, b, c, d, e, f]})`,
    }));
  }
  return all;
}

export function takeUp(key) {
  held = key === held && (faces().length > 1 || others()) ? "" : key;
  settlePicks();
}

// Buttons: beside other things to do, a thing is taken up on purpose, such as a hammer.
function others() { return !!$("buttons").firstElementChild; }

// Kept as long as it can be held; where there is nothing else to take or to do, it is in the hand.
export function settlePicks(myTurn = mine) {
  mine = myTurn;
  const all = faces();
  if (!all.some(({ dataset }) => dataset.pick === held)) held = "";
  if (all.length === 1 && !others()) held = all[0].dataset.pick;
  for (const [n, face] of all.entries()) {
    face.setAttribute("aria-checked", String(face.dataset.pick === held));
    face.tabIndex = held ? (face.dataset.pick === held ? 0 : -1) : n ? -1 : 0; // one of them is a stop, arrows go on
  }
  lay();
}

// A place for something that nobody holds yet?
export function needsPick(target) {
  if (held || !mine || $("picks").hidden || target.closest?.("[data-move]")) return false;
  const all = faces(), ids = new Set(all.flatMap((face) => places(face).map(([id]) => id)));
  let place = target.closest?.("#board [id]");
  while (place && !ids.has(place.id)) place = place.parentNode.closest?.("#board [id]");
  if (!place) return false;
  say(texts.pick_first.replace("{things}", all.map(({ dataset }) => dataset.shown).join(", ")));
  return true;
}

// Amounts: one of them is shown, and acts; − and + go through those that are allowed. -----------------------------------

const row = () => [...$("buttons").querySelectorAll(".stepper [data-move]")];

export function settleAmounts() {
  const all = row(), known = all.map(({ dataset }) => dataset.move).join();
  if (known !== amounts) at = 0; // others: the lowest again
  amounts = known;
  step(0);
}

function step(by) {
  const all = row();
  if (!all.length) return;
  const focused = all.includes(document.activeElement);
  at = Math.max(0, Math.min(all.length - 1, at + by));
  for (const [n, button] of all.entries()) button.hidden = n !== at;
  for (const end of $("buttons").querySelectorAll("[data-step]")) end.setAttribute("aria-disabled", String(at === (end.dataset.step < 0 ? 0 : all.length - 1)));
  if (focused) all[at].focus();
}

const FIRST = 450, NEXT = 90; // ms: whoever holds it goes on
let holding = 0;
const let_go = () => { clearTimeout(holding); holding = 0; };
$("buttons").addEventListener("pointerdown", ({ target, button }) => {
  const by = Number(target.closest("[data-step]")?.dataset.step);
  if (!by || button) return;
  const on = () => { step(by); holding = setTimeout(on, NEXT); };
  step(by);
  holding = setTimeout(on, FIRST);
});
for (const kind of ["pointerup", "pointercancel", "pointerleave", "blur"]) addEventListener(kind, let_go, true);
$("buttons").addEventListener("contextmenu", (event) => { if (event.target.closest("[data-step]")) event.preventDefault(); }); // a long press is ours
$("buttons").addEventListener("click", ({ target, detail }) => { if (detail === 0 && target.dataset.step) step(Number(target.dataset.step)); }); // by a key

// Keys ----------------------------------------------------------------------------------------------------------------

const WAY = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }, MORE = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
export function barKey(event) {
  const face = event.target.closest?.("[data-pick]");
  if (face && WAY[event.key]) {
    const all = faces(), next = all[(all.indexOf(face) + WAY[event.key] + all.length) % all.length];
    if (next.dataset.pick !== held) takeUp(next.dataset.pick);
    next.focus();
    return true;
  }
  if (!event.target.closest?.(".stepper") || !MORE[event.key]) return false;
  step(MORE[event.key]);
  return true;
}

// What digits press, in its order.
export const pressable = () => (mine ? [...$("picks").querySelectorAll("[data-pick]"), ...$("buttons").querySelectorAll("[data-move]:not([hidden])")] : []);
