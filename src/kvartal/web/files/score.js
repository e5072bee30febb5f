// Sheets on paper: tapped on their picture, or typed. The text is the truth, the picture follows it.
import { $, ask, narrow, say, trying } from "./site.js";
import { device } from "./storage.js";
import { morph } from "./morph.js";

const form = $("score");
const MOST_EARLIER = 200;

// One thing after the other: each goes on from the text that the one before has left.
let before = Promise.resolve();
function inTurn(work) {
  before = before.catch(() => {}).then(work);
  return before;
}
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
  $("sum").textContent = summary();
  if (found.refused) say(found.refused);
  return settle();
}

// Where the points are not beside the picture, they go along in a line; or what does not fit yet.
function summary() {
  const wrong = $("scored").querySelector("li");
  const sheets = [...$("scored").querySelectorAll("table")];
  return wrong ? wrong.textContent : sheets.map((each) => `${each.caption.textContent}: ${each.querySelector(".total .n").textContent}`).join(" · ");
}

// This device keeps what was written, for whoever loads the page again or comes back tomorrow; and what stood there before.
const kept = `score ${form.dataset.game}`, earlier = [];
let settled = "";
function settle() {
  const text = $("sheet").value;
  device.set(kept, text);
  if (text !== settled && settled) earlier.push(settled);
  if (earlier.length > MOST_EARLIER) earlier.shift();
  settled = text;
  $("undo").disabled = !earlier.length;
}
const undo = () => inTurn(() => {
  if (earlier.length) $("sheet").value = settled = earlier.pop();
  return change("");
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
  const written = (text) => trying(null, () => inTurn(() => { $("sheet").value = text; return change(""); }));
  form.addEventListener("click", (event) => {
    const target = event.target.closest("[data-tap]");
    if (target && event.detail === 0) trying(null, () => touch(target.dataset.tap)); // by a screen reader, not by a pointer
    if (event.target.id === "empty") written("");
    if (event.target.id === "example") written(event.target.dataset.text);
    if (event.target.id === "undo") trying(null, undo);
  });
  form.addEventListener("keydown", (event) => {
    const target = event.target.closest("[data-tap]");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    trying(null, () => touch(target.dataset.tap));
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); trying(event.submitter, () => touch("")); });
  $("sheet").addEventListener("change", () => trying(null, () => touch("")));
  $("sheet").addEventListener("input", () => device.set(kept, $("sheet").value));
  narrow.addEventListener("change", () => trying(null, () => touch("")));
  $("sheet").value = device.get(kept) ?? "";
  trying(null, () => touch(""));
} else {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    trying(event.submitter, async () => {
      $("scored").innerHTML = await ask("POST", `/score/${form.dataset.game}`, { text: $("sheet").value });
    });
  });
}
