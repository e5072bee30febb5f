// Small sounds of our own, made here and not loaded; off until somebody wants them.
import { device } from "./storage.js";

const NOTES = { move: [[330, 0, 0.06]], turn: [[523, 0, 0.12], [784, 0.11, 0.18]], over: [[392, 0, 0.16], [494, 0.14, 0.16], [659, 0.28, 0.34]] };
let context = null;

export const sounding = () => device.get("sound") === "1";

export function switchSound() {
  device.set("sound", sounding() ? "0" : "1");
  sound("move");
}

export function sound(name) {
  if (!sounding()) return;
  try { play(name); } catch { /* no AudioContext here, or nothing to hear it with: the game goes on */ }
}

function play(name) {
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, after, lasts] of NOTES[name]) {
    const tone = context.createOscillator(), loud = context.createGain(), from = context.currentTime + after;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, from);
    loud.gain.exponentialRampToValueAtTime(0.16, from + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
    tone.connect(loud).connect(context.destination);
    tone.start(from);
    tone.stop(from + lasts + 0.02);
  }
}
