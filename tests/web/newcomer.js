// A newcomer who presses what is ringed, and *next* where there is nothing to press, until the guided part is over.
// window.newcomer: how many marks were followed, what they pointed at, what was wrong, and whether it is done.
() => {
  const $ = (id) => document.getElementById(id);
  const newcomer = window.newcomer = { marks: 0, at: [], wrong: [], done: false };
  const frame = () => new Promise((done) => setTimeout(done, 15));
  const now = () => [$("coach").hidden, $("coachtext").textContent, $("coach").dataset.at, $("moves").textContent, $("log").childElementCount,
    [...document.querySelectorAll("[data-pick]")].map((pick) => pick.ariaChecked)].join("|");
  const boxes = () => [$("coach"), $("coachring"), document.getElementById($("coach").dataset.at)].map((each) => each?.getBoundingClientRect());
  const around = (outer, inner) => inner && outer.left <= inner.left + 6 && outer.top <= inner.top + 6 && outer.right >= inner.right - 6 && outer.bottom >= inner.bottom - 6;
  const ready = () => {
    if ($("coach").hidden || $("coachring").hidden || !$("coach").dataset.at) return false;
    const [, ring, thing] = boxes();
    return around(ring, thing); // it has arrived where it belongs
  };
  const apart = (one, other) => one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;
  const look = () => {
    const [bubble, , thing] = boxes(), id = $("coach").dataset.at;
    const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!apart(bubble, thing)) newcomer.wrong.push(`the bubble covers ${id}`);
    if (!inside(bubble)) newcomer.wrong.push(`the bubble beside ${id} is not in sight`);
    if (!inside(thing)) newcomer.wrong.push(`${id} is not in sight`);
  };
  const press = () => {
    const next = $("coachnext");
    if (!next.hidden) {
      newcomer.done = next.textContent === next.dataset.last;
      return next.click();
    }
    const [, , box] = boxes(), thing = document.getElementById($("coach").dataset.at);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!thing.contains(hit)) newcomer.wrong.push(`a finger in the middle of ${thing.id} hits ${hit?.id || hit?.tagName}`);
    return (thing.contains(hit) ? hit : thing).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  (async () => {
    while (!newcomer.done && !newcomer.wrong.length) {
      if (newcomer.marks > 100 || document.querySelector("#end section")) throw new Error("it never ends");
      while (!ready()) await frame();
      newcomer.marks++;
      newcomer.at.push($("coach").dataset.at);
      look();
      const before = now();
      press();
      while (!newcomer.done && now() === before) await frame();
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame); // the ring follows when the page is laid out
    }
  })().catch((error) => newcomer.wrong.push(String(error)));
}
