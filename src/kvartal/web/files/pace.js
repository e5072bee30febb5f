// What others did is played on my board, step by step. Messages wait in line, each with what stands beside it, in their
// order; whoever does something sees all of them first.
import { $ } from "./site.js";
import { pressable } from "./picks.js";
import { device } from "./storage.js";

const STEP = 500, LONGEST = 4000, TIMED = 1500; // ms: a step; all that has happened, and while a clock of mine runs
const SHORTEST = 40;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let line = [], timer = 0, last = -Infinity, show = () => {}, timed = () => false;

export const pacing = () => !still.matches && device.get("pace") !== "0";
export const paceIsUp = () => !still.matches; // whether there is anything to switch
export function switchPace() {
  device.set("pace", pacing() ? "0" : "1");
  drain();
}

export function playing(shown, clockRuns) {
  show = shown;
  timed = clockRuns;
}

// `mine`: the answer to something I did, or the whole page.
export function arrived(message, mine) {
  message.arrived = performance.now();
  if (message.whole) drop(); // all of it is in there
  if (mine || !pacing() || document.hidden || !$("curtain").hidden) {
    drain();
    show(message);
    return;
  }
  if (message.is === "beside" && line.length) line.at(-1).push(message); // what stands beside a step comes with it
  else if (message.is === "beside") show(message);
  else {
    line.push([message]);
    wait();
  }
}

function wait() {
  if (timer || !line.length) return;
  const pause = Math.max(SHORTEST, Math.min(STEP, (timed() ? TIMED : LONGEST) / line.length));
  timer = setTimeout(step, Math.max(0, last + pause - performance.now()));
}

function step() {
  timer = 0;
  last = performance.now();
  for (const message of line.shift() || []) show(message);
  wait();
}

// Everything that waits is shown now. True if something did.
export function drain() {
  clearTimeout(timer);
  timer = 0;
  const waited = line.length > 0;
  while (line.length) for (const message of line.shift()) show(message);
  hush();
  return waited;
}

// Nobody shall see what waits: somebody else looks now, or will.
export function drop() {
  clearTimeout(timer);
  timer = 0;
  line = [];
  hush();
}

// The line of words to a step; of several at once, such as the turns of a round, one after the other.
const READ = 2500, SHORTEST_READ = 350; // ms
let unsaid = [], telling = 0;
export function tell(lines) {
  if (!pacing() || document.hidden) return;
  unsaid.push(...lines);
  if (unsaid.length && (!telling || line.length)) next();
}

function next() {
  clearTimeout(telling);
  const text = unsaid.shift() || "";
  $("caption").textContent = text;
  telling = text ? setTimeout(next, unsaid.length ? Math.max(SHORTEST_READ, Math.min(READ, LONGEST / unsaid.length) / 2) : READ) : 0;
}

function hush() {
  unsaid = [];
  if (telling) next();
}

// Pressing ------------------------------------------------------------------------------------------------------------

// A press counts as a move only if the same move still lies under it when all has been shown.
const under = (element) => element?.closest?.("[data-move]")?.dataset.move;
let pressed; // the move that lay there, if something had to be shown first

export function stillThere(move) {
  const was = pressed;
  pressed = undefined;
  return was === undefined || was === move;
}

addEventListener("pointerdown", ({ target }) => {
  const move = under(target) ?? "";
  pressed = drain() ? move : undefined;
}, true);
for (const kind of ["click", "pointercancel"]) addEventListener(kind, () => setTimeout(() => { pressed = undefined; }), true); // that press is over, whatever it hit

addEventListener("keydown", (event) => {
  if (!line.length) return;
  const nth = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  const aim = () => (nth < 0 ? under(document.activeElement) : pressable()[nth]?.id);
  const was = aim();
  drain();
  if (was === aim()) return;
  event.preventDefault(); // it was meant for something else
  event.stopImmediatePropagation();
}, true);

document.addEventListener("visibilitychange", () => { if (document.hidden) drain(); });
still.addEventListener("change", drain);
