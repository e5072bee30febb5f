import { ask, trying } from "./site.js";

const form = document.getElementById("score");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(event.submitter, async () => {
    const text = document.getElementById("sheet").value;
    document.getElementById("scored").innerHTML = await ask("POST", `/score/${form.dataset.game}`, { text });
  });
});
