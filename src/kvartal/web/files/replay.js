import { $, again, ask, onTurned, say, screenNow, somebody, texts, trying } from "./site.js";
import { tab } from "./storage.js";
import { drawBoard } from "./board.js";
import { morph } from "./morph.js";
import { stepping } from "./stepping.js";
import { whatIf } from "./whatif.js";

const { table, end } = document.body.dataset;
const TRUTH = -2;
let text = "", key = "", last = 0, number = 0, busy = false, wanted = null, inWords = tab.get("text board") === "1";

// A table is asked for its moments; a record is sent once and then called by its name.
async function moment(step, seat) {
  const wish = { step, seat, screen: screenNow(), told: inWords };
  if (table) return ask("GET", `/table/${table}/at?${new URLSearchParams(wish)}`);
  try {
    return await ask("POST", "/replay/at", { key, text: key ? "" : text, ...wish });
  } catch (error) {
    if (error.status !== 404 || !key) throw error;
    key = "";
    return ask("POST", "/replay/at", { text, ...wish });
  }
}

// Only the newest wish counts while a moment is being drawn.
async function show(step, seat = Number($("seat").value || 0)) {
  wanted = [step, seat];
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const [at, who] = wanted;
      wanted = null;
      told(await moment(at, who));
    }
  } catch (error) {
    stop();
    if ($("unreadable") && $("player").hidden) $("unreadable").textContent = error.message; // it stays until another file is tried
    else say(error.message || texts.failed);
  } finally {
    busy = false;
  }
}

function told(found) {
  last = found.last;
  number = found.number;
  key = found.key || key;
  $("player").hidden = false;
  $("step").max = last;
  if (!wanted) $("step").value = found.step; // else somebody has gone on meanwhile
  $("where").textContent = `${found.title} · ${found.step} / ${last}`;
  if ($("seat").options.length !== found.names.length + 2) {
    const people = found.names.map((name, n) => new Option(name, n));
    $("seat").replaceChildren(...people, new Option($("seat").dataset.watcher, -1), new Option($("seat").dataset.truth, TRUTH));
  }
  $("seat").value = found.seat;
  drawBoard(found.board);
  for (const each of $("board").querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  if (found.told) morph($("textboard"), found.told);
  turnBoard(inWords && Boolean(found.told)); // whoever has just asked for words looks at the picture until they come
  $("points").textContent = found.points.map((points, n) => `${found.names[n]}: ${String(points).replace("-", "−")}`).join(" · ");
  $("said").innerHTML = found.said;
  for (let line = $("said").lastElementChild; Number(line?.dataset.n) >= found.since; line = line.previousElementSibling) line.classList.add("new");
  $("said").scrollTop = $("said").scrollHeight;
  const url = new URL(location.href);
  if (table) { url.search = new URLSearchParams({ step: found.step, seat: found.seat }); history.replaceState(null, "", url); }
  else ending(found);
  if (!table) tab.set("record at", `${found.step} ${found.seat}`);
}

function turnBoard(words) {
  if ($("textboard").contains(document.activeElement) && !words) $("astext").focus();
  $("textboard").hidden = !words;
  $("board").hidden = words;
}

function textBoard() {
  inWords = !inWords;
  tab.set("text board", inWords ? "1" : "0");
  $("astext").setAttribute("aria-pressed", String(inWords));
  if (inWords) show(here());
  else turnBoard(false);
}
$("astext").setAttribute("aria-pressed", String(inWords));

// A file has no table to go back to: how it ended stands below its last board.
let ended = "";
async function ending({ step }) {
  $("end").hidden = step < last || ended !== key;
  if (step < last || ended === key) return;
  const mine = key;
  const html = await ask("POST", "/replay/end", { key, screen: screenNow() }).catch(() => "");
  if (!html || mine !== key) return;
  ended = key;
  $("end").innerHTML = html;
  $("end").hidden = here() < last;
}

const { here, stop, to } = stepping({ show, textBoard, last: () => last });
onTurned(() => last && to(here()));

$("whatif").addEventListener("click", () => trying($("whatif"), () => whatIf({ table, text, number, seat: $("seat").value })));

$("verify").addEventListener("click", () => trying($("verify"), async () => {
  $("verdict").innerHTML = table ? await ask("GET", `/table/${table}/verify`) : await ask("POST", "/replay/verify", { text });
}));
$("file")?.addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  $("player").hidden = true;
  $("unreadable").textContent = file.size > event.target.dataset.largest ? $("unreadable").dataset.large : "";
  if ($("unreadable").textContent) return;
  text = await file.text();
  key = "";
  tab.set("record", text);
  show(0, TRUTH);
});
if (table) {
  const query = new URLSearchParams(location.search);
  show(Number(query.get("step") || 0), Number(query.get("seat") || 0));
} else if (again && tab.get("record")) {
  text = tab.get("record");
  show(...(tab.get("record at") || `0 ${TRUTH}`).split(" ").map(Number));
}
