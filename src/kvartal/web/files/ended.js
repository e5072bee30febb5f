// After the end: the plot, my past results, sharing the result, proving the deal.
import { $, ask, base, copy, narrow, trying } from "./site.js";
import { bytes, sha256 } from "./fair.js";
import { device } from "./storage.js";
import { morph } from "./morph.js";

const { table, title } = document.body.dataset;
let asked = false;

// The end is drawn again when somebody wants a rematch, or the line comes back: what this page has asked for stays.
export function drawEnd(html) {
  const asked = ["verdict", "plot", "mine"].map((id) => [id, [...($(id)?.childNodes || [])]]);
  morph($("end"), html);
  for (const [id, nodes] of asked) $(id)?.replaceChildren(...nodes);
}

export async function more() {
  if (!$("plot") || asked) return;
  asked = true;
  for (const part of [`plot?phone=${narrow.matches}`, "mine"]) {
    ask("GET", `/table/${table}/${part}`).then((html) => { const place = $(part.split("?")[0]); if (place) place.innerHTML = html; }, () => { asked = false; }); // the next message tries again
  }
}

export function share(button) {
  trying(button, async () => {
    const url = `${location.origin}${base}/table/${table}`;
    const touch = matchMedia("(pointer: coarse)").matches;
    if (touch && navigator.share) return navigator.share({ title, url }).catch(() => {});
    return copy(url);
  });
}

// The server proves the record; this device checks that it is the deal that was promised to it.
export function proven(button, id) {
  trying(button, async () => {
    const verdict = await ask("GET", `/table/${id}/verify`);
    $("verdict").innerHTML = verdict; // in the end as it is drawn by now
    const code = $("verdict").querySelector("[data-commitment]");
    if (!code) return;
    const { commitment, secret } = code.dataset;
    const kept = device.get(`deal ${id}`);
    code.append(sha256(bytes(secret)) === commitment && (!kept || kept === commitment) ? " ✓" : " ✗");
  });
}
