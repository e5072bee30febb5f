// The review of a match: asked for, watched while it is made, and its boards when they are wanted.
import { $, ask, base, onTurned, say, screenNow, somebody, trying } from "./site.js";

const EVERY = 1000; // milliseconds between two looks
const { table, seat } = document.body.dataset;
const place = $("review");
let again, shown = "";

async function look() {
  clearTimeout(again);
  const { html, status } = await ask("GET", `/table/${table}/review/now?seat=${seat}&screen=${screenNow()}`);
  if (html !== shown) {
    const doing = place.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    place.innerHTML = shown = html;
    if (doing) place.querySelector(`[data-do="${doing}"]`)?.focus(); // whoever was on a button stays on it
  }
  if (status === "waiting" || status === "running") again = setTimeout(watch, EVERY);
}
const watch = () => look().catch((error) => {
  say(error.message);
  again = setTimeout(watch, 5 * EVERY);
});

place.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  trying(button, async () => {
    await somebody();
    if (button.dataset.do === "practise") {
      await ask("POST", "/api/practice", { table, seat: Number(seat) });
      location.assign(`${base}/practice`);
      return;
    }
    if (button.dataset.do === "POST") await ask("POST", `/api/tables/${table}/review`, { seat: Number(seat) });
    else await ask("DELETE", `/api/tables/${table}/review?seat=${seat}`);
    await look();
  });
});

// A moment that is opened gets its board; `toggle` does not bubble.
place.addEventListener("toggle", async (event) => {
  const moment = event.target, board = moment.querySelector("div");
  if (!moment.open || !moment.dataset.step || board.innerHTML) return;
  try {
    board.innerHTML = await ask("GET", `/table/${table}/review/board?seat=${seat}&step=${moment.dataset.step}&screen=${screenNow()}`);
  } catch (error) {
    say(error.message);
  }
}, true);

onTurned(() => { shown = ""; watch(); });
watch();
