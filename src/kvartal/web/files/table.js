// The page of a table: parts drawn by the server are patched in; clicks, keys and touches become moves.
import { base, lang, say, somebody, texts, trying } from "./site.js";
import { bytes, saltOf, sha256 } from "./fair.js";
import { guideMe } from "./guide.js";
import { atKey } from "./keys.js";
import { morph } from "./morph.js";

const { table, game, title } = document.body.dataset;
const $ = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 620px)");
const now = { seat: null, version: 0, waiting: [], over: false, frame: null, clock: [], at: 0, person: document.body.dataset.person };
let socket = null, tries = 0, count = 0, wantedSeat = null, wasMine = false;
const queue = [];

// The socket ---------------------------------------------------------------------------------------------------------

function connect() {
  const query = new URLSearchParams({ as: narrow.matches ? "phone" : "desk", lang });
  if (wantedSeat !== null) query.set("seat", wantedSeat);
  const mine = socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${base}/api/tables/${table}/socket?${query}`);
  mine.onmessage = (event) => { if (mine === socket) heard(JSON.parse(event.data)); };
  mine.onopen = () => {
    if (tries) say(texts.back, true);
    tries = 0;
    while (queue.length) mine.send(queue.shift());
  };
  mine.onclose = (event) => {
    if (mine !== socket || event.code === 4404 || event.code === 4403) return;
    if (tries++ === 1) say(texts.lost);
    setTimeout(connect, Math.min(8000, 200 * 2 ** tries));
  };
}

export function reconnect(seat = wantedSeat) {
  wantedSeat = seat;
  const old = socket;
  socket = null;
  old?.close();
  connect();
}

export function send(command) {
  const text = JSON.stringify({ id: `${Date.now().toString(36)}-${++count}`, ...command });
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else queue.push(text);
}

function heard(message) {
  if (message.is === "refused") return refused(message);
  if (message.is === "answer") return answered(message);
  if (message.is === "change") return undefined;
  if (message.seat !== undefined) now.seat = message.seat;
  now.version = message.version;
  if (message.table) now.frame = message.table;
  if (message.waiting) now.waiting = message.waiting;
  if (message.over !== undefined) now.over = message.over;
  if (message.clock) { now.clock = message.clock; now.at = performance.now(); }
  if (message.late) say(texts.late, true);
  const focused = document.activeElement;
  const inside = focused?.closest?.("#board, #moves")?.id;
  for (const [id, html] of Object.entries(message.parts || {})) patch(id, html);
  if (message.log) logged(message.log);
  settle();
  if (inside) keepFocus(focused, inside);
  ceremony();
  handOver();
  plotted();
}

function patch(id, html) {
  morph($(id), html);
  if (id === "lobby" && $("link")) $("link").value = location.href;
  if (id === "scores") $("scorebox").hidden = !html;
  if (id === "chatlines") chatted();
}

async function refused(message) {
  let text = message.text;
  if (message.rule) {
    try {
      text = (await (await fetch(`${base}/rule/${game}/${encodeURIComponent(message.rule)}`)).json()).text || text;
    } catch { /* the plain sentence will do */ }
  }
  say(text);
}

function answered(message) {
  if (message.table) location.assign(message.table);
  if (message.key) {
    const link = `${location.origin}${base}/table/${table}#${message.key}`;
    $("moved").textContent = link;
  }
}

// What depends on who looks -------------------------------------------------------------------------------------------

function settle() {
  const { frame, seat, waiting } = now;
  if (!frame) return;
  const host = frame.host === now.person && now.person !== "";
  const mine = frame.seats[seat];
  const playing = frame.status === "playing";
  for (const each of document.querySelectorAll("[data-for]")) {
    const wanted = each.dataset.for;
    each.hidden = !{
      host, seated: seat !== null, playing: seat !== null && playing && !mine?.bot, botted: seat !== null && playing && !!mine?.bot,
    }[wanted] && !(wanted === now.person) && !(host && wanted.startsWith("host-not-") && wanted !== `host-not-${now.person}`);
  }
  for (const each of document.querySelectorAll("#lobby [data-do=sit]")) each.hidden = seat !== null;
  const begun = !["open", "salting"].includes(frame.status);
  $("play").hidden = !begun;
  $("lobby").hidden = begun;
  const my = playing && seat !== null && waiting.includes(seat);
  $("moves").hidden = !my;
  $("undo").hidden = $("hint").hidden = !(playing && seat !== null);
  $("turnbox").className = my ? "mine" : "";
  document.title = `${my ? `● ${texts.turn} ` : ""}${title} · Kvartal`;
  if (my && !wasMine && document.hidden && window.Notification?.permission === "granted") new Notification(texts.turn, { body: title });
  if (my && !wasMine) guideMe(game);
  wasMine = my;
  ticking();
}

// Fair deals: promise a salt when seated, open it when asked, start by itself where one click was promised.
const promised = new Set();
function ceremony() {
  const { frame } = now;
  if (!frame || !now.person) return;
  const mine = frame.seats.map((seat, n) => [seat, n]).filter(([seat]) => seat.person === now.person);
  if (frame.deal) localStorage.setItem(`deal ${table}`, frame.deal.commitment);
  for (const [seat, n] of mine) {
    const key = `${frame.status} ${n} ${frame.deal?.commitment}`;
    if (promised.has(key)) continue;
    if (frame.status === "open" && seat.salt === "none") {
      promised.add(key);
      send({ do: "promise", promise: sha256(bytes(saltOf(table, n))), seat: n });
    } else if (frame.status === "salting" && seat.salt === "promised") {
      promised.add(key);
      send({ do: "salt", salt: saltOf(table, n), seat: n });
    }
  }
  const ready = frame.status === "open" && frame.host === now.person && mine.every(([seat]) => seat.salt === "promised")
    && frame.seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  if (ready && sessionStorage.getItem(`start ${table}`)) {
    sessionStorage.removeItem(`start ${table}`);
    send({ do: "start" });
  }
}

// Several seats on one device: whoever is to move gets it, behind a curtain where something is hidden.
const ours = () => (now.frame?.seats || []).flatMap((seat, n) => (seat.person && seat.person === now.person && !seat.bot ? [n] : []));
function handOver() {
  const mine = ours();
  if (mine.length < 2 || now.frame.status !== "playing" || now.waiting.includes(now.seat)) return;
  const next = now.waiting.find((seat) => mine.includes(seat));
  if (next === undefined) return;
  if (!document.body.dataset.secrets && now.waiting.length === 1) { reconnect(next); return; }
  $("board").replaceChildren();
  $("nextname").textContent = document.querySelector(`#player-${next} .name`)?.textContent;
  $("curtain").hidden = false;
  $("itsme").onclick = () => { $("curtain").hidden = true; reconnect(next); };
  $("itsme").focus();
}

let drawing = false;
async function plotted() {
  const place = $("plot");
  if (!place || place.children.length || drawing || now.frame?.status !== "finished") return;
  drawing = true;
  const answer = await fetch(`${base}/table/${table}/plot`);
  if (answer.ok) $("plot").innerHTML = await answer.text();
}

function ticking() {
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock);
    let left = now.clock[seat];
    if (left === undefined || left === null) { if (place.textContent) place.textContent = ""; continue; }
    if (now.waiting.includes(seat)) left = Math.max(0, left - (performance.now() - now.at));
    const s = Math.floor(left / 1000), pad = (n) => String(n).padStart(2, "0");
    const text = s >= 3600 ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
    if (place.textContent !== text) place.textContent = text;
  }
}
setInterval(ticking, 500);

// Log and chat -------------------------------------------------------------------------------------------------------

const seenKey = `seen ${table}`;
function logged({ from, html }) {
  const list = $("log");
  const low = list.scrollTop + list.clientHeight >= list.scrollHeight - 30;
  if (from === 0) list.innerHTML = html;
  else {
    for (const old of [...list.children]) if (Number(old.dataset.n) >= from) old.remove();
    list.insertAdjacentHTML("beforeend", html);
  }
  const seen = Number(localStorage.getItem(seenKey) || 0);
  for (const line of list.children) line.classList.toggle("new", Number(line.dataset.n) >= seen);
  if (low || from === 0) list.scrollTop = list.scrollHeight;
  if (!now.waiting.includes(now.seat) && !document.hidden) looked(0);
}
function looked(wait = 4000) {
  const last = $("log").lastElementChild;
  if (last) setTimeout(() => localStorage.setItem(seenKey, Number(last.dataset.n) + 1), wait);
}

let heardLines = 0;
function chatted() {
  const muted = localStorage.getItem("mute") === "1";
  const lines = $("chatlines").children.length;
  $("chatlines").hidden = muted;
  const fresh = lines - heardLines;
  $("unread").textContent = !muted && !$("chatbox").open && fresh > 0 ? `(${fresh})` : "";
  if ($("chatbox").open) heardLines = lines;
  $("chatlines").scrollTop = $("chatlines").scrollHeight;
}
$("chatbox").addEventListener("toggle", chatted);
$("mute").checked = localStorage.getItem("mute") === "1";
$("mute").addEventListener("change", () => { localStorage.setItem("mute", $("mute").checked ? "1" : "0"); chatted(); });
$("chat").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("chattext").value.trim();
  if (!text) return;
  $("chattext").value = "";
  asSomebody(() => send({ do: "chat", text }));
});

// Doing things -------------------------------------------------------------------------------------------------------

export function play(move) {
  looked(0);
  const seat = now.seat ?? undefined;
  send({ do: "move", move, seen: now.version, seat });
}

// Whoever has no name yet is asked for one first; the socket then comes back as that person.
function asSomebody(work) {
  if (now.person) return work();
  $("namebox").showModal();
  $("naming").onsubmit = (event) => {
    event.preventDefault();
    trying(event.submitter, async () => {
      await somebody($("myname").value);
      now.person = (await (await fetch(`${base}/api/me`)).json()).id;
      $("namebox").close();
      reconnect();
      work();
    });
  };
  return undefined;
}

function refusedTarget(element) {
  trying(null, async () => {
    const query = new URLSearchParams({ move: element.dataset.refused });
    if (now.seat !== null) query.set("seat", now.seat);
    const found = await (await fetch(`${base}/table/${table}/why?${query}`)).json();
    if (found.text) say(`${found.move}: ${found.text}`);
  });
}

export function hint() {
  trying($("hint"), async () => {
    const found = await (await fetch(`${base}/table/${table}/hint?${now.seat !== null ? `seat=${now.seat}` : ""}`)).json();
    if (!found.move) return say(texts.no_hint, true);
    say(texts.hint.replace("{move}", found.label), true);
    for (const each of document.querySelectorAll(`[data-move="${CSS.escape(found.move)}"]`)) {
      each.dataset.hint = "";
      setTimeout(() => delete each.dataset.hint, 4000);
    }
    return undefined;
  });
}

export function undo() { send({ do: "undo", seen: now.version, seat: now.seat ?? undefined }); }

export function textBoard() {
  const text = $("textboard");
  text.hidden = !text.hidden;
  $("board").hidden = !text.hidden;
  $("astext").setAttribute("aria-pressed", String(!text.hidden));
  (text.hidden ? $("status") : text).focus();
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-move], [data-refused], [data-do], [data-copy], [data-verify], [data-rule], button");
  if (!target) return;
  const { move, refused: no, copy, verify, person, sure, rule } = target.dataset;
  if (move !== undefined) return play(move);
  if (no !== undefined) return refusedTarget(target);
  if (rule !== undefined) { event.preventDefault(); return showRule(rule); }
  if (copy) { navigator.clipboard?.writeText($(copy).value); $(copy).select(); return say(texts.copied, true); }
  if (verify) return proven(target, verify);
  const act = target.dataset.do;
  if (act) {
    if (sure && !confirm(sure)) return undefined;
    const command = { do: act };
    if (target.dataset.seat !== undefined) command.seat = Number(target.dataset.seat);
    if (person) command.person = person;
    return asSomebody(() => send(command));
  }
  const tools = { undo, hint, astext: textBoard, showrules: () => $("rules").showModal(), showkeys: () => $("keys").showModal(), showguide: () => guideMe(game, true) };
  if (target.id === "notify") window.Notification?.requestPermission();
  return tools[target.id]?.();
});

function showRule(id) {
  $("rules").showModal();
  const place = document.getElementById(id);
  place?.setAttribute("tabindex", "-1");
  place?.focus();
  place?.scrollIntoView({ block: "center" });
}

// The server proves the record; this device checks that it is the deal that was promised to it.
function proven(button, id) {
  trying(button, async () => {
    $("verdict").innerHTML = await (await fetch(`${base}/table/${id}/verify`)).text();
    const code = $("verdict").querySelector("[data-commitment]");
    if (!code) return;
    const { commitment, secret } = code.dataset;
    const kept = localStorage.getItem(`deal ${id}`);
    code.append(sha256(bytes(secret)) === commitment && (!kept || kept === commitment) ? " ✓" : " ✗");
  });
}

// Focus --------------------------------------------------------------------------------------------------------------

function keepFocus(was, inside) {
  const still = document.activeElement;
  if (still && still !== document.body && still === was && (was.matches("[data-move]"))) return;
  const next = $(inside).querySelector("[data-move]");
  (next && !$(inside).hidden ? next : $("status")).focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => atKey(event, { play, undo, hint, textBoard }));
let resized;
narrow.addEventListener("change", () => { clearTimeout(resized); resized = setTimeout(reconnect, 300); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && socket?.readyState > 1) reconnect(); });

const key = location.hash.slice(1);
if (/^[\w-]{20,}$/.test(key)) {  // a private link: the seat comes to this device
  history.replaceState(null, "", location.pathname);
  asSomebody(() => send({ do: "sit", key }));
}
connect();
