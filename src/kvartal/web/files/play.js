// One click to a table: me, and bots on the other seats.
import { makeTable, trying } from "./site.js";
import { rivals } from "./guests.js";
import "./lesson.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-play]");
  if (!button) return;
  const { play, seats, preset, deal } = button.dataset;
  // Guests, or for a deal that others play too the same bot for everybody.
  const others = deal ? Array(Number(seats) - 1).fill("greedy") : rivals(Number(seats) - 1);
  trying(button, () => makeTable({ game: play, seats: ["me", ...others.map((name) => `bot ${name}`)], ...(preset ? { preset } : {}), ...(deal ? { deal } : {}) }));
});
