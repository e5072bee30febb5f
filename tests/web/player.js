// A quick hand: presses what the page offers, as soon as it offers it, until the game is over or enough was made.
// `sensible` follows the hints; otherwise anything is pressed. Every other move is made on the board itself.
// window.hand.made is counted while it plays; window.hand.stuck says what went wrong.
([sensible, most]) => {
  const $ = (id) => document.getElementById(id);
  const hand = window.hand = { made: 0, stuck: "" };
  const over = () => document.querySelector("#end section") !== null;
  const change = (most) => new Promise((done) => {
    const watch = new MutationObserver(() => finish(true));
    const late = setTimeout(() => finish(false), most);
    const finish = (seen) => { watch.disconnect(); clearTimeout(late); done(seen); };
    for (const id of ["board", "moves", "status", "end"]) watch.observe($(id), { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const wanted = async (offered) => {
    if (!sensible) return offered[Math.floor(Math.random() * offered.length)];
    const { move } = await (await fetch(`${location.pathname}/hint`)).json();
    return offered.find((each) => each.dataset.move === move);
  };
  const play = async () => {
    while (!over() && (most === null || hand.made < most)) {
      const offered = $("moves").hidden ? [] : [...$("moves").querySelectorAll("[data-move]")];
      if (!offered.length) {
        if (!await change(100_000) && !over()) throw new Error("nothing happens any more");
        continue;
      }
      const chosen = await wanted(offered);
      if (!chosen?.isConnected) continue;  // the table has changed meanwhile
      const places = [...$("board").querySelectorAll("[data-move]")].filter((each) => each.dataset.move === chosen.dataset.move);
      const answered = change(1000);
      (places.length && hand.made % 2 ? places[0] : chosen).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      await answered;
      hand.made++;
    }
  };
  play().catch((error) => { hand.stuck = String(error); });
}
