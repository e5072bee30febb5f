// Where a board is longer than the screen: a way to what can be done on it, when nothing of it is in sight.
import { $ } from "./site.js";

const PAUSE = 250; // ms: when the board has been painted, when a finger has stopped
let mine = false, soon = 0;
const places = () => [...$("board").querySelectorAll("[data-move]")];

export function lookAround(myTurn = mine) {
  mine = myTurn;
  clearTimeout(soon);
  soon = setTimeout(look, PAUSE);
}

function look() {
  const ceiling = $("turnbox").getBoundingClientRect(), covered = ceiling.top <= 0 ? ceiling.bottom : 0;
  const boxes = mine && $("board").checkVisibility() ? places().map((place) => place.getBoundingClientRect()) : [];
  const dock = getComputedStyle($("dock")).position === "fixed" ? $("dock").getBoundingClientRect() : null;
  const floor = dock?.left === 0 ? dock.top : innerHeight; // one at the side covers nothing
  const inSight = ({ top, bottom }) => bottom > covered + 8 && top < floor - 8;
  const away = boxes.length > 0 && !boxes.some(inSight);
  if (away) $("showwhere").dataset.way = boxes[0].top < covered ? "up" : "down";
  $("showwhere").hidden = !away;
}

export function showWhere() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  places()[0]?.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
}

addEventListener("scroll", () => lookAround(), { passive: true });
addEventListener("resize", () => lookAround());
