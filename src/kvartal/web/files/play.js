// One click to a table: me, and bots on the other seats.
import { makeTable, trying } from "./site.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-play]");
  if (!button) return;
  const { play, seats, preset, deal } = button.dataset;
  const bots = Array(Number(seats) - 1).fill("bot greedy");
  trying(button, () => makeTable({ game: play, seats: ["me", ...bots], ...(preset ? { preset } : {}), ...(deal ? { deal } : {}) }));
});
