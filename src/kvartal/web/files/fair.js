// This device's part of a fair deal: a salt of its own, promised by its SHA-256, opened when the table starts.
import { device } from "./storage.js";

export function saltOf(table, seat) {
  const key = `salt ${table} ${seat}`;
  let salt = device.get(key);
  if (!salt) {
    salt = hex(crypto.getRandomValues(new Uint8Array(32)));
    device.set(key, salt);
  }
  return salt;
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (text) => new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));

// crypto.subtle exists only behind https; a table on a home network has none, so the hash is our own.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(data) {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
  padded.set(data);
  padded[data.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  const h = [...START];
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i++) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => { h[i] = (h[i] + x) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(4 * i, x));
  return hex(new Uint8Array(out.buffer));
}
