// One turn on the live board, without a table: the page holds the moves so far and sends all of them.
import { $, ask, onTurned, say, screenNow } from "./site.js";
import { atKey } from "./keys.js";
import { beforeDrawing, drawBoard } from "./board.js";
import { letterOf, lettersAreKeys, notOurs } from "./letters.js";
import { lift, needsPick, settleAmounts, settlePicks, takeUp } from "./picks.js";
import { goTo, mark as markTab } from "./tabs.js";
import { lookAround, showWhere } from "./where.js";
import { morph } from "./morph.js";
import { remember } from "./solved.js";

const { at, after, puzzle, practice } = document.body.dataset;
let moves = [], shown = false, over = false, told = false, busy = false;

// What becomes of it ---------------------------------------------------------------------------------------------------

async function look(wanted, answer = shown) {
  if (busy) return;
  busy = true;
  try {
    const found = await ask("POST", at, { moves: wanted, screen: screenNow(), shown: answer });
    moves = found.moves;
    shown = answer;
    draw(found);
    if (found.over || answer) await tell(found.solved && !shown);
  } catch (error) {
    say(error.message);
  } finally {
    busy = false;
  }
}

function draw({ parts, board, over: ended, mark, marks }) {
  const focused = document.activeElement, inside = focused?.closest?.("#board, #moves, #picks, #buttons, #asked")?.id;
  over = ended;
  drawBoard(board);
  for (const [id, html] of Object.entries(parts)) morph($(id), html);
  $("play").dataset.mine = over ? "" : "1";
  $("picks").hidden = over || !$("picks").firstChild;
  $("buttons").hidden = over;
  $("undo").hidden = $("hint").hidden = false;
  $("undo").className = moves.length ? "" : "off";
  settleAmounts();
  settlePicks(!over);
  reachable();
  markTab();
  lookAround(!over);
  if (mark) { // the answer so far
    $("board").querySelector("svg")?.insertAdjacentHTML("beforeend", marks);
    for (const each of document.querySelectorAll(`:is(#moves,#dock) [data-move="${CSS.escape(mark)}"]`)) each.dataset.hint = "1";
  }
  $("spoken").textContent = over ? "" : $("status").textContent; // what is said of a whole turn is heard where it stands
  if (over) $("asked").querySelector("button.go")?.focus({ preventScroll: true });
  else if (inside && (document.activeElement !== focused || !focused.isConnected)) {
    ($(inside === "asked" ? "board" : inside).querySelector("[data-move]") || $("status")).focus({ preventScroll: true });
  }
}

// The first try counts; whoever has looked at the answer has not solved it.
async function tell(solved) {
  if (puzzle) remember(puzzle, solved ? "solved" : shown ? "shown" : "");
  if (!practice || told) return;
  told = true;
  await ask("POST", `/api/practice/${practice}`, { moves: shown ? [] : moves });
}

const press = (move) => { if (!over) look([...moves, move]); };
const undo = () => { if (moves.length) look(moves.slice(0, -1)); };
const show = () => look([], true);
const next = () => location.assign(after);

// Hands ----------------------------------------------------------------------------------------------------------------

function textBoard() {
  const text = $("textboard");
  text.hidden = !text.hidden;
  $("board").hidden = !text.hidden;
  $("astext").setAttribute("aria-pressed", String(!text.hidden));
  reachable();
  (text.hidden ? $("status") : text).focus();
}

// All moves in words: for whoever listens always, for eyes and keys beside the text.
function reachable() {
  const seen = !$("textboard").hidden;
  $("moves").classList.toggle("shown", seen);
  for (const button of $("moves").querySelectorAll("button")) button.tabIndex = seen ? 0 : -1;
}

const TOOLS = {
  undo, hint: show, astext: textBoard, showwhere: showWhere,
  showrules: () => $("rules").showModal(), showkeys: () => $("keys").showModal(), closetask: () => { morph($("asked"), ""); $("status").focus(); },
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-move], [data-refused], [data-pick], [data-tab], [data-rule], button");
  if (needsPick(event.target) || !target) return;
  const { move, refused, pick, tab: way, rule } = target.dataset;
  if (pick !== undefined) takeUp(pick);
  else if (way !== undefined) {
    if (way !== "side" && $("board").hidden) textBoard();
    goTo(way);
  } else if (move !== undefined) press(move);
  else if (refused !== undefined) press(refused); // the answer says why not
  else if (rule !== undefined) event.preventDefault();
  else if (target.dataset.show) show();
  else if (target.dataset.again) { shown = false; look([]); }
  else if (target.dataset.next) next();
  else TOOLS[target.id]?.();
});

document.addEventListener("keydown", (event) => {
  const letter = letterOf(event);
  if (letter === "n" && lettersAreKeys() && !notOurs(event)) { next(); return; }
  if (!["a", "l", "c", "w"].includes(letter)) atKey(event, { play: press, undo, hint: show, textBoard });
});

beforeDrawing(() => { lift(); $("board").querySelector(".marks")?.remove(); });
onTurned(() => look(moves));
look([]);
