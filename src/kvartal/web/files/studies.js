// My studies: a file becomes one.
import { $, ask, base, somebody } from "./site.js";

$("studyfile").addEventListener("change", async ({ target }) => {
  const file = target.files[0];
  if (!file) return;
  const wrong = $("unreadable");
  wrong.textContent = file.size > target.dataset.largest ? wrong.dataset.large : "";
  if (wrong.textContent) return;
  try {
    await somebody();
    const made = await ask("POST", "/api/studies", { file: await file.text() });
    location.assign(`${base}/study/${made.id}`);
  } catch (error) {
    wrong.textContent = error.message;
  }
});
