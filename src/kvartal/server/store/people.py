"""People without accounts: a name, and a token on each of their devices. Nothing else is known about anybody."""

import secrets
from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import case, delete, insert, select, update

from kvartal.server.store import schema
from kvartal.server.store.keys import key_hash, new_id
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table import events as e
from kvartal.server.table.commands import Denied
from kvartal.server.table.names import checked_name

CARRY_MINUTES = 15
FRESH = 30_000  # milliseconds a looked-up token or name is believed
MOST_REMEMBERED = 20_000
CLEANED_AT_ONCE = 200
HOUR = 3_600_000


class Person(msgspec.Struct, frozen=True):
    """A person as they are told about themselves."""

    id: str
    name: str


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._tokens: dict[str, tuple[int, Person]] = {}
        self._names: dict[str, tuple[int, str]] = {}

    async def create(self, name: str) -> tuple[Person, str]:
        """A new person and the token of their first device. Only its hash is kept."""
        person = Person(new_id(), checked_name(name))
        token = secrets.token_urlsafe(32)
        row = {"id": person.id, "name": person.name, "seen": now_ms()}
        device = {"hash": key_hash(token), "person": person.id, "until": None}
        await self.store.append([], [(insert(schema.people), row), (insert(schema.devices), device)])
        return person, token

    async def by_token(self, token: str) -> Person | None:
        if not 20 <= len(token) <= 100:
            return None
        hashed, now = key_hash(token), now_ms()
        at, person = self._tokens.get(hashed, (0, None))
        if person is not None and now - at < FRESH and self.store.sqlite:
            return person  # nobody but us serves this file; elsewhere another process may have forgotten them
        people, devices = schema.people.c, schema.devices.c
        query = select(people.id, people.name, people.seen).where(
            devices.hash == hashed, devices.until.is_(None), people.id == devices.person
        )
        found = await self.store.all(query)
        if not found:
            self._tokens.pop(hashed, None)
            return None
        person = Person(found[0][0], found[0][1])
        if now - found[0][2] > HOUR:
            self.store.later((update(schema.people).where(people.id == person.id).values(seen=now), None))
        _remember(self._tokens, hashed, (now, person))
        return person

    async def names(self, wanted: Collection[str]) -> dict[str, str]:
        now = now_ms()
        missing = [person for person in wanted if now - self._names.get(person, (0, ""))[0] > FRESH]
        if missing:
            people = schema.people.c
            for row in await self.store.all(select(people.id, people.name).where(people.id.in_(missing))):
                _remember(self._names, row[0], (now, row[1]))
        return {person: self._names[person][1] for person in wanted if person in self._names}

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, checked_name(name))
        change = update(schema.people).where(schema.people.c.id == person.id).values(name=renamed.name)
        await self.store.append([], [(change, None)])
        self.believe_nothing(person.id)
        return renamed

    async def carry(self, person: Person) -> str:
        """A key that makes another device this person's as well: once, and only for a while."""
        key = secrets.token_urlsafe(32)
        until = now_ms() + CARRY_MINUTES * 60_000
        row = {"hash": key_hash("carry " + key), "person": person.id, "until": until}
        await self.store.append([], [(insert(schema.devices), row)])
        return key

    async def arrive(self, key: str) -> tuple[Person, str]:
        """The other device has brought the key: it gets a token of its own."""
        devices, hashed = schema.devices.c, key_hash("carry " + key)
        known = (devices.hash == hashed) & (devices.until > now_ms())
        token = secrets.token_urlsafe(32)
        arrived = update(schema.devices).where(known).values(hash=key_hash(token), until=None)
        await self.store.append([], [(arrived, None)])  # if that fails, the key is not used up
        person = await self.by_token(token)
        if person is None:
            raise Denied("this key is not known; it works once, within a quarter of an hour")
        return person, token

    async def tables(self, person: str) -> list[str]:
        places = schema.places.c
        return [row[0] for row in await self.store.all(select(places.table_id).where(places.person == person))]

    async def forget(self, person: str, talked_at: Collection[str]) -> None:
        """The names, the devices and every line of chat go; moves stay, without saying whose they were."""
        events, results = schema.events.c, schema.results.c
        nobodys = case((results.attempt > 0, 0), else_=results.attempt)
        statements: list[Any] = []
        for table in talked_at:
            query = select(events.number, events.body).where(events.table_id == table)
            for number, body in await self.store.all(query):
                try:
                    event = e.read(bytes(body))
                except ValueError:  # malformed: there is nothing to be read in it
                    continue
                if isinstance(event, e.Chatted) and event.person == person:
                    blank = e.write(msgspec.structs.replace(event, text=""))
                    here = update(schema.events).where(events.table_id == table, events.number == number)
                    statements.append((here.values(body=blank), None))
                elif isinstance(event, e.Created) and any(event.names):
                    theirs = [word == f"person {person}" for word in event.seats]
                    names = ["" if own else name for name, own in zip(event.names, theirs, strict=False)]
                    blank = e.write(msgspec.structs.replace(event, names=names if any(names) else []))
                    here = update(schema.events).where(events.table_id == table, events.number == number)
                    statements.append((here.values(body=blank), None))
        statements += [
            (delete(schema.people).where(schema.people.c.id == person), None),
            (delete(schema.devices).where(schema.devices.c.person == person), None),
            (delete(schema.places).where(schema.places.c.person == person), None),
            (update(schema.results).where(results.person == person).values(person="", attempt=nobodys), None),
            (delete(schema.tries).where(schema.tries.c.person == person), None),
            (delete(schema.exercises).where(schema.exercises.c.person == person), None),
            (delete(schema.studies).where(schema.studies.c.person == person), None),
        ]
        await self.store.append([], statements)
        self.believe_nothing(person)

    async def missing(self, people: Collection[str]) -> set[str]:
        """Those of them who are not here (any more)."""
        found = await self.store.all(select(schema.people.c.id).where(schema.people.c.id.in_(people)))
        return set(people) - {row[0] for row in found}

    async def clean(self, before: int) -> None:
        """People nobody has seen for long, and keys that were never used: a few at a time."""
        people, devices, places = schema.people.c, schema.devices.c, schema.places.c
        sits = select(places.person).where(places.person == people.id).exists()
        unseen = select(people.id).where(people.seen < before, ~sits)
        unused = select(devices.hash).where(devices.until < now_ms())
        theirs = (people.id, devices.person, schema.studies.c.person, schema.exercises.c.person)
        for query, keys in ((unseen, theirs), (unused, (devices.hash,))):
            while gone := [row[0] for row in await self.store.all(query.limit(CLEANED_AT_ONCE))]:
                await self.store.append([], [(delete(key.table).where(key.in_(gone)), None) for key in keys])

    def believe_nothing(self, person: str) -> None:
        self._names.pop(person, None)
        self._tokens = {hashed: known for hashed, known in self._tokens.items() if known[1].id != person}


def _remember(memory: dict[str, Any], key: str, value: object) -> None:
    if len(memory) >= MOST_REMEMBERED:
        del memory[next(iter(memory))]
    memory[key] = value
