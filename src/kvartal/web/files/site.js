// What every page needs: asking the server, being somebody, saying something.
import { tab } from "./storage.js";

const body = document.body;
// Where the focus was put for those who listen or type, nobody else needs to see it framed.
addEventListener("keydown", () => { document.documentElement.dataset.keys = ""; }, true);
addEventListener("pointerdown", () => { delete document.documentElement.dataset.keys; }, true);

export const base = body.dataset.base;
export const lang = body.dataset.lang;
export const texts = JSON.parse(body.dataset.texts);
export const narrow = matchMedia("(max-width: 620px)"); // a phone: its boards are drawn for it
const across = matchMedia("(max-height: 479px) and (orientation: landscape)"); // and for one that is held across
export const screenNow = () => (across.matches ? "across" : narrow.matches ? "phone" : "desk");
export function onTurned(work) { // a phone, or a window that is made smaller
  let was = screenNow(), soon = 0;
  const turned = () => {
    if (was === screenNow()) return;
    was = screenNow();
    work();
  };
  for (const each of [narrow, across]) each.addEventListener("change", () => { clearTimeout(soon); soon = setTimeout(turned, 150); }); // in the midst of it both change
}
export const $ = (id) => document.getElementById(id);

let quiet;
export function say(text, calm = false) {
  const toast = $("toast"), place = document.querySelector("dialog[open]") || body; // what is behind a dialog is neither seen nor heard
  if (toast.parentNode !== place) place.append(toast);
  toast.textContent = text;
  toast.className = calm ? "shown calm" : "shown";
  clearTimeout(quiet);
  quiet = setTimeout(() => { toast.className = ""; }, 2500 + 60 * text.length);
}

// Are they sure? A dialog of our own: it speaks the language of the page and looks like it.
export function sure(text) {
  const box = $("sure");
  $("suretext").textContent = text;
  box.returnValue = "";
  box.showModal();
  return new Promise((done) => { box.addEventListener("close", () => done(box.returnValue === "yes"), { once: true }); });
}

// Answers come in the language of the page, whatever the browser would like best.
export async function ask(method, path, data) {
  let answer;
  try {
    answer = await fetch(base + path, {
      method,
      headers: { "accept-language": lang, ...(data === undefined ? {} : { "content-type": "application/json" }) },
      body: data === undefined ? undefined : JSON.stringify(data),
    });
  } catch {
    throw new Error(texts.silent);
  }
  const text = await answer.text();
  const found = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  if (answer.status === 401) nobody();
  if (answer.status === 429) throw new Error(texts.often);
  if (!answer.ok) throw Object.assign(new Error(found.error || texts.failed), { status: answer.status });
  return found;
}

// A person without an account: made when first needed.
export async function somebody(name) {
  if (body.dataset.name) return;
  const made = await ask("POST", "/api/me", { name: name || body.dataset.guest });
  body.dataset.name = $("who").textContent = made.person.name;
  $("who").hidden = false;
}

// The browser keeps no cookies, or this person was forgotten on another device: whoever tries again is somebody new.
function nobody() {
  body.dataset.name = "";
  $("who").hidden = true;
  throw new Error(texts.nobody);
}

// Pressed once it is not pressed again until that is done. It is not switched off: whoever came to it by keys would be nowhere then.
export async function trying(button, work) {
  if (button?.ariaDisabled === "true") return;
  button?.setAttribute("aria-disabled", "true");
  try {
    await work();
  } catch (error) {
    say(error.message || texts.failed);
  } finally {
    button?.removeAttribute("aria-disabled");
  }
}

// A new table; the page of the table starts it by itself if everybody sits.
export async function makeTable(wish) {
  await somebody();
  const { table } = await ask("POST", "/api/tables", wish);
  if (!wish.seats.some((seat) => seat === "open" || seat === "invited")) tab.set(`start ${table}`, "1");
  location.assign(`${base}/table/${table}`);
}

// The clipboard of a browser is only for https; a table on a home network copies the old way.
export async function copy(text) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "aside" });
    body.append(field);
    field.select();
    copied = document.execCommand("copy");
    field.remove();
    focused?.focus();
  }
  say(copied ? texts.copied : texts.not_copied, copied);
}

// A link for another device, and its QR code: a phone is not typed into.
export function drawLink(way, place) {
  place.replaceChildren();
  ask("POST", "/qr", { way }).then((code) => { place.innerHTML = code; }, () => {}); // the link itself is there
  return `${location.origin}${base}${way}`;
}

// Another language or light is another look at this very page, and so is loading it again: what was entered here stays.
const here = location.pathname + location.search;
const type = performance.getEntriesByType("navigation")[0]?.type;
export const again = type === "reload" || type === "back_forward" || tab.get("same page") === here;
tab.remove("same page");
document.addEventListener("click", (event) => {
  const link = event.target.closest(".settings a[rel=nofollow]");
  if (!link) return;
  const url = new URL(link.href), now = location.pathname + location.search;
  url.searchParams.set("back", now.slice(base.length));
  link.href = url;
  tab.set("same page", now);
});

// A menu closes when something else is touched, or by Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.settings[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of document.querySelectorAll("details.settings[open]")) menu.open = false;
});

// The page that says what went wrong has a field for a code as well.
$("join")?.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const code = encodeURIComponent($("code").value.replace(/[\s-]/g, ""));
    const { table } = await ask("GET", `/api/codes/${code}`);
    location.assign(`${base}/table/${table}`);
  });
});
