"""What people practise: moments of their own, each in a box, each due at a time. Nobody else ever reads them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Executable, delete, func, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kvartal.review.spacing import Place, after, first
from kvartal.server.store import schema
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table.commands import Missing, Refused

MOST = 200  # of one person
CLEANED_AT_ONCE = 200  # people


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
        """Those that are not there yet, each with its id and game; how many there were. Who asks twice at once, even of
        two processes, gets each of them once, and no more than there may be."""
        known = {each.id for each in await self.of(person)}
        fresh = [each for each in new if each[0] not in known]
        if len(known) + len(fresh) > MOST:
            raise Refused(f"you have {len(known)} exercises, and {MOST} are the most: delete some first", status=409)
        now = first(now_ms())
        if not fresh:
            return 0
        people = schema.people.c
        in_turn = update(schema.people).where(people.id == person).values(name=people.name)  # they wait for each other
        new_rows = [
            {"person": person, "id": name, "game": game, "body": msgspec.json.encode(body), "box": now.box,
             "due": now.due}
            for name, game, body in fresh
        ]  # fmt: skip
        await self.store.append([], [(in_turn, None), *((self._if_room(row), None) for row in new_rows)])
        there = {each.id for each in await self.of(person)}
        return sum(name in there for name, _, _ in fresh)

    def _if_room(self, row: dict[str, Any]) -> Executable:
        """Insert it, unless it is there or there are enough: found out while it is done."""
        rows = schema.exercises.c
        count = select(func.count()).select_from(schema.exercises).where(rows.person == row["person"])
        values = [literal(value, rows[name].type) for name, value in row.items()]
        source = select(*values).where(count.scalar_subquery() < MOST)
        if self.store.sqlite:
            return sqlite.insert(schema.exercises).from_select(list(row), source).on_conflict_do_nothing()
        return postgresql.insert(schema.exercises).from_select(list(row), source).on_conflict_do_nothing()

    async def clean(self, missing: Callable[[list[str]], Awaitable[set[str]]]) -> None:
        """Those of nobody go: one may have been taken while its owner was being forgotten. All are looked through,
        a few people at a time; `missing` says who of them is not here any more."""
        person, last = schema.exercises.c.person, ""
        query = select(person).distinct().order_by(person).limit(CLEANED_AT_ONCE)
        while found := [row[0] for row in await self.store.all(query.where(person > last))]:
            last = found[-1]
            if gone := await missing(found):
                await self.store.append([], [(delete(schema.exercises).where(person.in_(gone)), None)])

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
