// The first game by doing: a ring around what the mark is about, and a bubble beside it, never over it.
// What is shown follows from the board and from the marks that were read, which this device remembers for each table.
import { $, say } from "./site.js";
import { letterOf, lettersAreKeys, notOurs } from "./letters.js";
import { device } from "./storage.js";

const { table } = document.body.dataset;
const KEY = `coach ${table}`, GAP = 10, EDGE = 6, WIDEST = 340, NARROWEST = 200; // px
const kept = (() => { try { return JSON.parse(device.get(KEY)) ?? {}; } catch { return {}; } })();
const read = new Set(kept.read), seen = new Set(kept.seen);
const keep = () => device.set(KEY, JSON.stringify({ read: [...read], seen: [...seen], left }));
let left = kept.left === true, told = { of: 0, marks: [] }, mark = null, pointed = null, soon = 0;

export function coached(message) {
  if (message) told = message;
  if (told.of) show();
}

// Asked for again: from where it was left, or from the first mark that still fits.
export function coachMe() {
  left = false;
  if (!next() && read.has(told.of - 1)) read.clear();
  keep();
  show();
  if (!mark) say($("coach").dataset[document.querySelector("#play").dataset.mine ? "nothing" : "wait"], true);
  else action().focus({ preventScroll: true });
}

const next = () => told.marks.find(({ n }) => !read.has(n));
const action = () => (mark?.move ? $("coachgo") : $("coachnext"));

function show() {
  const was = mark, focused = $("coach").contains(document.activeElement);
  mark = left || read.has(told.of - 1) || document.querySelector("#end section") ? null : next() ?? null;
  $("coach").hidden = !mark;
  $("coachring").hidden = true;
  if (!mark) {
    pointed = null;
    if (focused) $("status").focus({ preventScroll: true });
    return;
  }
  const words = mark.move ? `${mark.text} ${$("coach").dataset.press}` : mark.text;
  if ($("coachtext").textContent !== words) $("coachtext").textContent = words;
  if (!seen.has(mark.n)) { seen.add(mark.n); keep(); }
  $("coachcount").textContent = `${mark.n === told.of - 1 ? told.of : Math.min(seen.size, told.of - 1)} / ${told.of}`; // some speak more than once
  $("coachnext").hidden = !!mark.move;
  $("coachgo").hidden = !mark.move;
  $("coachnext").dataset.on ??= $("coachnext").textContent;
  $("coachnext").textContent = mark.n === told.of - 1 ? $("coachnext").dataset.last : $("coachnext").dataset.on;
  if (focused && was !== mark) action().focus({ preventScroll: true });
  settle(was?.n !== mark.n);
}

// What is taken up first, such as a chip, is pointed at first. Whoever reads the board as text has every move in words.
function target() {
  const move = mark.move && CSS.escape(mark.move), there = document.getElementById(mark.at);
  const picks = move ? [...document.querySelectorAll("#picks [data-pick]")] : [];
  const holder = picks.filter(({ dataset }) => JSON.parse(dataset.places)[mark.at] === mark.move);
  if (holder.length && !holder.some((pick) => pick.ariaChecked === "true")) return holder[0];
  if (there?.checkVisibility()) return there;
  return move ? document.querySelector(`#buttons [data-move="${move}"]:not([hidden]), #moves.shown [data-move="${move}"]`) : null;
}

// When the page has been laid out, and again when what moves on the board has arrived.
function settle(fresh) {
  cancelAnimationFrame(soon);
  soon = requestAnimationFrame(() => stand(fresh));
}

function stand(fresh) {
  if (!mark) return;
  const thing = target();
  if (thing && (fresh || thing !== pointed) && !inSight(thing)) thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  pointed = thing;
  const box = thing?.getBoundingClientRect(), ring = $("coachring");
  ring.hidden = !box;
  $("coach").dataset.at = thing?.id ?? "";
  if (box) { // all of the ring is in sight, also of what is as wide as the screen
    const x = Math.max(box.x - EDGE, 3), y = Math.max(box.y - EDGE, 3);
    put(ring, x, y, Math.min(box.right + EDGE, document.documentElement.clientWidth - 3) - x, Math.min(box.bottom + EDGE, innerHeight - 3) - y);
  }
  place(box);
}

function put(element, x, y, width, height) {
  const { style } = element;
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = height === undefined ? "" : `${height}px`;
}

// Between the bar and the dock of a phone; a desk has all of the window.
function room() {
  const bar = $("turnbox").getBoundingClientRect(), dock = $("dock").getBoundingClientRect();
  const fixed = getComputedStyle($("dock")).position === "fixed", below = fixed && dock.width > innerWidth / 2;
  return { left: 0, top: Math.max(0, bar.bottom), right: fixed && !below ? dock.left : innerWidth, bottom: below ? dock.top : innerHeight };
}

function inSight(thing) {
  const { top, bottom } = room(), box = thing.getBoundingClientRect();
  return box.top >= (thing.closest("#turnbox, #dock") ? 0 : top) && box.bottom <= (thing.closest("#dock") ? innerHeight : bottom);
}

// Beside the ring where there is room for it: below, above, right, left; else where there is most, and then it is scrolled.
function place(box) {
  const bubble = $("coach"), whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  bubble.style.maxHeight = "";
  if (!box) return put(bubble, GAP, innerHeight / 2 - 60, Math.min(WIDEST, innerWidth - 2 * GAP));
  const far = EDGE + GAP;
  for (const area of [room(), whole]) {
    for (const [side, wide] of sides(box, area, far)) {
      if (wide < NARROWEST) continue;
      const width = Math.min(WIDEST, wide);
      put(bubble, 0, 0, width);
      const high = bubble.offsetHeight;
      const x = side === "right" ? box.right + far : side === "left" ? box.left - far - width : box.x + box.width / 2 - width / 2;
      const y = side === "below" ? box.bottom + far : side === "above" ? box.top - far - high : box.y + box.height / 2 - high / 2;
      const fits = side === "below" ? y + high <= area.bottom - 4 : side === "above" ? y >= area.top + 4 : high <= area.bottom - area.top - 8;
      if (!fits) continue;
      const into = (value, low, high_) => Math.max(low + 4, Math.min(high_ - 4, value));
      return put(bubble, side === "right" || side === "left" ? x : into(x, area.left, area.right - width), side === "below" || side === "above" ? y : into(y, area.top, area.bottom - high), width);
    }
  }
  const below = innerHeight - box.bottom > box.top, high = (below ? innerHeight - box.bottom : box.top) - far - 4;
  bubble.style.maxHeight = `${Math.max(high, 60)}px`;
  return put(bubble, Math.max(4, (innerWidth - WIDEST) / 2), below ? box.bottom + far : 4, Math.min(WIDEST, innerWidth - 8));
}

const sides = (box, area, far) => [
  ["below", area.right - area.left - 8], ["above", area.right - area.left - 8],
  ["right", area.right - box.right - far - 4], ["left", box.left - area.left - far - 4],
];

function goOn() {
  if (!mark) return;
  if (mark.move) {
    pointed?.focus({ preventScroll: true });
    return;
  }
  const last = mark.n === told.of - 1;
  read.add(mark.n);
  keep();
  show();
  if (last) say($("coach").dataset.nothing, true);
}

function leave() {
  left = true;
  keep();
  show();
  say($("coach").dataset.left, true);
}

$("coachnext").addEventListener("click", goOn);
$("coachgo").addEventListener("click", goOn);
$("coachleave").addEventListener("click", leave);
document.addEventListener("keydown", (event) => {
  if (!mark || document.querySelector("dialog[open]") || !$("curtain").hidden) return;
  const open = !$("hintbox").hidden || document.querySelector("details.settings[open]") || event.target.closest("#chat"); // one thing at a time
  if (event.key === "Escape" && !open) leave();
  else if (!notOurs(event) && lettersAreKeys() && letterOf(event) === "n") goOn();
}, true);
const again = () => { if (mark) settle(false); };
for (const kind of ["click", "keyup", "transitionend", "animationend", "toggle"]) document.addEventListener(kind, again, true);
addEventListener("scroll", again, { passive: true, capture: true });
addEventListener("resize", again);
