import { $, again, ask, lang, makeTable, narrow, somebody, trying } from "./site.js";
import { guest, leveled, rivals, showFace } from "./guests.js";
import { tab } from "./storage.js";

const form = $("new");
const players = $("players");
const fields = () => [...form.querySelectorAll("[data-option]")];
const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value);
const counting = () => fields().filter((field) => !field.disabled); // the others have no effect as things are chosen

function options() {
  const found = {};
  for (const field of counting()) {
    found[field.dataset.option] = field.type === "checkbox" ? field.checked : field.type === "number" ? Number(field.value) : field.value;
  }
  return found;
}

function seats() {
  const found = [];
  for (let n = 0; n < Number(players.value); n++) found.push($(`seat-${n}`) ? guest($(`seat-${n}`).value, $(`guest-${n}`).value) : $("rest").value);
  return found;
}

// Who plays, in a word, as the seats say it.
function who() {
  const others = seats().slice(1);
  if (others.length && others.every((seat) => seat === "me")) return "here";
  return others.length && others.every((seat) => seat.startsWith("bot ")) ? "bots" : "people";
}

// All seats but my own at once: the table is for people, bots, or several at one device.
function fill(way) {
  const rows = [...form.querySelectorAll("[data-seat]")].slice(1), bots = way === "bots" ? rivals(rows.length + 1) : [];
  rows.forEach((field, n) => {
    const [level, character] = (bots[n] ?? "").split("-");
    field.value = way === "bots" ? `bot ${level}` : way === "here" ? "me" : "open";
    if (character) $(`guest-${n + 1}`).value = character;
  });
  if ($("rest") && way !== "here") $("rest").value = way === "bots" ? `bot ${bots.at(-1).split("-")[0]}` : "open";
}

function settle() {
  const count = Number(players.value), way = form.elements.who ? form.elements.who.value : "bots";
  const rows = [...form.querySelectorAll("[data-seat]")];
  for (const field of rows) {
    const n = field.dataset.seat;
    field.parentElement.hidden = Number(n) >= count;
    $(`guest-${n}`).hidden = !leveled(field.value);
    showFace($(`face-${n}`), field.value, $(`guest-${n}`).value);
  }
  if ($("rest")) $("rest").parentElement.hidden = count <= rows.length;
  if ($("rivals")) $("rivals").hidden = way !== "bots" || count < 2;
  for (const field of named()) field.parentElement.hidden = Number(field.dataset.name) >= count || $(`seat-${field.dataset.name}`).value !== "me";
  const go = form.querySelector(".send button"), waits = seats().some((seat) => seat === "open" || seat === "invited");
  go.dataset.later ??= go.textContent;
  go.textContent = waits ? go.dataset.later : go.dataset.now;
  $("late").parentElement.hidden = form.elements.pace.value === "0 0 0";
  weigh();
  const { none, yes, no } = $("chosen").dataset;
  const labelled = (field) => field.closest(".option").querySelector("label").firstChild.textContent.trim();
  const shown = (field) => (field.tagName === "SELECT" ? field.selectedOptions[0].textContent : field.type === "checkbox" ? (field.checked ? yes : no) : field.value);
  const other = [...counting().filter((field) => valueOf(field) !== field.dataset.default), ...["watchable", "pace", "help"].map($).filter(changed)];
  const lines = other.map((field) => `${labelled(field)}: ${shown(field)}`);
  if (form.elements.public.value === "yes") lines.push(form.querySelector("[name=public][value=yes]").parentElement.querySelector("strong").textContent);
  if (!form.elements.deal) $("chosen").replaceChildren(...(lines.length ? lines : [none]).map(line));
}
const named = () => [...form.querySelectorAll("[data-name]")];
const changed = (field) => (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.selectedIndex > 0);
// An option that would change nothing with what else is chosen is out of use, keeps its value, and says why.
function weigh() {
  const chosen = { players: players.value };
  for (const field of fields()) chosen[field.dataset.option] = valueOf(field);
  for (const field of fields()) {
    if (!field.dataset.needs) continue;
    const met = JSON.parse(field.dataset.needs).some((choice) => Object.entries(choice).every(([name, values]) => values.includes(chosen[name])));
    field.disabled = !met;
    if (!met) chosen[field.dataset.option] = field.dataset.default;
    $(`${field.id}-why`).hidden = met;
    field.closest(".option").classList.toggle("idle", !met);
  }
}
const line = (text) => Object.assign(document.createElement("li"), { textContent: text });

// How the game would begin with what is chosen now: drawn by the server, shown as a picture.
// Of several that are on their way only the newest is shown, whenever it comes.
let waiting = 0, newest = 0, drawing = null;
function preview() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 150);
}

function draw() {
  clearTimeout(waiting);
  waiting = 0;
  drawing = drawn();
  return drawing;
}

async function drawn() {
  if (!$("preview") || !form.checkValidity()) return;
  const mine = ++newest;
  const query = new URLSearchParams({ players: players.value, lang, phone: narrow.matches });
  for (const field of counting()) query.append("o", `${field.dataset.option}=${valueOf(field)}`);
  try {
    const picture = await ask("GET", `/new/${form.dataset.game}/preview?${query}`);
    if (mine !== newest) return;
    $("preview").innerHTML = picture;
    for (const each of $("preview").querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
    $("impossible").textContent = "";
  } catch (error) {
    if (mine !== newest) return;
    $("preview").replaceChildren();
    $("impossible").textContent = error.message;
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "preset" && event.target.value !== "own") {
    const values = JSON.parse(event.target.dataset.options);
    for (const field of fields()) {
      const value = values[field.dataset.option];
      if (field.type === "checkbox") field.checked = value === "on";
      else field.value = value;
    }
  } else if (event.target.name === "preset") {
    $("more").open = true;
  } else if (event.target.name === "who") {
    fill(event.target.value);
  } else if (event.target.closest("#rivals")) {
    fill("bots");
  } else if (event.target.closest(".option")?.querySelector("[data-seat]") && form.elements.who) {
    form.elements.who.value = who();
  } else if (event.target.dataset.option && form.elements.preset) {
    weigh();
    const same = [...form.elements.preset].find((each) => {
      const values = JSON.parse(each.dataset.options);
      return each.value !== "own" && counting().every((field) => valueOf(field) === values[field.dataset.option]);
    });
    form.elements.preset.value = same ? same.value : "own";
  }
  settle();
  preview();
});
form.addEventListener("input", settle); // while a number is being typed too

form.addEventListener("click", (event) => {
  const step = Number(event.target.dataset.step);
  if (!step) return;
  players[step < 0 ? "stepDown" : "stepUp"]();
  players.dispatchEvent(new Event("change", { bubbles: true }));
});
// What is wrong may lie in what is folded.
form.addEventListener("invalid", (event) => { if ($("more").contains(event.target)) $("more").open = true; }, true);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    await (waiting ? draw() : drawing); // whether this can be played is asked there
    if ($("impossible").textContent) throw new Error($("impossible").textContent);
    const [minutes, seconds, days] = form.elements.pace.value.split(" ").map(Number);
    const wish = {
      game: form.dataset.game, seats: seats(), minutes, seconds, days, late: form.elements.late.value,
      public: form.elements.public.value === "yes", watchable: form.elements.watchable.checked,
    };
    if (form.elements.deal) wish.deal = form.elements.deal.value;
    else wish.options = options();
    if (form.elements.help.value) wish.help = form.elements.help.value === "yes";
    const called = named().filter((field) => field.value.trim() && wish.seats[Number(field.dataset.name)] === "me");
    if (called.length) {
      wish.names = wish.seats.map(() => "");
      if ($("myname").value.trim()) wish.names[0] = $("myname").value.trim();
      for (const field of called) wish.names[Number(field.dataset.name)] = field.value.trim();
    }
    const name = $("myname").value.trim(), known = document.body.dataset.name;
    try {
      if (known && name && name !== known) await ask("PATCH", "/api/me", { name });
      await somebody(name);
    } catch (error) {
      if (error.status === 400) { // another can be typed there, between what was pressed and what is said
        $("myname").focus();
        $("myname").scrollIntoView({ block: "center" });
      }
      throw error;
    }
    await makeTable(wish);
  });
});
// What was chosen stays when the page is loaded again, perhaps in another language.
const kept = `new ${location.pathname}${location.search}`;
const filled = () => [...form.querySelectorAll("input[id], select[id]")];
function keep() {
  const values = filled().map((field) => [field.id, valueOf(field)]);
  tab.set(kept, JSON.stringify({ values, preset: form.elements.preset?.value, who: form.elements.who?.value, more: $("more").open, public: form.elements.public.value }));
}
function bringBack() {
  const { values, preset, who: way, more, public: shown } = JSON.parse(tab.get(kept) || "{}");
  for (const [id, value] of values || []) {
    const field = $(id);
    if (field?.type === "checkbox") field.checked = value === "on";
    else if (field && !field.readOnly) field.value = value;
  }
  if (preset !== undefined && form.elements.preset) form.elements.preset.value = preset;
  if (more) $("more").open = true;
  if (way && form.elements.who) form.elements.who.value = way;
  if (shown) form.elements.public.value = shown;
}
form.addEventListener("input", keep);
$("more").addEventListener("toggle", keep);
form.addEventListener("click", keep);
form.addEventListener("change", keep);
if (again) bringBack();
narrow.addEventListener("change", preview);
addEventListener("pageshow", () => { settle(); preview(); }); // who comes back finds what they had chosen: the browser fills it in late
settle();
