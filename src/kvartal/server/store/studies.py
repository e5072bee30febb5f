"""Studies as rows: the record of the main line, which stays, and the tree, which has a version.

A save names the version that it was made from. Where that is not the stored one any more, the row refuses it: nothing
is overwritten, in whichever process the other save was made.
"""

from typing import Any

import msgspec
from sqlalchemy import case, delete, func, insert, null, select, update

from kvartal.server.store import schema
from kvartal.server.store.keys import ID
from kvartal.server.store.store import Store, now_ms

MOST_LISTED = 500
CLEANED_AT_ONCE = 100


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A study as it is stored. `seed` None: branches draw from the deal of the match. `source`: a sketch's table."""

    id: str
    person: str
    game: str
    title: str
    record: str
    tree: bytes
    seed: int | None
    sketch: bool
    shared: bool
    source: str
    version: int
    touched: int


rows = schema.studies.c


async def find(store: Store, study: str) -> Kept | None:
    if not ID.fullmatch(study):
        return None
    found = await store.all(select(*(rows[name] for name in Kept.__struct_fields__)).where(rows.id == study))
    if not found:
        return None
    row = read(found[0])
    return Kept(**{**row, "record": bytes(row["record"]).decode(), "tree": bytes(row["tree"])})


def read(row: Any) -> dict[str, Any]:
    """A row by its names; SQLite knows 0 and 1 only."""
    found = {str(name): value for name, value in row._asdict().items()}
    return {**found, "sketch": bool(found["sketch"]), "shared": bool(found["shared"])}


async def count(store: Store, person: str, table: str = "") -> int:
    """How many a person has, without their sketches at this table."""
    others = (rows.source != table) | (rows.source == "")
    found = await store.all(select(func.count()).select_from(schema.studies).where(rows.person == person, others))
    return int(found[0][0])


async def listed(store: Store, person: str) -> list[dict[str, Any]]:
    """A person's studies, those that were changed last first; without what is large."""
    query = select(rows.id, rows.title, rows.game, rows.sketch, rows.shared, rows.version, rows.touched)
    mine = query.where(rows.person == person).order_by(rows.touched.desc())
    return [read(row) for row in await store.all(mine.limit(MOST_LISTED))]


async def add(store: Store, kept: Kept) -> None:
    """A new one. Of a table where somebody plays they have one sketch: the newest."""
    older = delete(schema.studies).where(rows.person == kept.person, rows.source == kept.source)
    row = {**msgspec.structs.asdict(kept), "record": kept.record.encode()}
    await store.append([], [*([(older, None)] if kept.source else []), (insert(schema.studies), row)])


async def save(store: Store, was: Kept, **values: object) -> Kept | None:
    """The next version; Conflict if `was` is not the newest one any more: no version at all is what no row accepts.
    None: it was deleted meanwhile, and a change of no row is no conflict."""
    following = case((rows.version == was.version, was.version + 1), else_=null())
    touched = now_ms()
    change = update(schema.studies).where(rows.id == was.id)
    await store.append([], [(change.values(**values, version=following, touched=touched), None)])
    if not await store.all(select(rows.id).where(rows.id == was.id)):
        return None
    return msgspec.structs.replace(was, **values, version=was.version + 1, touched=touched)


async def remove(store: Store, study: str) -> None:
    await store.append([], [(delete(schema.studies).where(rows.id == study), None)])


async def clean(store: Store, before: int) -> None:
    """What nobody has changed for long goes, a few at a time."""
    query = select(rows.id).where(rows.touched < before).order_by(rows.touched).limit(CLEANED_AT_ONCE)
    while gone := [row[0] for row in await store.all(query)]:
        await store.append([], [(delete(schema.studies).where(rows.id.in_(gone)), None)])
