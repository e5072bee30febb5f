// Through a match step by step: slider, buttons, keys, by itself, and a finger that is drawn over the board.
import { $ } from "./site.js";
import { letterOf, lettersAreKeys, notOurs } from "./letters.js";

export function stepping({ show, textBoard, last }) {
  let playing = 0;
  const here = () => Number($("step").value);
  const to = (step) => {
    $("step").value = Math.max(0, Math.min(last(), step)); // at once: whoever presses a key again goes on from there
    show(here());
  };
  function stop() { clearInterval(playing); playing = 0; $("run").textContent = "▷"; $("run").setAttribute("aria-pressed", "false"); }
  function run() {
    if (playing) return stop();
    if (here() >= last()) to(0);
    $("run").textContent = "❚❚";
    $("run").setAttribute("aria-pressed", "true");
    playing = setInterval(() => { if (here() >= last()) stop(); else to(here() + 1); }, 900);
    return undefined;
  }
  const step = (n) => { stop(); to(n); };
  $("first").addEventListener("click", () => step(0));
  $("back").addEventListener("click", () => step(here() - 1));
  $("next").addEventListener("click", () => step(here() + 1));
  $("last").addEventListener("click", () => step(last()));
  $("run").addEventListener("click", run);
  $("astext").addEventListener("click", textBoard);
  $("step").addEventListener("input", () => step(here()));
  $("seat").addEventListener("change", () => to(here()));
  document.addEventListener("keydown", (event) => {
    if (!last() || event.defaultPrevented || notOurs(event)) return;
    if (event.key === "ArrowLeft") step(here() - 1);
    else if (event.key === "ArrowRight") step(here() + 1);
    else if (event.key === "Home") step(0);
    else if (event.key === "End") step(last());
    else if (lettersAreKeys() && letterOf(event) === "t") textBoard();
    else return;
    event.preventDefault();
  });

  let from = null;
  const shown = $("board").parentNode;
  shown.addEventListener("touchstart", (event) => { from = [event.touches[0].clientX, event.touches[0].clientY]; }, { passive: true });
  shown.addEventListener("touchend", (event) => {
    if (!from) return;
    const dx = event.changedTouches[0].clientX - from[0], dy = event.changedTouches[0].clientY - from[1];
    if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(dy)) step(here() + (dx < 0 ? 1 : -1));
    from = null;
  });
  return { here, stop, to };
}
