// Learn by playing: a table of a lesson, which the server starts by itself.
import { ask, base, somebody, trying } from "./site.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-learn]");
  if (!button) return;
  trying(button, async () => {
    await somebody();
    const { table } = await ask("POST", `/api/lessons/${button.dataset.learn}`);
    location.assign(`${base}/table/${table}`);
  });
});
