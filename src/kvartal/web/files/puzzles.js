// The lists: what this device has solved; exercises of one's own are deleted here.
import { ask, sure, trying } from "./site.js";
import { became } from "./solved.js";

for (const tag of document.querySelectorAll("[data-puzzle]")) {
  const how = became(tag.dataset.puzzle);
  tag.hidden = !how;
  if (how) tag.textContent = `${how === "solved" ? "✓ " : ""}${document.body.dataset[how]}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-drop]");
  if (!button) return;
  const { drop, sure: question } = button.dataset;
  trying(button, async () => {
    if (question && !await sure(question)) return;
    await ask("DELETE", `/api/practice${drop ? `/${drop}` : ""}`);
    location.reload();
  });
});
