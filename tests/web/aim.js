// Where a finger presses next: `at` a point that really hits something to press, chosen by `luck` (0 to 1); `pick` a point
// that takes a thing up first, where things are taken up; `hidden` what stands in the play area and cannot be hit.
(luck) => {
  const $ = (id) => document.getElementById(id);
  const shown = (element) => element && !element.hidden && element.getClientRects().length > 0;
  const spot = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      for (const along of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const [a, b] = [x + width * along, y + height * down];
        const hit = document.elementFromPoint(a, b)?.closest("[data-move], [data-pick]");
        if (hit === element) return [a, b];
      }
    }
    return null;
  };
  const far = (element) => { // behind a tab: it is scrolled to
    element.scrollIntoView({ block: "center", behavior: "instant" });
    return spot(element);
  };
  const taken = (list) => list[Math.floor(luck * list.length)];
  scrollTo({ top: 0, behavior: "instant" });
  const held = document.querySelector("#picks [aria-checked=true]");
  const picks = shown($("picks")) && !held ? [...$("picks").querySelectorAll("[data-pick]")] : [];
  const places = [...$("board").querySelectorAll("[data-move]")];
  const buttons = shown($("buttons")) ? [...$("buttons").querySelectorAll("button[data-move]:not([disabled])")].filter(shown) : [];
  const hidden = places.filter((each) => each.closest("[data-play]") && !spot(each)).map((each) => each.id);
  const pick = picks.length && (luck < 0.7 || !places.length && !buttons.length) ? far(taken(picks)) : null;
  const chosen = taken([...places, ...buttons]);
  return { hidden: hidden.join(", "), pick, at: chosen ? spot(chosen) ?? far(chosen) : null };
}
