// The page of a table: parts drawn by the server are patched in; clicks, keys and touches become moves.
import { $, ask, base, copy, drawLink, onTurned, say, somebody, sure, texts, trying } from "./site.js";
import { bytes, saltOf, sha256 } from "./fair.js";
import { guest, leveled, showFace } from "./guests.js";
import { coachMe, coached } from "./coach.js";
import { guideMe } from "./guide.js";
import "./lesson.js";
import { device, tab } from "./storage.js";
import { atKey } from "./keys.js";
import { morph, morphOne } from "./morph.js";
import { beforeDrawing, drawBoard, drawPieces } from "./board.js";
import { banner, listen, reconnect, send } from "./line.js";
import { chatted, hush, logged, lookAs, looked, news, turned } from "./log.js";
import { drawEnd, more, proven, share } from "./ended.js";
import { lastTurn, over } from "./again.js";
import { arrived, drop, paceIsUp, pacing, playing, stillThere, switchPace } from "./pace.js";
import { lay, lift, needsPick, settleAmounts, settlePicks, takeUp } from "./picks.js";
import { goTo, mark, stay } from "./tabs.js";
import { sound, sounding, switchSound } from "./sound.js";
import { lookAround, showWhere } from "./where.js";
import { hint, liftMarks, settleHint, takeAway, whyNot } from "./hints.js";
import { forget, hide, hover } from "./why.js";

const { table, game, title, build } = document.body.dataset;
const now = { seat: null, version: 0, waiting: [], over: false, frame: null, clock: [], at: 0, undo: "", person: document.body.dataset.person };
let wasMine = false, sounds = "move", rematch;

// The board and what can be done come first; what stands beside them follows when they have been painted.
let beside = null;
function catchUp() {
  const message = beside;
  beside = null;
  if (message) standBeside(message);
}

function whenPainted(message) {
  catchUp(); // the one before
  if (!$("curtain").hidden) return; // it was for somebody else
  beside = message;
  if (!document.hidden) requestAnimationFrame(() => setTimeout(catchUp));
  setTimeout(catchUp, document.hidden ? 0 : 100); // a window that lies behind another is painted once a second, or never
}

function standBeside({ board, parts, rows, log, whole }) {
  if (board && !redraw(board)) return;
  if (board) { lay(); settleHint(now); }
  lookAs(document.body.dataset.secrets ? [now.seat ?? ""] : [now.seat ?? "", ...ours()]);
  for (const [id, html] of Object.entries(parts || {})) patch(id, html);
  for (const [id, html] of Object.entries(rows || {})) if ($(id)) morphOne($(id), html);
  if (log) logged(log);
  if (parts || rows) settle(); // for whom the new rows are
  if (whole && log) news();
  else if (log?.html) sound(sounds);
  if (log && !wasMine && !document.hidden) looked();
  if (!whole) handOver();
}

// What I did is answered at once; what others did is played.
function heard(message) {
  const mine = message.whole || message.done || message.late || !["page", "beside"].includes(message.is) || now.frame?.status !== "playing";
  arrived(message, mine);
}

function show(message) {
  over();
  if (message.is === "refused") return say(message.text);
  if (message.is === "answer") return answered(message);
  if (message.is === "change") return undefined;
  if (message.is === "beside") return whenPainted(message);
  catchUp();
  if (message.build && message.build !== build) banner(texts.updated, texts.reload, () => location.reload());
  const was = { over: now.over, seat: now.seat };
  if (message.seat !== undefined) now.seat = message.seat;
  now.version = message.version;
  if (message.table) now.frame = message.table;
  if (message.waiting) now.waiting = message.waiting;
  if (now.waiting.length > 1) put(document.body.dataset, "secrets", "1"); // turns at the same time are hidden until the reveal
  if (message.over !== undefined) now.over = message.over;
  if (message.undo !== undefined) now.undo = message.undo;
  if (message.clock) { now.clock = message.clock; now.at = message.arrived; }
  if (message.late) say(texts.late, true);
  if (was.seat !== null && now.seat === null && now.frame?.status === "playing" && now.frame.seats[was.seat].person) banner(texts.moved);
  const focused = document.activeElement;
  const inside = focused?.closest?.("#board, #moves, #status, #picks, #buttons")?.id;
  const ended = !!$("end").firstChild;
  if ((message.board || message.svg) && !redraw(message.board, message.svg)) return undefined; // first, while the page is still laid out
  for (const [id, html] of Object.entries(message.parts || {})) patch(id, html);
  if (message.parts?.board) changedBoard();
  const mine = settle();
  if (message.whole) stay();
  coached(message.coach);
  sounds = now.over && !was.over ? "over" : mine && !wasMine ? "turn" : "move";
  if (mine !== wasMine) turned(mine);
  if (mine && !wasMine) yourTurn();
  wasMine = mine;
  if (!ended && !message.whole && $("end").firstChild) toTheEnd(focused);
  else if (inside) keepFocus(focused, inside);
  if (now.frame?.rematch && !rematch && now.seat !== null && !message.whole) banner(texts.rematch, texts.to_rematch, () => location.assign(now.frame.rematch));
  rematch = now.frame?.rematch;
  ceremony();
  if (document.body.dataset.secrets || message.whole || !message.waiting) handOver(); // else it is told first what happened
  if (message.whole && $("curtain").hidden) standBeside({ log: message.log, whole: true }); // behind a curtain nobody has looked yet
  if (now.frame?.status === "finished") more();
  return undefined;
}

// It has just ended: whatever lies over the page goes, except what somebody is writing.
function toTheEnd(focused) {
  hide();
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const head = $("end").querySelector("h2");
  if (!focused?.closest?.("#chat")) head.focus({ preventScroll: true });
  head.scrollIntoView({ block: "start" });
}

function redraw(pieces, opening) {
  try {
    drawPieces(pieces, opening);
  } catch { // it does not fit to what is here
    reconnect();
    return false;
  }
  if (pieces) changedBoard();
  return true;
}

function patch(id, html) {
  if (id === "board") return drawBoard(html);
  if (id === "end") return drawEnd(html);
  morph($(id), html);
  if (id === "lobby" && $("link")) $("link").value = location.href;
  if (id === "scores") $("scorebox").hidden = !html;
  if (id === "turn") {
    $("turnsofar").hidden = !html;
    requestAnimationFrame(() => {
      const steps = $("turn").querySelector("ol");
      steps?.scrollTo(0, 1e6); // the newest one is in sight
      if (steps?.scrollHeight > steps?.clientHeight) steps.tabIndex = 0; // and the others for those without a mouse
    });
  }
  if (id === "buttons") settleAmounts();
  if (id === "tabs") mark();
  if (id === "moves") reachable();
  if (id === "sentence") $("sentence").classList.remove("whole");
  if (id === "chatlines") chatted();
  return undefined;
}

function answered(message) {
  if (message.table) { // a rematch; nobody else is waited for: it starts by itself
    if (now.frame.seats.every(({ person }) => !person || person === now.person)) tab.set(`start ${message.table}`, "1");
    location.assign(message.table);
  }
  if (!message.key) return;
  const place = $("lobby").hidden ? $("moved") : $("invited");
  place.hidden = false;
  if (place === $("moved")) $("tablebox").open = true; // from a row of the players: it may lie far below
  place.querySelector("input").value = drawLink(`/table/${table}#${message.key}`, place.querySelector(".code-of-it"));
  place.querySelector("input").select();
  if (place === $("moved")) place.scrollIntoView({ block: "center" });
}

// What depends on who looks -------------------------------------------------------------------------------------------

// Saying again what is so already would cost a style.
function put(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

function settle() {
  const { frame, seat, waiting } = now;
  if (!frame) return false;
  const host = frame.host === now.person && now.person !== "";
  const mine = frame.seats[seat];
  const playing = frame.status === "playing", seated = seat !== null;
  const shown = { host, seated, playing: seated && playing && !mine?.bot, [now.person]: true };
  shown.undecided = shown.playing && !mine.agrees;
  for (const each of document.querySelectorAll("[data-for]")) {
    const wanted = each.dataset.for;
    put(each, "hidden", !shown[wanted] && !(host && wanted.startsWith("host-not-") && wanted !== `host-not-${now.person}`));
  }
  const begun = !["open", "salting"].includes(frame.status);
  if (!begun) for (const each of document.querySelectorAll("#lobby [data-do=sit]")) put(each, "hidden", seated);
  put($("play"), "hidden", !begun);
  put($("play").dataset, "seat", String(seat ?? ""));
  put($("lobby"), "hidden", begun);
  const home = begun ? $("chathome") : $("lobbychat"); // one talks before the game too
  if ($("chatbox").parentNode !== home) home.append($("chatbox"));
  if (begun) put($("invited"), "hidden", true);
  put($("botmenu"), "hidden", begun || !host || !frame.seats.some(({ kind }) => kind === "open"));
  put($("botcharacter"), "hidden", !leveled($("botlevel").value));
  if (!$("botmenu").hidden) showFace($("botface"), $("botlevel").value, $("botcharacter").value);
  const my = playing && seated && !mine?.bot && waiting.includes(seat);
  for (const acting of ["moves", "buttons"]) put($(acting), "hidden", !my);
  put($("picks"), "hidden", !my || !$("picks").firstChild);
  put($("play").dataset, "mine", my ? "1" : "");
  settlePicks(my);
  settleHint(now);
  for (const tool of ["undo", "hint", "sketch"]) put($(tool), "hidden", !(playing && seated && (tool === "undo" || frame.help)));
  put($("undo"), "className", now.undo === "" ? "" : "off");
  put($("undo"), "title", now.undo || "U");
  for (const speaking of ["chat", "phrases"]) put($(speaking), "hidden", !seated);
  setTimeout(put, 0, document, "title", `${my ? `● ${texts.turn} ` : ""}${title} · Kvartal`); // slow: after the board
  put($("ticking").dataset, "clock", String((my ? seat : waiting[0]) ?? "nobody"));
  ticking();
  lookAround(my);
  return my;
}

function yourTurn() {
  try {
    if (document.hidden && window.Notification?.permission === "granted") new Notification(texts.turn, { body: title, tag: table });
  } catch { /* Chromium on Android: pages may not, whatever it says */ }
  if (!now.frame.lesson) guideMe(game);
}

// Fair deals: promise a salt when seated, open it when asked, start by itself where one click was promised.
const promised = new Set();
function ceremony() {
  const { frame } = now;
  if (!frame || !now.person) return;
  const mine = frame.seats.map((seat, n) => [seat, n]).filter(([seat]) => seat.person === now.person);
  const deal = frame.deal?.commitment, known = !!frame.deal?.salts; // known: of a deal that was played before nobody adds to the salts
  if (deal && !promised.has(deal)) { promised.add(deal); device.set(`deal ${table}`, deal); }
  for (const [seat, n] of mine) {
    const key = `${frame.status} ${n} ${frame.deal?.commitment}`;
    if (promised.has(key)) continue;
    if (frame.status === "open" && seat.salt === "none" && !known) {
      promised.add(key);
      send({ do: "promise", promise: sha256(bytes(saltOf(table, n))), seat: n });
    } else if (frame.status === "salting" && seat.salt === "promised") {
      promised.add(key);
      send({ do: "salt", salt: saltOf(table, n), seat: n });
    }
  }
  const ready = frame.status === "open" && frame.host === now.person && (known || mine.every(([seat]) => seat.salt === "promised"))
    && frame.seats.every((seat) => seat.kind === "person" || seat.kind === "bot");
  if (ready && tab.get(`start ${table}`)) {
    tab.remove(`start ${table}`);
    send({ do: "start" });
  }
}

// Several seats on one device: whoever is to move gets it, behind a curtain where something is hidden.
const ours = () => (now.frame?.seats || []).flatMap((seat, n) => (seat.person && seat.person === now.person && !seat.bot ? [n] : []));
let settled = false; // who sits here has said so, or has been here since before the game
function handOver() {
  const mine = ours();
  if (mine.length < 2 || now.frame.status !== "playing") {
    settled ||= !!now.frame && now.frame.status !== "playing";
    return;
  }
  const owing = mine.filter((seat) => now.waiting.includes(seat));
  const next = owing.includes(now.seat) ? now.seat : owing[0] ?? (settled && $("curtain").hidden ? undefined : now.seat);
  if (next === undefined) return;
  if (!document.body.dataset.secrets) { if (next !== now.seat) reconnect(next); return; }
  if (next === now.seat && settled && $("curtain").hidden) return;
  beside = null;
  drop();
  for (const part of ["board", "textboard", "moves", "sentence", "steps", "buttons", "picks", "log", "latest", "newslines", "nowmoves", "turn", "scores", "toast"]) $(part).replaceChildren();
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  takeAway();
  $("toast").className = "";
  $("news").hidden = true;
  hide();
  hush();
  textsAsked++; // one that is under way comes too late
  $("nextname").textContent = document.querySelector(`#player-${next} .name`)?.textContent;
  curtain(true);
  $("itsme").onclick = () => {
    drop();
    settled = true;
    curtain(false);
    $("status").focus();
    reconnect(next);
  };
  $("itsme").focus();
}

function curtain(down) {
  $("curtain").hidden = !down;
  for (const behind of document.querySelectorAll(".skip, header, #play")) behind.inert = down;
}

function ticking() {
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock);
    let left = now.clock[seat];
    if (left === undefined || left === null) { if (place.textContent) place.textContent = ""; continue; }
    if (now.waiting.includes(seat)) left = Math.max(0, left - (performance.now() - now.at));
    const s = Math.floor(left / 1000), h = Math.floor(s / 3600), pad = (n) => String(n).padStart(2, "0");
    const text = h >= 24 ? texts.days.replace("{d}", Math.floor(h / 24)).replace("{h}", h % 24) : h ? `${h}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
    if (place.textContent !== text) place.textContent = text;
  }
}
setInterval(ticking, 500);

// Doing things -------------------------------------------------------------------------------------------------------

function play(move) {
  looked();
  $("news").hidden = true;
  send({ do: "move", move, seen: now.version, seat: now.seat ?? undefined });
}

// Whoever has no name yet is asked for one first; the socket then comes back as that person.
function asSomebody(work) {
  if (now.person) return work();
  $("namebox").showModal();
  $("naming").onsubmit = (event) => {
    event.preventDefault();
    trying(event.submitter, async () => {
      await somebody($("myname").value);
      now.person = document.body.dataset.person = (await ask("GET", "/api/me")).id;
      $("namebox").close();
      reconnect();
      work();
    });
  };
  return undefined;
}

function undo() {
  if ($("undo").hidden) return;
  if (now.undo) say(now.undo);
  else send({ do: "undo", seen: now.version, seat: now.seat ?? undefined });
}

// The text of the board comes with the whole page; while it is shown, it is asked for again after every change.
let oldText = false, textsAsked = 0;
function changedBoard() {
  forget();
  oldText = true;
  if (!$("textboard").hidden) freshText();
}

function freshText() {
  oldText = false;
  const number = ++textsAsked, query = now.seat === null ? "" : `?seat=${now.seat}`;
  ask("GET", `/table/${table}/text${query}`).then(
    (html) => { if (number === textsAsked) morph($("textboard"), html); }, // else a newer one has come, or will
    () => { oldText = true; },
  );
}

function textBoard() {
  const text = $("textboard");
  text.hidden = !text.hidden;
  if (!text.hidden && oldText) freshText();
  $("board").hidden = !text.hidden;
  $("astext").setAttribute("aria-pressed", String(!text.hidden));
  reachable();
  (text.hidden ? $("status") : text).focus();
}

// All moves in words: for whoever listens always, for eyes and keys beside the text.
function reachable() {
  const shown = !$("textboard").hidden;
  $("moves").classList.toggle("shown", shown);
  for (const button of $("moves").querySelectorAll("button")) button.tabIndex = shown ? 0 : -1;
}

async function notify() {
  const allowed = window.Notification && await Notification.requestPermission();
  say(allowed === "granted" ? texts.notified : texts.not_notified, allowed === "granted");
}

function soundButton() {
  $("sound").textContent = sounding() ? texts.sound_on : texts.sound_off;
  $("sound").setAttribute("aria-pressed", String(sounding()));
}

function showRule(id) {
  hide();
  if (!$("rules").open) $("rules").showModal();
  const place = document.getElementById(id);
  place?.setAttribute("tabindex", "-1");
  place?.focus();
  place?.scrollIntoView({ block: "start" }); // its words first: below them may be pictures
}

// A private study from what this seat knows: the table does not change.
function sketch() {
  trying($("sketch"), async () => {
    const made = await ask("POST", `/api/tables/${table}/sketch`, { seat: now.seat });
    location.assign(`${base}/study/${made.id}?at=0.${made.last}&seat=${now.seat}`);
  });
}

const TOOLS = {
  undo, hint, sketch, closehint: takeAway, notify, astext: textBoard, showrules: () => $("rules").showModal(), showkeys: () => $("keys").showModal(),
  showguide: () => (now.frame?.lesson ? coachMe() : guideMe(game, true)), sound: () => { switchSound(); soundButton(); }, pace: () => { switchPace(); paceButton(); }, share: () => share($("share")),
  send: () => share($("send")), showwhere: showWhere, again: () => lastTurn(now.seat),
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-move], [data-refused], [data-do], [data-copy], [data-verify], [data-rule], [data-pick], [data-tab], button");
  if (needsPick(event.target)) return hide();
  if (!target?.matches("[data-refused]")) hide();
  if (!target) return undefined;
  const { pick, tab: way, move, refused, copy: field, verify, person, sure: question, rule, muted, agree, seat, do: act } = target.dataset;
  if (pick !== undefined) return takeUp(pick);
  if (way !== undefined) {
    if (way !== "side" && $("board").hidden) textBoard();
    return goTo(way);
  }
  if (move !== undefined) return stillThere(move) && play(move);
  if (refused !== undefined) return hover(event, table, now.seat);
  if (rule !== undefined) { event.preventDefault(); return showRule(rule); }
  if (field) return copy($(field).value);
  if (verify) return proven(target, verify);
  if (act) {
    const command = { do: act };
    if (seat !== undefined) command.seat = Number(seat);
    else if (now.seat !== null && target.closest("#tablebox, #asked")) command.seat = now.seat; // of several on one device, this one
    if (agree) command.agree = agree === "true";
    if (person) command.person = person;
    if (muted) command.muted = muted === "true";
    if (act === "bot" && target.closest("#lobby")) command.level = guest($("botlevel").value, $("botcharacter").value);
    const work = () => asSomebody(() => send(command));
    return question ? sure(question).then((yes) => { if (yes) work(); }) : work();
  }
  return TOOLS[target.id]?.();
});
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") hover(event, table, now.seat);
});
document.addEventListener("focusin", (event) => { if (event.target.matches?.("[data-refused]")) hover(event, table, now.seat); });

$("phrases").addEventListener("click", ({ target }) => {
  const { say: text } = target.dataset;
  if (text) asSomebody(() => send({ do: "chat", text }));
});
$("botmenu").addEventListener("change", settle);

$("chat").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("chattext").value.trim();
  if (!text) return;
  $("chattext").value = "";
  asSomebody(() => send({ do: "chat", text }));
});

// Focus --------------------------------------------------------------------------------------------------------------

// While nothing can be done the focus waits at the status; with my next turn it is back where it came from.
let from = "";
document.addEventListener("focusin", ({ target }) => { if (target !== $("status")) from = ""; });

function keepFocus(was, inside) {
  const place = inside === "status" ? from : inside;
  if (place && (document.activeElement !== was || !was.matches("[data-move]"))) {
    const next = $(place).hidden ? null : $(place).querySelector("[data-move]");
    (next || $("status")).focus({ preventScroll: true });
    from = next ? "" : place;
  }
  requestAnimationFrame(() => { // who plays by keys sees where they are; who points has it under the finger
    const focused = document.activeElement;
    if (focused?.matches("[data-move]:focus-visible")) focused.scrollIntoView({ block: "nearest" });
  });
}

document.addEventListener("keydown", (event) => { if ($("curtain").hidden) atKey(event, { play, undo, hint, whyNot, textBoard, again: () => lastTurn(now.seat) }); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) news(); });
onTurned(() => { // whoever turns the phone has been looking
  looked();
  reconnect();
});
// A dialog gives the focus back to where it was; if there is no such place any more, or never was, the table goes on here.
document.addEventListener("close", () => {
  const focused = document.activeElement;
  if (!$("play").hidden && (focused === document.body || !focused.checkVisibility())) $("status").focus();
}, true);

const key = location.hash.slice(1);
if (/^[\w-]{20,}$/.test(key)) {  // a private link: the seat comes to this device, also if it was sent away before and has no line
  asSomebody(() => trying(null, async () => {
    try {
      await ask("POST", `/api/tables/${table}/do`, { do: "sit", key });
      reconnect();
    } finally {
      if (navigator.onLine) history.replaceState(null, "", location.pathname);
    }
  }));
}
function paceButton() {
  $("pace").hidden = !paceIsUp();
  $("pace").textContent = pacing() ? texts.pace_on : texts.pace_off;
  $("pace").setAttribute("aria-pressed", String(pacing()));
}

soundButton();
paceButton();
beforeDrawing(() => { lift(); liftMarks(); });
playing(show, () => now.clock[now.seat] !== undefined && now.clock[now.seat] !== null);
listen(heard);
