// Which puzzles this device has solved, and which it has looked up.
import { device } from "./storage.js";

const known = () => {
  try { return JSON.parse(device.get("puzzles")) || {}; } catch { return {}; }
};

export const became = (puzzle) => known()[puzzle] || "";

export function remember(puzzle, how) {
  const all = known();
  if (!how || all[puzzle] === "solved" || all[puzzle] === "shown") return; // the first time counts
  device.set("puzzles", JSON.stringify({ ...all, [puzzle]: how }));
}
