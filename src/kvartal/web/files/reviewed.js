// The review of a match: asked for, watched while it is made, and its boards when they are wanted. Of a table, or of a
// record from a file, which is sent once and then called by its key.
import { $, ask, base, onTurned, say, screenNow, somebody, trying } from "./site.js";
import { tab } from "./storage.js";
import { whatIf } from "./whatif.js";

const EVERY = 1000; // milliseconds between two looks
const { table } = document.body.dataset;
const place = $("review");
let { seat } = document.body.dataset, again, shown = "", text = "", key = "";

async function ofRecord(wish) {
  const more = { seat: Number(seat || 0), screen: screenNow(), ...wish };
  let found;
  try {
    found = await ask("POST", "/review/of", { key, text: key ? "" : text, ...more });
  } catch (error) {
    if (error.status !== 404 || !key) throw error;
    found = await ask("POST", "/review/of", { text, ...more }); // it was let go there
  }
  key = found.key;
  if ($("seat").options.length !== found.names.length) $("seat").replaceChildren(...found.names.map((name, n) => new Option(name, n)));
  $("whose").hidden = found.names.length < 2;
  return found;
}

const SOURCE = table ? {
  look: () => ask("GET", `/table/${table}/review/now?seat=${seat}&screen=${screenNow()}`),
  order: () => ask("POST", `/api/tables/${table}/review`, { seat: Number(seat) }),
  stop: () => ask("DELETE", `/api/tables/${table}/review?seat=${seat}`),
  board: ({ step, decision }) => ask("GET", `/table/${table}/review/board?${new URLSearchParams({ seat, step, ...(decision ? { decision } : {}), screen: screenNow() })}`),
} : {
  look: () => ofRecord({}),
  order: () => ofRecord({ do: "order" }),
  stop: () => ofRecord({ do: "stop" }),
  board: async ({ step, decision }) => (await ofRecord({ do: "board", step: Number(step), decision: decision ? Number(decision) : null })).html,
};

async function look() {
  clearTimeout(again);
  if (!table && !text) return;
  const { html, status } = await SOURCE.look();
  if (html !== shown) {
    const doing = place.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    place.innerHTML = shown = html;
    if (doing) place.querySelector(`[data-do="${doing}"]`)?.focus(); // whoever was on a button stays on it
  }
  if (status === "waiting" || status === "running") again = setTimeout(watch, EVERY);
}
const watch = () => look().catch((error) => {
  say(error.message);
  again = setTimeout(watch, 5 * EVERY);
});

place.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  trying(button, async () => {
    if (button.dataset.do === "whatif") return whatIf({ table, text, number: button.dataset.number, seat });
    await somebody();
    if (button.dataset.do === "practise") {
      await ask("POST", `/api/tables/${table}/practice`, { seat: Number(seat) });
      location.assign(`${base}/practice`);
      return;
    }
    if (button.dataset.do === "POST") await SOURCE.order();
    else await SOURCE.stop();
    await look();
  });
});

// A moment that is opened gets its board; `toggle` does not bubble.
place.addEventListener("toggle", async (event) => {
  const moment = event.target, board = moment.querySelector("div");
  if (!moment.open || !moment.dataset.step || board.innerHTML) return;
  try {
    board.innerHTML = await SOURCE.board(moment.dataset);
  } catch (error) {
    say(error.message);
  }
}, true);

async function read(record) {
  text = record;
  key = shown = "";
  seat = "0";
  place.replaceChildren();
  $("seat").replaceChildren();
  try {
    await look();
  } catch (error) {
    text = "";
    $("unreadable").textContent = error.message; // it stays until another file is tried
  }
}

$("file")?.addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  $("unreadable").textContent = file.size > event.target.dataset.largest ? $("unreadable").dataset.large : "";
  if ($("unreadable").textContent) return;
  const record = await file.text();
  tab.set("record", record); // the replay has it too
  read(record);
});
$("seat")?.addEventListener("change", ({ target }) => { seat = target.value; watch(); });

onTurned(() => { shown = ""; watch(); });
if (table) watch();
else if (tab.get("record")) read(tab.get("record"));
