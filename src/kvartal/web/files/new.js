import { base, lang, makeTable, trying } from "./site.js";

const form = document.getElementById("new");
const players = document.getElementById("players");

function options() {
  const found = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    found[field.dataset.option] = field.type === "checkbox" ? field.checked : field.type === "number" ? Number(field.value) : field.value;
  }
  return found;
}

function seats() {
  const found = [];
  for (let n = 0; n < Number(players.value); n++) {
    const last = [...form.querySelectorAll("[data-seat]")].at(-1);
    found.push((form.querySelector(`[data-seat="${n}"]`) || last).value);
  }
  return found;
}

function shownSeats() {
  for (const field of form.querySelectorAll("[data-seat]")) {
    field.parentElement.hidden = Number(field.dataset.seat) >= Number(players.value);
  }
}

// How the game would begin with what is chosen now: drawn by the server, shown as a picture.
let waiting;
function preview() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const place = document.getElementById("preview");
    if (!form.checkValidity()) return;
    const query = new URLSearchParams({ players: players.value, lang });
    for (const [name, value] of Object.entries(options())) query.append("o", `${name}=${value === true ? "on" : value === false ? "off" : value}`);
    const answer = await fetch(`${base}/new/${form.dataset.game}/preview?${query}`);
    place.innerHTML = answer.ok ? await answer.text() : "";
  }, 150);
}

form.addEventListener("change", (event) => {
  if (event.target.name === "preset") {
    const values = JSON.parse(event.target.dataset.options);
    for (const field of form.querySelectorAll("[data-option]")) {
      const value = values[field.dataset.option];
      if (field.type === "checkbox") field.checked = value === "on";
      else field.value = value;
    }
  }
  shownSeats();
  preview();
});
players.addEventListener("input", shownSeats);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const [minutes, seconds, days] = form.elements.pace.value.split(" ").map(Number);
    const wish = {
      game: form.dataset.game, seats: seats(), minutes, seconds, days, late: form.elements.late.value,
      public: form.elements.public.value === "yes", watchable: form.elements.watchable.checked,
    };
    if (form.elements.deal) wish.deal = form.elements.deal.value;
    else wish.options = options();
    await makeTable(wish);
  });
});
shownSeats();
preview();
