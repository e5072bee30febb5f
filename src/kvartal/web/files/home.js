import { $, ask, base, copy, drawLink, somebody, sure, trying } from "./site.js";
import "./play.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { daily } = button.dataset;
  if (daily) {
    trying(button, async () => {
      await somebody();
      const { table } = await ask("POST", `/api/daily/${daily}`);
      location.assign(`${base}/table/${table}`);
    });
  } else if (button.id === "carry") {
    trying(button, carry);
  } else if (button.id === "forget" && await sure(button.dataset.sure)) {
    trying(button, async () => {
      await ask("DELETE", "/api/me");
      location.assign(`${base}/`);
    });
  }
});

// Another device becomes mine by a link that works once, for a quarter of an hour.
async function carry() {
  const { key } = await ask("POST", "/api/me/carry");
  const code = document.createElement("div"), link = drawLink(`/#arrive=${key}`, code);
  const shown = Object.assign(document.createElement("input"), { readOnly: true, value: link, id: "carrylink" });
  shown.setAttribute("aria-label", $("carry").textContent);
  $("carried").replaceChildren(shown, code);
  copy(link);
}

const arriving = location.hash.match(/^#arrive=([\w-]{20,60})$/);
if (arriving) {
  history.replaceState(null, "", location.pathname);
  trying(null, async () => {
    await ask("POST", "/api/me/arrive", { key: arriving[1] });
    location.reload();
  });
}

$("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const name = $("name").value;
    if (document.body.dataset.name) await ask("PATCH", "/api/me", { name });
    else await somebody(name);
    location.reload();
  });
});
