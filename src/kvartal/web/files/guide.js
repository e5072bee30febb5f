// The first game: a few short pages that can be skipped, shown once per game and device, or when asked for.
import { device } from "./storage.js";

const $ = (id) => document.getElementById(id);

export function guideMe(game, asked = false) {
  const key = `guided ${game}`;
  if (!asked && device.get(key)) return;
  device.set(key, "1");
  const pages = [...$("guide").querySelectorAll("[data-page]")];
  const next = $("nextguide"), on = next.dataset.on ??= next.textContent;
  const show = (n) => {
    pages.forEach((page, i) => { page.hidden = i !== n; });
    const last = n === pages.length - 1;
    next.textContent = last ? next.dataset.last : on;
    $("skipguide").hidden = last;
    $("guide").scrollTop = 0;
  };
  const moves = [...$("moves").querySelectorAll("button")].slice(0, 6);
  $("nowmoves").replaceChildren(...moves.map((button) => Object.assign(document.createElement("li"), { textContent: button.textContent })));
  let at = 0;
  show(at);
  $("skipguide").onclick = () => $("guide").close();
  next.onclick = () => { if (++at < pages.length) show(at); else $("guide").close(); };
  $("guide").showModal();
}
