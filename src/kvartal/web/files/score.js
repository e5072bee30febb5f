// Sheets on paper: tapped on their picture, or typed. The text is the truth, the picture follows it.
import { $, ask, narrow, trying } from "./site.js";
import { morph } from "./morph.js";

const form = $("score");

// One thing after the other: each goes on from the text that the one before has left.
let before = Promise.resolve();
function inTurn(work) {
  before = before.catch(() => {}).then(work);
  return before;
}

// What was typed is counted as it is; the picture follows only a text that could be read.
const count = () => inTurn(async () => {
  $("scored").innerHTML = await ask("POST", `/score/${form.dataset.game}`, { text: $("sheet").value });
  if ($("paper") && $("scored").querySelector(".total")) await change("");
});
const touch = (tap) => inTurn(() => change(tap));

async function change(tap) {
  const text = $("sheet").value;
  const found = await ask("POST", `/score/${form.dataset.game}/tap`, { text, tap, phone: narrow.matches });
  if ($("sheet").value !== text) return tap ? change(tap) : undefined; // somebody is typing: theirs is the truth
  $("sheet").value = found.text;
  const focused = document.activeElement?.id;
  morph($("paper"), found.picture);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  $("scored").innerHTML = found.scored;
  return undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, count);
});

if ($("paper")) {
  // What was under the finger when it came down is meant, even if the answer to an earlier tap moves it away meanwhile.
  let pressed = null;
  form.addEventListener("pointerdown", (event) => {
    const target = event.target.closest("[data-tap]");
    pressed = target && event.isPrimary && event.button === 0 ? { tap: target.dataset.tap, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointercancel", () => { pressed = null; }); // it scrolls
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const meant = pressed;
    pressed = null;
    if (meant && Math.hypot(clientX - meant.x, clientY - meant.y) < 12) trying(null, () => touch(meant.tap));
  });
  form.addEventListener("click", (event) => {
    const target = event.target.closest("[data-tap]");
    if (target && event.detail === 0) trying(null, () => touch(target.dataset.tap)); // by a screen reader, not by a pointer
    if (event.target.id === "empty") { $("sheet").value = ""; trying(null, () => touch("")); }
    if (event.target.id === "example") { $("sheet").value = event.target.dataset.text; trying(null, () => touch("")); }
  });
  form.addEventListener("keydown", (event) => {
    const target = event.target.closest("[data-tap]");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    trying(null, () => touch(target.dataset.tap));
  });
  $("sheet").addEventListener("change", () => trying(null, count));
  narrow.addEventListener("change", () => trying(null, () => touch("")));
  $("sheet").value = "";
  trying(null, () => touch(""));
}
