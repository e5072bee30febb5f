// Letters that are keys, wherever a page has some.
import { device } from "./storage.js";

// Who speaks to the computer, or presses keys by mistake, does without single letters and digits.
export const lettersAreKeys = () => device.get("letters") !== "0";
export const useLetters = (wanted) => device.set("letters", wanted ? "1" : "0");

// A key is known by its place where it writes no Latin letter: whoever plays in Cyrillic need not change the layout first.
export const letterOf = ({ key, code }) => (/^Key[A-Z]$/.test(code) && !/^[a-z]$/i.test(key) ? code.at(-1) : key).toLowerCase();

// A key that belongs to the browser, or to what is being filled in or read.
export const notOurs = (event) => event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog") !== null;
