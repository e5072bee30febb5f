// Pointing at something that cannot be done says why, with the rule: by mouse, touch, or Shift and the arrows.
// A mouse over something that can be done says what that changes in my points, if it does.
import { $, ask } from "./site.js";

const known = new Map(); // what has been asked since the table last changed
const LINGER = 250; // ms: whoever is on the way to the rule crosses other things
let shown = null, coming = null, soon = 0; // whose reason stands there, and whose is about to (none: it is about to go)

export function forget() { known.clear(); hide(); }

export function hide() {
  shown = coming = null;
  clearTimeout(soon);
  $("why").hidden = true;
}

export function hover(event, table, seat) {
  const target = event.target.closest?.("#why") ? shown : event.target.closest?.("[data-refused],#board [data-move],#moves [data-move],#buttons [data-move]") ?? null;
  if (target === coming) return;
  clearTimeout(soon);
  const pointing = event.type === "pointerover";
  if (!pointing) hide();
  coming = target;
  if (target !== shown) soon = setTimeout(() => (target ? tell(target, table, seat) : hide()), pointing ? LINGER : 0);
}

async function tell(target, table, seat) {
  const move = target.dataset.refused ?? target.dataset.move;
  if (!known.has(move)) {
    const query = new URLSearchParams({ move, ...(seat === null ? {} : { seat }) });
    known.set(move, ask("GET", `/table/${table}/why?${query}`).catch(() => ({ text: "" })));
  }
  const found = await known.get(move);
  if (coming !== target) return;
  if (!found.text || !target.isConnected) { hide(); return; }
  const tip = $("why");
  tip.querySelector("strong").textContent = found.move;
  tip.querySelector("span").textContent = found.text;
  const link = tip.querySelector("a");
  link.hidden = !found.rule;
  link.dataset.rule = found.rule;
  tip.classList.toggle("passing", !found.rule); // nothing to be pressed in it: the pointer goes through
  tip.hidden = false;
  shown = target;
  stand();
}

// Beside what it is about, also when that is scrolled.
function stand() {
  const tip = $("why"), box = shown.getBoundingClientRect(), own = tip.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) { hide(); return; }
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.x + box.width / 2 - own.width / 2));
  const above = box.y - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)}px`;
}

addEventListener("scroll", () => { if (shown) stand(); }, { passive: true, capture: true });
addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
