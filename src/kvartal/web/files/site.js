// What every page needs: asking the server, being somebody, saying something.
const body = document.body;
export const base = body.dataset.base;
export const lang = body.dataset.lang;
export const texts = JSON.parse(body.dataset.texts);

let quiet;
export function say(text, calm = false) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.className = calm ? "shown calm" : "shown";
  clearTimeout(quiet);
  quiet = setTimeout(() => { toast.className = ""; }, 2500 + 60 * text.length);
}

export async function ask(method, path, data) {
  const answer = await fetch(base + path, {
    method,
    headers: data === undefined ? {} : { "content-type": "application/json" },
    body: data === undefined ? undefined : JSON.stringify(data),
  });
  const text = await answer.text();
  const found = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Error(found.error || texts.failed);
  return found;
}

// A person without an account: made when first needed.
export async function somebody(name) {
  if (body.dataset.name) return;
  const made = await ask("POST", "/api/me", { name: name || body.dataset.guest });
  body.dataset.name = made.person.name;
}

export async function trying(button, work) {
  if (button) button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(error.message || texts.failed);
  } finally {
    if (button) button.disabled = false;
  }
}

// A new table; the page of the table starts it by itself if everybody sits.
export async function makeTable(wish) {
  await somebody();
  const { table } = await ask("POST", "/api/tables", wish);
  if (!wish.seats.includes("open")) sessionStorage.setItem(`start ${table}`, "1");
  location.assign(`${base}/table/${table}`);
}

// A menu closes when something else is touched, or by Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.settings[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of document.querySelectorAll("details.settings[open]")) menu.open = false;
});
