// The line to the table: one socket that comes back by itself, and what is sent while it is away.
import { $, base, lang, say, screenNow, texts } from "./site.js";
import { tab } from "./storage.js";

const { table } = document.body.dataset;
const unanswered = new Map(); // by its id, what was sent and nobody has answered yet: a line may be dead without anybody noticing
const PATIENCE = 10_000; // ms
let socket = null, tries = 0, count = 0, wantedSeat = null, hear = () => {}, waiting = 0;
const TOO_SLOW = 4408, FORGOTTEN = 4401; // close codes are 4000 and the status that HTTP would give

export function listen(heard) { hear = heard; connect(); }

function connect() {
  clearTimeout(waiting);
  const query = new URLSearchParams({ as: screenNow(), lang });
  if (wantedSeat !== null) query.set("seat", wantedSeat);
  const mine = socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${base}/api/tables/${table}/socket?${query}`);
  mine.onmessage = (event) => {
    if (mine !== socket) return;
    const message = JSON.parse(event.data);
    for (const id of [...(message.done || []), ...(message.late || []), message.id]) unanswered.delete(id);
    hear(message);
  };
  mine.onopen = () => {
    if (tries > 1) say(texts.back, true);
    tries = 0;
    banner("");
    for (const text of unanswered.values()) mine.send(text); // a second time changes nothing
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === FORGOTTEN && !tab.get("forgotten") && tab.set("forgotten", "1")) return location.reload(); // this device is nobody any more
    if (event.code >= 4400 && event.code < 4500 && event.code !== TOO_SLOW) return dead(event.reason || texts.failed);
    if (tries++ >= 1) banner(texts.lost, texts.again, () => reconnect());
    if (tries > 3) fetch(`${base}/healthz`).then(({ ok }) => { if (ok && tries > 3) banner(texts.blocked, texts.again, () => reconnect()); }, () => {});
    waiting = setTimeout(connect, Math.min(8000, 200 * 2 ** tries));
  };
}

// Nothing that is shown here is true any more, or will be.
function dead(why) {
  banner(why, texts.shelf, () => location.assign(`${base}/`));
  for (const part of ["lobby", "invited", "play"]) $(part).hidden = true;
}

export function reconnect(seat = wantedSeat) {
  wantedSeat = seat;
  const old = socket;
  socket = null;
  old?.close();
  connect();
}

export function send(command) {
  const id = `${Date.now().toString(36)}-${++count}`, text = JSON.stringify({ id, ...command });
  unanswered.set(id, text);
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  setTimeout(() => { if (unanswered.has(id) && socket?.readyState === WebSocket.OPEN) reconnect(); }, PATIENCE);
}

// What must not be missed stands above the table until it is no longer so.
export function banner(text, button = "", work = null) {
  $("banner").hidden = !text;
  $("banner").querySelector("span").textContent = text;
  const press = $("banner").querySelector("button");
  press.hidden = !button;
  press.textContent = button;
  press.onclick = work;
}

addEventListener("offline", () => banner(texts.lost, texts.again, () => reconnect()));
addEventListener("online", () => reconnect());
// A phone that has slept, or a tab that was long behind others: the line may be dead without anybody having told us.
const LONG = 60_000; // ms
let awake = Date.now();
function slept() {
  if (document.hidden) return false;
  const since = awake;
  awake = Date.now();
  return awake - since > LONG;
}
setInterval(() => { if (slept()) reconnect(); }, 5000);
document.addEventListener("visibilitychange", () => { if (slept() || (!document.hidden && socket?.readyState > 1)) reconnect(); });
