// The last turn of the others once more, over the board: that one stays as it is, and comes back with anything that happens.
import { $, ask, say, screenNow, texts, trying } from "./site.js";

const STEP = 900; // ms: slower than the first time, that is why somebody asks
const { table } = document.body.dataset;
let timer = 0;

export function lastTurn(seat) {
  trying($("again"), async () => {
    const query = new URLSearchParams({ screen: screenNow(), ...(seat === null ? {} : { seat }) });
    const { moments } = await ask("GET", `/table/${table}/again?${query}`);
    if (moments.length < 2) return say(texts.nothing_yet, true);
    if (!$("curtain").hidden || $("board").hidden) return undefined;
    next(moments);
    return undefined;
  });
}

function next(moments) {
  const moment = moments.shift();
  if (!moment) return over();
  $("oncemore").innerHTML = moment.board;
  for (const each of $("oncemore").querySelectorAll("[id], [data-move], [data-refused], [tabindex]")) { // a picture, nothing to press
    if (!each.closest("defs")) for (const name of ["id", "data-move", "data-refused", "tabindex"]) each.removeAttribute(name);
  }
  $("oncemore").hidden = false;
  $("board").classList.add("covered");
  $("caption").textContent = moment.said;
  timer = setTimeout(next, STEP + (moments.length ? 0 : STEP), moments);
  return undefined;
}

export function over() {
  clearTimeout(timer);
  if ($("oncemore").hidden) return;
  $("oncemore").hidden = true;
  $("oncemore").replaceChildren();
  $("board").classList.remove("covered");
  $("caption").textContent = "";
}

addEventListener("pointerdown", over, true);
addEventListener("keydown", over, true);
