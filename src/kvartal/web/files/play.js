// One click to a table: me, and bots on the other seats.
import { makeTable, trying } from "./site.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-play]");
  if (!button) return;
  const { play, seats, preset, deal, bots } = button.dataset;
  // Guests, or for a deal that others play too the same bot for everybody.
  const rivals = bots?.split(",") ?? Array(Number(seats) - 1).fill("greedy");
  trying(button, () => makeTable({ game: play, seats: ["me", ...rivals.map((name) => `bot ${name}`)], ...(preset ? { preset } : {}), ...(deal ? { deal } : {}) }));
});
