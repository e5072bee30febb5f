// The table without a mouse: arrows go from place to place on the board, letters and digits do the rest.
import { barKey, pressable } from "./picks.js";
import { letterOf, lettersAreKeys, notOurs, useLetters } from "./letters.js";

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const $ = (id) => document.getElementById(id);

$("letters").checked = lettersAreKeys();
$("letters").addEventListener("change", () => useLetters($("letters").checked));

export function atKey(event, { play, undo, hint, whyNot, textBoard, again }) {
  if (event.key === "Escape" && event.target.closest("#chat")) return $("status").focus(); // from here on keys are keys again
  if (notOurs(event)) return undefined;
  if (barKey(event)) return event.preventDefault();
  const target = event.target.closest?.("[data-move]");
  if ((event.key === "Enter" || event.key === " ") && target && target.tagName !== "BUTTON") {
    event.preventDefault();
    play(target.dataset.move);
    return undefined;
  }
  if (STEP[event.key] && !event.target.closest("#log, #chatlines, #turn, summary, #textboard")) {
    const all = event.shiftKey; // what cannot be done now as well: it then says why
    if (walk(STEP[event.key], event.target.closest?.("[data-move], [data-refused]"), all)) event.preventDefault();
    return undefined;
  }
  if (!$("letters").checked) return undefined;
  const letter = letterOf(event);
  const open = (inside) => { inside.closest("details").open = true; inside.focus(); };
  const keys = {
    u: undo, h: hint, w: () => whyNot(target), t: textBoard, a: again, r: () => $("rules").showModal(), "?": () => $("keys").showModal(),
    l: () => open($("log")), c: () => open($("chat").hidden ? $("chatlines") : $("chattext")), // who only watches reads
  };
  if (/^[1-9]$/.test(letter)) {
    pressable()[Number(letter) - 1]?.click();
  } else if (keys[letter]) {
    event.preventDefault();
    keys[letter]();
  }
  return undefined;
}

// The nearest target in a direction; sideways distance counts double.
function walk([dx, dy], from, all) {
  const place = $("board").hidden ? $("moves") : $("board");
  const targets = [...place.querySelectorAll(all ? "[data-move], [data-refused]" : "[data-move]")];
  const go = (to) => {
    if (to?.matches("[data-refused]")) to.setAttribute("tabindex", "-1");
    to?.focus();
    return !!to;
  };
  if (!targets.length) return go(pressable()[0]); // all that can be done now stands in the bar
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  if (!from || !place.contains(from)) return go(targets[0]);
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const each of targets) {
    if (each === from) continue;
    const [a, b] = middle(each);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 2 && along + 2 * aside < least) { best = each; least = along + 2 * aside; }
  }
  // Nothing lies that way, or things lie upon each other: then the next or the last in reading order.
  return go(best ?? targets[targets.indexOf(from) + (dx + dy)]);
}
