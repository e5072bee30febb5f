// Advice: a panel that stands where nothing is marked, and marks upon the board that stay until something is done.
import { $, ask, onTurned, screenNow, trying } from "./site.js";
import { hide } from "./why.js";

const { table } = document.body.dataset;
const LONG = 550; // ms: a finger that stays asks why not
const STEP = 8; // px: how finely a free place is looked for
const box = $("hintbox");
let now = { seat: null, version: 0 }, wish = null, found = null, number = 0, byHand = null;

export const hint = () => (wish && !wish.move ? takeAway() : advise(""));

// Of a target on the board, a button, a move in words; of none, the list of all moves in the panel.
export function whyNot(target) {
  if (target) return advise(target.dataset.move);
  if (!wish) advise("");
  return $("whynot").focus();
}

function advise(move) {
  if ($("hint").hidden) return undefined; // the table allows none, or there is nothing to do
  const mine = ++number;
  wish = { move, version: now.version, seat: now.seat };
  found = byHand = null;
  hide();
  $("news").hidden = true;
  $("toast").className = "";
  $("hinthead").textContent = move ? box.dataset.whynot : box.dataset.head;
  $("hinttold").replaceChildren(Object.assign(document.createElement("progress"), { ariaLabel: box.dataset.thinking }), box.dataset.thinking);
  listMoves(move);
  show();
  return trying(null, async () => {
    const query = new URLSearchParams({ screen: screenNow(), ...(now.seat === null ? {} : { seat: now.seat }), ...(move ? { move } : {}) });
    try {
      const answer = await ask("GET", `/table/${table}/advice?${query}`);
      if (mine !== number || !wish) return; // something was done meanwhile, or something else was asked
      found = answer;
      $("hinttold").innerHTML = answer.html;
      show();
    } catch (error) {
      if (mine !== number) return;
      takeAway();
      throw error;
    }
  });
}

function listMoves(move) {
  const all = [...$("moves").querySelectorAll("[data-move]")].map(({ textContent, dataset }) => new Option(textContent, dataset.move));
  $("whynot").replaceChildren(new Option(box.dataset.choose, ""), ...all);
  $("whynot").value = move;
}
$("whynot").addEventListener("change", ({ target }) => { if (target.value) advise(target.value); });

export function takeAway() {
  number++;
  if (!wish) return;
  const inside = box.contains(document.activeElement);
  wish = found = null;
  liftMarks();
  for (const each of document.querySelectorAll("[data-hint]")) delete each.dataset.hint;
  box.hidden = true;
  $("hinttold").replaceChildren();
  $("hint").setAttribute("aria-pressed", "false");
  if (inside) $("hint").focus();
}

// After whatever has changed on the page: something was done, or the marks are laid upon what was drawn anew.
export function settleHint(state) {
  now = state;
  if (!wish) return;
  if (wish.version !== now.version || wish.seat !== now.seat || $("hint").hidden) takeAway();
  else if (found) show();
}

// Marks ---------------------------------------------------------------------------------------------------------------

export function liftMarks() { $("board").querySelector(".marks")?.remove(); }

function layMarks() {
  liftMarks();
  $("board").querySelector("svg")?.insertAdjacentHTML("beforeend", found.marks);
  const signs = new Map(); // what stands in words, in the bar, and what is taken up for it
  for (const [sign, move] of found.signs) {
    const pressed = [...document.querySelectorAll(`:is(#moves,#dock) [data-move="${CSS.escape(move)}"]`)];
    const taken = [...$("picks").querySelectorAll("[data-pick]")].filter(({ dataset }) => Object.values(JSON.parse(dataset.places || "{}")).includes(move));
    for (const each of [...pressed.map((button) => (button.hidden ? button.closest(".stepper") : button)), ...taken]) {
      signs.set(each, [...(signs.get(each) || []), sign]);
    }
  }
  for (const each of document.querySelectorAll("[data-hint]")) if (!signs.has(each)) delete each.dataset.hint;
  for (const [each, its] of signs) each.dataset.hint = [...new Set(its)].join(" ");
}

// Where the panel stands ----------------------------------------------------------------------------------------------

function show() {
  const began = box.hidden;
  box.hidden = false;
  $("hint").setAttribute("aria-pressed", "true");
  if (found) layMarks();
  if (found && !found.seen) {
    found.seen = true;
    toTheBest();
  }
  if (began || found) stand();
}

const marked = () => [...$("board").querySelectorAll(".marks > *")].map((each) => each.getBoundingClientRect()).filter(({ width }) => width);

// A board may be longer than the screen.
function toTheBest() {
  const best = $("board").querySelector(".marks .first"), { top, bottom } = free(), at = best?.getBoundingClientRect();
  if (at?.width && (at.top < top || at.bottom > bottom)) scrollBy({ top: (at.top + at.bottom - top - bottom) / 2, behavior: "instant" });
}

// The place between the bars.
function free() {
  const bar = $("turnbox").getBoundingClientRect(), dock = $("dock").getBoundingClientRect();
  const fixed = getComputedStyle($("dock")).position === "fixed", column = fixed && dock.left > 0;
  const top = Math.max(0, fixed ? bar.bottom : Math.max(bar.bottom, dock.bottom));
  return { left: 0, top, right: column ? dock.left : document.documentElement.clientWidth, bottom: fixed && !column ? dock.top : innerHeight };
}

function put(x, y, width, height, folded = false) {
  box.classList.toggle("folded", folded);
  Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, maxHeight: `${height}px` });
  $("foldhint").textContent = folded ? "▾" : "▴";
  $("foldhint").setAttribute("aria-expanded", String(!folded));
  const place = document.body.style; // whatever else is said meanwhile is said here: nothing is marked here
  place.setProperty("--hint-x", `${x}px`);
  place.setProperty("--hint-y", `${folded ? 2 : y}px`);
  place.setProperty("--hint-w", `${width}px`);
  place.setProperty("--hint-h", `${folded ? $("turnbox").getBoundingClientRect().bottom - 4 : box.offsetHeight}px`);
}

function stand() {
  const area = free(), taken = marked(), rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const side = $("side").getBoundingClientRect(), board = $("board").parentNode.getBoundingClientRect();
  if (side.left >= board.right) return put(side.left, Math.max(8, side.top), side.width, innerHeight - Math.max(8, side.top) - 8);
  const wide = area.right - area.left, high = area.bottom - area.top;
  if (byHand === "folded") return fold(rem);
  if (byHand === "open") return put(area.left + 6, area.bottom - Math.min(high * .6, 18 * rem) - 6, wide - 12, Math.min(high * .6, 18 * rem));
  const widths = [...new Set([wide - 12, 22 * rem, 17 * rem, 14 * rem].map((each) => Math.min(each, wide - 12)))];
  for (const share of [1, .75, .5, .35, .25]) { // of its own height; the rest is scrolled
    for (const width of widths) {
      put(0, 0, width, high - 12);
      const height = Math.min(high - 12, Math.max(box.offsetHeight * share, 7 * rem));
      const spot = freeSpot(area, taken, width, height);
      if (spot) return put(...spot, width, height);
    }
  }
  return fold(rem);
}

// From below, where the thumb is, and from the left.
function freeSpot({ left, top, right, bottom }, taken, width, height) {
  for (let y = bottom - height - 6; y >= top + 2; y -= STEP) {
    for (let x = left + 6; x + width <= right - 5; x += STEP) {
      if (!taken.some((each) => each.left < x + width + 3 && each.right > x - 3 && each.top < y + height + 3 && each.bottom > y - 3)) return [x, y];
    }
  }
  return null;
}

// Nothing is free: one line, in the place of the sentence in the bar.
function fold(rem) {
  const line = $("sentence").getBoundingClientRect(), bar = $("turnbox").getBoundingClientRect();
  const place = line.width > 8 * rem ? line : { left: bar.left, top: bar.bottom - 2 * rem, width: bar.width };
  put(place.left, place.top, place.width, Math.max(line.height, 1.75 * rem), true);
}

$("foldhint").addEventListener("click", () => {
  byHand = box.classList.contains("folded") ? "open" : "folded";
  stand();
});
let soon = 0;
function again() {
  cancelAnimationFrame(soon);
  soon = requestAnimationFrame(() => { if (wish) stand(); });
}
addEventListener("scroll", again, { passive: true });
addEventListener("resize", again);
onTurned(() => { if (wish) advise(wish.move); }); // its places are others there

// Asking --------------------------------------------------------------------------------------------------------------

const TARGETS = ":is(#board,#dock,#moves) [data-move]";
let pressing = 0, from = null, answered = false;
const letGo = () => clearTimeout(pressing);
document.addEventListener("pointerdown", (event) => {
  answered = false;
  const target = event.target.closest?.(TARGETS);
  if (!target || event.pointerType === "mouse" || $("hint").hidden) return;
  from = [event.clientX, event.clientY];
  letGo();
  pressing = setTimeout(() => { answered = true; whyNot(target); }, LONG);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => { if (from && Math.hypot(clientX - from[0], clientY - from[1]) > 12) letGo(); });
for (const kind of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(kind, letGo, true);
document.addEventListener("contextmenu", (event) => {
  const target = event.target.closest?.(TARGETS);
  if (!target || $("hint").hidden) return;
  event.preventDefault();
  letGo();
  if (!answered) whyNot(target);
  answered = event.pointerType === "touch";
});
document.addEventListener("click", (event) => { // the finger that asked has not chosen it
  if (!answered) return;
  answered = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && wish && !event.target.closest("#chat") && !document.querySelector("dialog[open]")) takeAway();
});
