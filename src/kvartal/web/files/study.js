// A study: a match and what might have been. Moves begin branches, bots answer, notes stay with their moment.
import { $, ask, base, copy, onTurned, say, screenNow, somebody, sure, texts, trying } from "./site.js";
import { beforeDrawing, drawBoard } from "./board.js";
import { morph } from "./morph.js";
import { barKey, lift, needsPick, settleAmounts, settlePicks, takeUp } from "./picks.js";
import { stepping } from "./stepping.js";
import { tab } from "./storage.js";

const { study, mine, shared } = document.body.dataset;
const TRUTH = -2;
let found = null, version = 0, busy = null, wanted = null, working = null, toTheEnd = false, unsaved = false;
let inWords = tab.get("text board") === "1";
const seatNow = () => Number($("seat").value || 0);

// Only the newest wish counts while a moment is being drawn. What was written is saved before anybody leaves it.
function show(branch, number, seat = seatNow()) {
  wanted = [branch, number, seat];
  busy ||= shown().finally(() => { busy = null; });
  return busy;
}

async function shown() {
  try {
    await keepNote();
    while (wanted) {
      const [branch, number, seat] = wanted;
      wanted = null;
      const now = await ask("GET", `/study/${study}/at?${new URLSearchParams({ branch, number, seat, screen: screenNow(), told: inWords })}`);
      if (unsaved) { // somebody has begun to write meanwhile: it belongs to the moment that they see
        wanted ||= [branch, number, seat];
        await keepNote();
      } else told(now);
    }
  } catch (error) {
    wanted = null;
    stop();
    say(error.message || texts.failed);
    if (error.status === 409) await newest().catch(() => {});
  }
}

function told(now) {
  found = now;
  version = now.version;
  $("step").max = now.last;
  if (!wanted) $("step").value = now.step;
  $("where").textContent = now.where;
  if ($("seat").options.length !== now.names.length + 2) {
    const people = now.names.map((name, n) => new Option(name, n));
    $("seat").replaceChildren(...people, new Option($("seat").dataset.watcher, -1), new Option($("seat").dataset.truth, TRUTH));
  }
  $("seat").value = now.seat;
  const focused = document.activeElement?.closest?.("#board, #buttons, #picks, #moves, #tree");
  drawBoard(now.board);
  const my = mine && now.moves !== "";
  for (const part of ["picks", "buttons", "moves"]) { morph($(part), now[part]); $(part).hidden = !now[part]; }
  if (!my) for (const each of $("board").querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  settleAmounts();
  settlePicks(Boolean(my));
  $("status").textContent = now.status;
  $("sentence").textContent = now.sentence;
  $("trying").classList.toggle("my", Boolean(my));
  const other = $("otherwise");
  other.hidden = !my || !now.played;
  other.textContent = other.dataset.text.replace("{move}", now.label);
  other.dataset.played = now.played;
  if (now.told) morph($("textboard"), now.told);
  turnBoard(inWords && Boolean(now.told));
  $("points").textContent = now.points.map((points, n) => `${now.names[n]}: ${String(points).replace("-", "−")}`).join(" · ");
  $("said").innerHTML = now.said;
  for (let line = $("said").lastElementChild; Number(line?.dataset.n) >= now.since; line = line.previousElementSibling) line.classList.add("new");
  $("said").scrollTop = $("said").scrollHeight;
  morph($("tree"), now.tree);
  if ($("note")) { $("note").value = now.note; unsaved = false; }
  if ($("read")) $("read").textContent = now.note;
  if ($("branchtools")) {
    $("branchtools").hidden = now.branch === 0;
    $("branchname").value = now.named;
  }
  const others = now.waiting.some((seat) => seat !== now.seat);
  if ($("goon")) {
    $("goon").disabled = now.over || !others;
    $("playout").disabled = now.over;
  }
  const url = new URL(location.href);
  url.search = new URLSearchParams({ at: `${now.branch}.${now.number}`, seat: now.seat });
  history.replaceState(null, "", url);
  if (focused && !focused.contains(document.activeElement)) (($(focused.id).hidden ? null : $(focused.id).querySelector("[data-move]")) || $("status")).focus({ preventScroll: true });
}

function turnBoard(words) {
  if ($("textboard").contains(document.activeElement) && !words) $("astext").focus();
  $("textboard").hidden = !words;
  $("board").hidden = words;
  $("moves").classList.toggle("shown", words);
  for (const button of $("moves").querySelectorAll("button")) button.tabIndex = words ? 0 : -1;
}

function textBoard() {
  inWords = !inWords;
  tab.set("text board", inWords ? "1" : "0");
  $("astext").setAttribute("aria-pressed", String(inWords));
  if (inWords) again();
  else turnBoard(false);
}
$("astext").setAttribute("aria-pressed", String(inWords));

const again = () => found && show(found.branch, found.number);
const { stop } = stepping({ show: (step) => found && show(found.branch, found.stops[Math.min(step, found.last)]), textBoard, last: () => found?.last || 0 });
onTurned(again);

// Changing it: each change names the version that it was made from ------------------------------------------------------

async function done(what) {
  const answer = await ask("POST", `/api/studies/${study}/do`, { version, ...what });
  version = answer.version;
  return answer;
}

async function keepNote() {
  if (!unsaved || !found) return;
  await done({ do: "note", branch: found.branch, number: found.number, text: $("note").value });
  unsaved = false;
}

// One thing after the other: what is written waits for its turn, a second press does nothing. Whatever went wrong, the page
// then shows what is stored, and keeps what was written.
async function change(button, work, waits = false) {
  if (working && !waits) return;
  const before = working;
  const now = (async () => {
    await before;
    await trying(button, async () => {
      try {
        await work();
      } catch (error) {
        if (error.status === 409) await fresh();
        throw error;
      }
    });
  })();
  working = now;
  await now;
  if (working !== now) return;
  working = null;
  $("thinking").hidden = true;
  onward(false);
}

async function newest() { version = (await ask("GET", `/api/studies/${study}`)).version; }

async function fresh() {
  await newest();
  if (!unsaved) await again();
}

async function play(move) {
  if (!found || !mine) return;
  await change(null, async () => {
    await keepNote();
    const { branch, number } = await done({ do: "move", branch: found.branch, number: found.number, seat: found.seat, move });
    await show(branch, number);
    await answered();
  });
}

// Bots answer until it is my turn again, or until the end if that is wanted.
async function answered(once = false) {
  do {
    const { waiting, over, seat, branch, number } = found;
    const me = toTheEnd ? null : seat >= 0 ? seat : null;
    if (over || !waiting.some((each) => each !== me) || (!once && me !== null && waiting.includes(me))) return;
    if (!once && !toTheEnd && me === null) return;
    $("thinking").hidden = false;
    const next = await done({ do: "answer", branch, number, ...(me === null ? {} : { seat: me }), level: $("level").value });
    await show(next.branch, next.number);
  } while (!once || toTheEnd);
}

$("goon")?.addEventListener("click", () => change($("goon"), async () => { await keepNote(); await answered(true); }));
function onward(wanted) {
  toTheEnd = wanted;
  $("playout")?.setAttribute("aria-pressed", String(wanted));
}
$("playout")?.addEventListener("click", () => {
  onward(!toTheEnd);
  if (toTheEnd) change(null, async () => { await keepNote(); await answered(); });
});

$("note")?.addEventListener("input", () => { unsaved = true; });
$("keepnote")?.addEventListener("click", () => change($("keepnote"), async () => {
  unsaved = true; // an empty one takes it away
  await keepNote();
  await again();
}, true));
$("branchtools")?.addEventListener("submit", (event) => {
  event.preventDefault();
  change(event.submitter, async () => { await done({ do: "name", branch: found.branch, name: $("branchname").value }); await again(); }, true);
});
$("drop")?.addEventListener("click", async () => {
  if (!await sure($("drop").dataset.sure)) return;
  await change($("drop"), async () => {
    unsaved = false;
    const { branches } = await done({ do: "drop", branch: found.branch });
    const left = branches.some(({ id }) => id === found.branch) ? found.branch : 0;
    await show(left, Number($("tree").querySelector(`[data-branch="${found.branch}"]`)?.dataset.number || 0));
  });
});
$("studytools")?.addEventListener("submit", (event) => {
  event.preventDefault();
  change(event.submitter, async () => {
    const { title } = await done({ do: "name", name: $("studyname").value });
    if (title) $("title").textContent = title;
  }, true);
});
$("share")?.addEventListener("click", () => change($("share"), async () => {
  await keepNote();
  await done({ do: "share", shared: !shared });
  location.reload();
}));
$("delete")?.addEventListener("click", async () => {
  if (!await sure($("delete").dataset.sure)) return;
  await trying($("delete"), async () => {
    await ask("DELETE", `/api/studies/${study}`);
    location.assign(`${base}/studies`);
  });
});
$("mycopy")?.addEventListener("click", () => trying($("mycopy"), async () => {
  await somebody();
  const made = await ask("POST", "/api/studies", { study });
  location.assign(`${base}/study/${made.id}${location.search}`);
}));
$("link").addEventListener("click", () => copy(location.href));

document.addEventListener("click", (event) => {
  const link = event.target.closest("#tree a[data-branch]");
  if (link) {
    event.preventDefault();
    stop();
    show(Number(link.dataset.branch), Number(link.dataset.number));
    return;
  }
  if (needsPick(event.target)) return;
  const target = event.target.closest("#board [data-move], #buttons [data-move], #moves [data-move], [data-pick]");
  if (!target) return;
  if (target.dataset.pick !== undefined) takeUp(target.dataset.pick);
  else if (mine) play(target.dataset.move);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog")) return;
  if (barKey(event)) { event.preventDefault(); return; }
  const target = event.target.closest?.("#board [data-move]");
  if ((event.key === "Enter" || event.key === " ") && target && mine) {
    event.preventDefault();
    play(target.dataset.move);
  }
}, true); // before the arrows go through the line
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

beforeDrawing(lift);
const query = new URLSearchParams(location.search);
const [branch, number] = (query.get("at") || "0.0").split(".").map((each) => Number(each) || 0);
await show(branch, number, Number(query.get("seat") || 0));
if (!found) await show(0, 0, 0); // a link to a branch that is gone
