import { ask, base, makeTable, say, somebody, trying } from "./site.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { play, seats, daily } = button.dataset;
  if (play) {
    const bots = Array(Number(seats) - 1).fill("bot greedy");
    trying(button, () => makeTable({ game: play, seats: ["me", ...bots] }));
  } else if (daily) {
    trying(button, async () => {
      await somebody();
      const { table } = await ask("POST", `/api/daily/${daily}`);
      location.assign(`${base}/table/${table}`);
    });
  } else if (button.id === "forget" && confirm(button.dataset.sure)) {
    trying(button, async () => {
      await ask("DELETE", "/api/me");
      location.assign(`${base}/`);
    });
  }
});

document.getElementById("join").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const code = encodeURIComponent(document.getElementById("code").value.trim());
    const { table } = await ask("GET", `/api/codes/${code}`);
    location.assign(`${base}/table/${table}`);
  });
});

document.getElementById("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const name = document.getElementById("name").value;
    if (document.body.dataset.name) await ask("PATCH", "/api/me", { name });
    else await somebody(name);
    location.reload();
  });
});
