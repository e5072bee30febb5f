// What happened, what is new since one last looked, and the chat.
import { $, narrow, texts } from "./site.js";
import { tell } from "./pace.js";
import { device } from "./storage.js";

const { table } = document.body.dataset;
// Whose eyes look at this page: the seat that it is shown to. Where several people share a device and nothing is hidden
// between them, all of them look together.
let eyes = [""];
const seenKey = (seat) => `seen ${table} ${seat}`;
const seen = () => Number(device.get(seenKey(eyes[0])) || 0);
const mine = (line) => line.dataset.seat === String(eyes[0]); // nobody has missed what they did themselves
export function lookAs(seats) { eyes = seats; }

let low = true, top = 0; // low: the newest line of the log is wanted in sight
$("log").addEventListener("scroll", ({ target }) => {
  const up = target.scrollTop < top;
  top = target.scrollTop;
  low = top + target.clientHeight >= target.scrollHeight - 30 || (low && !up);
}, { passive: true });

export function logged({ from, html }) {
  const list = $("log"), known = seen() || Infinity; // whoever comes for the first time has missed nothing
  if (from === 0) list.innerHTML = html;
  else {
    while (Number(list.lastElementChild?.dataset.n) >= from) list.lastElementChild.remove();
    list.insertAdjacentHTML("beforeend", html);
    const fresh = [...list.children].filter((line) => Number(line.dataset.n) >= from);
    if (myTurn && fresh.some((line) => line.dataset.seat && !mine(line))) turned(true); // again: theirs came at the same time
    speak(fresh.map(said));
    tell(fresh.filter((line) => line.dataset.seat && !mine(line)).map(said));
  }
  for (const line of list.querySelectorAll(".new")) line.classList.toggle("new", Number(line.dataset.n) >= known);
  for (let line = list.lastElementChild; Number(line?.dataset.n) >= known; line = line.previousElementSibling) line.classList.toggle("new", !mine(line));
  latest();
  // Reading sizes now would lay out the board just patched a second time: the next frame does it anyway.
  if (low || from === 0) requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
}

// On a phone the log and the chat lie far below: what others did and said last stands above the board as well.
const MOST = 4;
const chats = []; // what was said after which line of the log
function latest() {
  const found = [];
  for (let line = $("log").lastElementChild; line && found.length <= MOST; line = line.previousElementSibling) {
    const number = Number(line.dataset.n);
    if (!line.dataset.seat || mine(line)) continue;
    if (found.at(-1)?.[0] === number) found.at(-1)[1] = `${said(line)} ${found.at(-1)[1]}`; // what followed from it
    else found.push([number, said(line)]);
  }
  found.push(...chats.slice(-MOST));
  if (!found.length) found.push(...[...$("log").children].slice(-MOST).map((line, n) => [n, said(line)])); // it begins
  found.sort(([a], [b]) => b - a);
  $("latest").replaceChildren(...found.slice(0, MOST).map(([, textContent, className = ""]) => Object.assign(document.createElement("p"), { textContent, className })));
}

// A screen reader hears what is new when it has all come, or nearly; last, that it is my turn now.
const said = (line) => line.firstChild.textContent; // without the link to its rule
const PAUSE = 400, LONGEST = 2000; // ms
let unsaid = [], turn = "", myTurn = false, saying = 0, since = 0;
function speak(lines) {
  if (!unsaid.length && !turn) since = performance.now();
  unsaid.push(...lines);
  soon();
}

export function turned(toMe) {
  if (!unsaid.length) since = performance.now();
  myTurn = toMe;
  turn = toMe ? texts.turn : "";
  soon();
}

function soon() {
  clearTimeout(saying);
  saying = setTimeout(() => {
    const lines = unsaid.map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)); // where a voice takes breath
    if (turn) lines.push(turn);
    if (lines.length) $("spoken").textContent = lines.join(" ");
    unsaid = [];
    turn = "";
  }, Math.min(PAUSE, Math.max(0, since + LONGEST - performance.now())));
}

export function hush() {
  clearTimeout(saying);
  unsaid = [];
  turn = "";
  $("spoken").textContent = "";
}

// Everything up to here has been looked at.
export function looked() {
  const last = $("log").lastElementChild, who = eyes;
  if (!last) return;
  setTimeout(() => { for (const seat of who) device.set(seenKey(seat), Number(last.dataset.n) + 1); }); // writing is slow: after the board
}

// Somebody comes back: what they have missed, in a few lines.
export function news() {
  const missed = [...$("log").children].filter((line) => Number(line.dataset.n) >= seen() && !mine(line));
  if (!seen() || missed.length < 2) return;
  const more = missed.length > 6 ? [Object.assign(document.createElement("li"), { textContent: "…" })] : [];
  $("newslines").replaceChildren(...more, ...missed.slice(-6).map((line) => line.cloneNode(true)));
  $("news").querySelector("strong").textContent = texts.news;
  $("news").hidden = false;
  speak(missed.slice(-6).map(said));
}

// The chat: new lines are counted while it is closed, and spoken, unless it is muted.
let known = null, unread = 0; // known: the number of the newest line that was here before
export function chatted() {
  const muted = device.get("mute") === "1";
  const lines = [...$("chatlines").children], number = (line) => Number(line.dataset.n);
  const fresh = known === null ? [] : lines.filter((line) => number(line) > known);
  if (known === null) unread = lines.length;
  known = Math.max(known ?? 0, ...lines.map(number));
  $("chatlines").hidden = muted;
  if (fresh.length && !muted && !narrow.matches) $("chatbox").open = true; // at a desk there is room for it
  unread = muted || $("chatbox").open ? 0 : unread + fresh.length;
  $("unread").textContent = unread ? `(${unread})` : "";
  $("tabs").dataset.unread = unread || "";
  if (muted) chats.length = 0;
  if (!muted && fresh.length) {
    speak(fresh.map((line) => line.textContent));
    const after = Number($("log").lastElementChild?.dataset.n ?? 0);
    for (const line of fresh) if (line.dataset.person !== document.body.dataset.person) chats.push([after + 0.5, line.textContent, "chatted"]);
    latest();
  }
  $("chatlines").scrollTop = $("chatlines").scrollHeight;
}

$("chatbox").addEventListener("toggle", chatted);
$("mute").checked = device.get("mute") === "1";
$("mute").addEventListener("change", () => { device.set("mute", $("mute").checked ? "1" : "0"); chatted(); });
$("closenews").addEventListener("click", () => { $("news").hidden = true; looked(); });
