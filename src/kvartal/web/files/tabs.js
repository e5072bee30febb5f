// On a phone only the play area is in sight: a tab leads to what lies below it, and back. Turning the phone stays there.
import { $ } from "./site.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let now = "", byHand = false; // which part is looked at; whether somebody scrolls, or a tab does

const part = (name) => (name === "" ? $("board") : document.getElementById(name));
const ceiling = () => Math.max(0, $("turnbox").getBoundingClientRect().bottom);

export function goTo(name, behavior = still.matches ? "instant" : "smooth") {
  byHand = false;
  mark(name);
  const place = part(name), first = name === "" && !$("end").firstChild && $("news").hidden && !$("asked").firstChild;
  if (place) scrollTo({ top: first ? 0 : scrollY + place.getBoundingClientRect().top - ceiling() - 4, behavior });
}

// It is drawn anew, in another layout perhaps.
export function stay() {
  if (now !== "") goTo(now, "instant");
}

export function mark(name = now) {
  now = name;
  for (const tab of $("tabs").children) {
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

// Whoever scrolls is where the last part begins that has come up to the middle.
let soon = 0;
function look() {
  soon = 0;
  const middle = (ceiling() + innerHeight) / 2;
  let found = "";
  for (const { dataset } of $("tabs").children) if (scrollY > 4 && part(dataset.tab)?.getBoundingClientRect().top < middle) found = dataset.tab;
  mark(found);
}
for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, () => { byHand = true; }, { passive: true });
addEventListener("scroll", () => { if (byHand) soon ||= requestAnimationFrame(look); }, { passive: true });

$("sentence").addEventListener("click", ({ target }) => target.classList.toggle("whole")); // all of it, where a line is too short
