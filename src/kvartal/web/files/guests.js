// A bot is chosen by its level and, where it has one, by who plays it.
import { device } from "./storage.js";

export const leveled = (value) => /^(bot )?level\d$/.test(value);
export const guest = (level, character) => (leveled(level) && character ? `${level}-${character}` : level);

// Who plays against me, and how strong: chosen once, remembered on this device.
const box = document.getElementById("rivals"), strength = document.getElementById("strength");
const faces = () => [...box.querySelectorAll("[name=guest]")];
const told = () => {
  const chosen = faces().find((each) => each.checked) ?? faces()[0];
  document.getElementById("guestline").textContent = chosen.dataset.line;
  return chosen.value;
};
if (box) {
  const level = device.get("level"), who = device.get("guest");
  if ([...strength.options].some(({ value }) => value === level)) strength.value = level;
  for (const each of faces()) each.checked = each.value === who || (each.checked && !faces().some(({ value }) => value === who));
  told();
  box.addEventListener("change", () => {
    device.set("level", strength.value);
    device.set("guest", told());
  });
}

// So many rivals: the chosen one first, then the others in their order, all of the chosen level.
export function rivals(count) {
  const names = faces().map(({ value }) => value), first = names.indexOf(told());
  return Array.from({ length: count }, (_, n) => `${strength.value}-${names[(first + n) % names.length]}`);
}

// The face of a bot, where a menu says who sits there; other seats have none.
export function showFace(place, level, character) {
  const bot = /^(bot )?\w/.test(level) && !["me", "open", "invited"].includes(level);
  const face = bot && document.querySelector(`[data-face="${leveled(level) ? character : ""}"] svg`);
  place.replaceChildren(...(face ? [face.cloneNode(true)] : []));
}
