// Pointing at something that cannot be done says why, with the rule: by mouse, touch, or Shift and the arrows.
import { $, ask } from "./site.js";

const known = new Map(); // what has been asked since the table last changed
let wanted = null, soon = 0;

export function forget() { known.clear(); hide(); }

export function hide() {
  wanted = null;
  clearTimeout(soon);
  $("why").hidden = true;
}

export function hover(event, table, seat) {
  const target = event.target.closest?.("[data-refused]");
  if (target === wanted) return;
  hide();
  if (!target) return;
  wanted = target;
  soon = setTimeout(() => tell(target, table, seat), event.type === "pointerover" ? 250 : 0);
}

async function tell(target, table, seat) {
  const move = target.dataset.refused;
  if (!known.has(move)) {
    const query = new URLSearchParams({ move, ...(seat === null ? {} : { seat }) });
    known.set(move, ask("GET", `/table/${table}/why?${query}`).catch(() => ({ text: "" })));
  }
  const found = await known.get(move);
  if (wanted !== target || !found.text || !target.isConnected) return;
  const tip = $("why");
  tip.querySelector("strong").textContent = found.move;
  tip.querySelector("span").textContent = found.text;
  const link = tip.querySelector("a");
  link.hidden = !found.rule;
  link.dataset.rule = found.rule;
  tip.hidden = false;
  const box = target.getBoundingClientRect(), own = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.x + box.width / 2 - own.width / 2));
  const above = box.y - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)}px`;
}
