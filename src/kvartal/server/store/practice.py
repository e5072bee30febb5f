"""What people practise: moments of their own, each in a box, each due at a time. Nobody else ever reads them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from kvartal.review.spacing import Place, after, first
from kvartal.server.store import schema
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table.commands import Missing, Refused

MOST = 200  # of one person


class Kept(msgspec.Struct, frozen=True):
    """An exercise as it lies in its box; `body` is what `kvartal.review.practice` writes."""

    id: str
    game: str
    body: dict[str, Any]
    box: int
    due: int


class Practice:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, person: str) -> list[Kept]:
        """All of them, the next one first."""
        rows = schema.exercises.c
        query = select(rows.id, rows.game, rows.body, rows.box, rows.due).where(rows.person == person)
        found = await self.store.all(query.order_by(rows.due, rows.id).limit(MOST))
        return [Kept(each[0], each[1], msgspec.json.decode(bytes(each[2])), each[3], each[4]) for each in found]

    async def one(self, person: str, name: str) -> Kept:
        found = next((each for each in await self.of(person) if each.id == name), None)
        if found is None:
            raise Missing("there is no such exercise")
        return found

    async def add(self, person: str, new: Sequence[tuple[str, str, dict[str, Any]]]) -> int:
        """Those that are not there yet, each with its id and game; how many there were."""
        known = {each.id for each in await self.of(person)}
        fresh = [each for each in new if each[0] not in known]
        if len(known) + len(fresh) > MOST:
            raise Refused(f"you have {len(known)} exercises, and {MOST} are the most: delete some first", status=409)
        now = first(now_ms())
        rows = [
            {"person": person, "id": name, "game": game, "body": msgspec.json.encode(body), "box": now.box,
             "due": now.due}
            for name, game, body in fresh
        ]  # fmt: skip
        if rows:
            await self.store.append([], [(insert(schema.exercises), row) for row in rows])
        return len(rows)

    async def tried(self, person: str, kept: Kept, solved: bool) -> Place:
        """It goes into its next box."""
        place = after(Place(kept.box, kept.due), solved, now_ms())
        rows = schema.exercises.c
        here = update(schema.exercises).where(rows.person == person, rows.id == kept.id)
        await self.store.append([], [(here.values(box=place.box, due=place.due), None)])
        return place

    async def remove(self, person: str, name: str | None = None) -> None:
        """One of them, or all."""
        rows = schema.exercises.c
        gone = delete(schema.exercises).where(rows.person == person)
        await self.store.append([], [(gone if name is None else gone.where(rows.id == name), None)])
