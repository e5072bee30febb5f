// The first game: three short pages that can be skipped, shown once per game and device, or when asked for.
const $ = (id) => document.getElementById(id);

export function guideMe(game, asked = false) {
  const key = `guided ${game}`;
  if (!asked && localStorage.getItem(key)) return;
  localStorage.setItem(key, "1");
  const pages = [...$("guide").querySelectorAll("[data-page]")];
  const show = (n) => pages.forEach((page, i) => { page.hidden = i !== n; });
  const moves = [...$("moves").querySelectorAll("button")].slice(0, 6);
  $("nowmoves").replaceChildren(...moves.map((button) => Object.assign(document.createElement("li"), { textContent: button.textContent })));
  let at = 0;
  show(at);
  $("skipguide").onclick = () => $("guide").close();
  $("nextguide").onclick = () => { if (++at < pages.length) show(at); else $("guide").close(); };
  $("guide").showModal();
}
