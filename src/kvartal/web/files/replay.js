import { ask, base, say, texts, trying } from "./site.js";
import { morph } from "./morph.js";

const $ = (id) => document.getElementById(id);
const { table } = document.body.dataset;
const narrow = matchMedia("(max-width: 620px)");
let text = "", last = 0, busy = false, wanted = null;

// Only the newest wish counts while a moment is being drawn.
async function show(step, seat = Number($("seat").value || -1)) {
  wanted = [step, seat];
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const [at, who] = wanted;
      wanted = null;
      told(await ask("POST", "/replay/at", { text, step: at, seat: who, phone: narrow.matches }));
    }
  } catch (error) {
    say(error.message || texts.failed);
  } finally {
    busy = false;
  }
}

function told(found) {
  last = found.last;
  $("player").hidden = false;
  $("step").max = last;
  $("step").value = found.step;
  $("where").textContent = `${found.title} · ${found.step} / ${last}`;
  if ($("seat").options.length !== found.names.length + 1) {
    const people = found.names.map((name, n) => new Option(name, n));
    $("seat").replaceChildren(...people, new Option($("seat").dataset.watcher, -1));
  }
  $("seat").value = found.seat;
  morph($("board"), found.board);
  for (const each of $("board").querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  $("said").replaceChildren(...found.said.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  $("said").scrollTop = $("said").scrollHeight;
}

const to = (step) => show(Math.max(0, Math.min(last, step)));
const here = () => Number($("step").value);
$("first").addEventListener("click", () => to(0));
$("back").addEventListener("click", () => to(here() - 1));
$("next").addEventListener("click", () => to(here() + 1));
$("last").addEventListener("click", () => to(last));
$("step").addEventListener("input", () => to(here()));
$("seat").addEventListener("change", () => to(here()));
narrow.addEventListener("change", () => text && to(here()));
document.addEventListener("keydown", (event) => {
  if (!text || event.target.closest("input, select")) return;
  if (event.key === "ArrowLeft") to(here() - 1);
  else if (event.key === "ArrowRight") to(here() + 1);
  else if (event.key === "Home") to(0);
  else if (event.key === "End") to(last);
  else return;
  event.preventDefault();
});
$("verify").addEventListener("click", () => trying($("verify"), async () => {
  $("verdict").innerHTML = await ask("POST", "/replay/verify", { text });
}));
$("file")?.addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  text = await file.text();
  show(0, 0);
});
if (table) {
  trying(null, async () => {
    const answer = await fetch(`${base}/api/tables/${table}/record`);
    text = await answer.text();
    if (!answer.ok) throw new Error(texts.failed);
    await show(0, 0);
  });
}
