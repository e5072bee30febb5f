// Plays on with random moves, and after each of them looks at the page as somebody with this screen does. What is wrong is
// told, each thing once: a play area that is not wholly in sight, small letters, small targets, a page wider than the screen.
async ([most, narrowest]) => {
  const $ = (id) => document.getElementById(id), wrong = new Set(), LETTERS = 10.95, WIDE = narrowest - 0.5, HIGH = 39.5;
  const over = () => document.querySelector("#end section") !== null;
  const name = (element) => element.id || element.dataset.move || element.textContent.trim().slice(0, 24);
  const change = (late) => new Promise((done) => {
    const watch = new MutationObserver(() => finish()), end = setTimeout(() => finish(), late);
    const finish = () => { watch.disconnect(); clearTimeout(end); done(); };
    for (const id of ["board", "moves", "status", "buttons", "end"]) watch.observe($(id), { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const small = (element, what) => {
    const { width, height } = element.getBoundingClientRect();
    if (width && (width < WIDE || height < HIGH)) wrong.add(`${what} ${name(element)}: ${Math.round(width)} × ${Math.round(height)}`);
  };
  const look = () => {
    const phone = getComputedStyle($("dock")).position === "fixed", svg = $("board").querySelector("svg");
    if (document.documentElement.scrollWidth > innerWidth) wrong.add(`the page is ${document.documentElement.scrollWidth} wide`);
    if (!phone || !svg || over()) return;
    scrollTo({ top: 0, behavior: "instant" });
    const top = $("turnbox").getBoundingClientRect().bottom, dock = $("dock").getBoundingClientRect();
    const [right, floor] = dock.left > 0 ? [dock.left, innerHeight] : [innerWidth, dock.top];
    const play = [...svg.querySelectorAll("[data-play]")];
    if (!play.length) wrong.add("there is no play area");
    for (const zone of innerWidth >= 360 ? play : []) { // narrower than that one may have to scroll
      const box = zone.getBoundingClientRect();
      if (box.top < top - 1 || box.bottom > floor + 1 || box.left < -1 || box.right > right + 1) wrong.add(`${name(zone)} is out of sight: ${[box.left, box.top, box.right, box.bottom].map(Math.round)} in ${[0, top, right, floor].map(Math.round)}`);
    }
    for (const text of svg.querySelectorAll("text")) {
      const matrix = text.textContent.trim() && text.getScreenCTM();
      const size = matrix ? parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.c, matrix.d) : 99;
      if (size < LETTERS) wrong.add(`letters of ${size.toFixed(1)} px: ${text.textContent.slice(0, 24)}`);
    }
    for (const place of svg.querySelectorAll("[data-move]")) small(place, "on the board");
    for (const button of document.querySelectorAll("#dock button")) small(button, "in the dock");
  };
  look();
  for (let made = 0; made < most && !over();) {
    const moves = $("moves").hidden ? [] : [...$("moves").querySelectorAll("[data-move]")];
    if (!moves.length) { await change(30_000); continue; }
    for (const pick of $("picks").hidden ? [] : $("picks").querySelectorAll("[data-pick]")) { pick.click(); look(); } // what is held, too
    const answered = change(2000);
    moves[Math.floor(Math.random() * moves.length)].click();
    await answered;
    await new Promise((done) => requestAnimationFrame(done));
    made++;
    look();
  }
  return [...wrong];
}
