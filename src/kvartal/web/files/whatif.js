// What if…? From a moment of a match that is over on against bots: a study of one's own.
import { ask, base, somebody } from "./site.js";

export async function whatIf({ table, text, number, seat }) {
  await somebody();
  const made = await (table ? ask("POST", `/api/tables/${table}/study`, {}) : ask("POST", "/api/studies", { record: text }));
  location.assign(`${base}/study/${made.id}?at=0.${number}&seat=${Math.max(0, Number(seat))}`);
}
