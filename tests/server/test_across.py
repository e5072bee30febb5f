"""Whoever comes to one process now and to another the next time finds what they left, and no limit is doubled."""

import asyncio
from collections.abc import Callable
from typing import Any

from place import Place, lived

from kvartal.engine.record import Record
from kvartal.review import Reviewing
from kvartal.server.http.counted import MOST_TOLD, Counted, Taken
from kvartal.server.http.security import Buckets, Held, largest
from kvartal.server.live.hall import Hall, Keeping
from kvartal.server.live.homes import Alone, Home, Seen
from kvartal.server.live.reviews import Ordered
from kvartal.server.store.store import Store
from kvartal.server.table.commands import NewTable

from .test_homes import at, figure
from .test_reviews import match


async def together(*places: Place) -> None:
    """Until each of these has seen the others."""
    while [await figure(place, "processes") for place in places] != [len(places)] * len(places):
        await asyncio.sleep(0.05)


@lived
async def test_records_studies_and_reviews_of_files_are_there_at_whichever_process_one_asks(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres, pages=True), start(new_postgres, pages=True)
    ann = [await first.person("Ann")]
    ann.append(at(second, ann[0]))
    await together(first, second)
    keys = []
    for number in range(8):  # of so many, each process keeps some
        text = Record.of(match()).text() + "\n" * number
        keys.append((await ann[number % 2].good("POST", "/replay/at", {"text": text}))["key"])
    assert len(set(keys)) == 8
    for me in ann:
        for key in keys:
            assert (await me.good("POST", "/replay/at", {"key": key}))["key"] == key
            assert (await me.ask("POST", "/replay/end", {"key": key}))[0] == 200

    async def status(me: int, **wish: object) -> str:
        return str((await ann[me].good("POST", "/review/of", {"key": keys[0], **wish}))["status"])

    assert await status(0) == await status(1) == "none"
    ordered = {await status(0, do="order"), await status(1), await status(0), await status(1)}
    assert not ordered & {"none", "failed"}
    assert await status(1, do="stop") == await status(0) == "none"

    study = (await ann[0].good("POST", "/api/studies", {"record": Record.of(match()).text()}))["id"]
    note = {"do": "note", "version": 1, "branch": 0, "number": 0, "text": "so it began"}
    assert (await ann[1].good("POST", f"/api/studies/{study}/do", note))["version"] == 2
    assert (await ann[0].good("GET", f"/api/studies/{study}"))["version"] == 2
    assert largest("/review/of") == largest("/replay/at")  # a long record can be reviewed as well


@lived
async def test_an_address_has_no_more_at_two_processes_than_at_one(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres, limits="1"), start(new_postgres, limits="1")
    await together(first, second)
    async with first.http() as http:
        for number in range(30):
            await http.post("/api/me", {"name": f"Ann {number}"})
        assert (await http.ask("POST", "/api/me", {"name": "one more"}))[0] == 429
    while 'kvartal_cache_entries{cache="limits.people"} 1' not in await second.figures():
        await asyncio.sleep(0.05)
    async with second.http() as http:
        assert (await http.ask("POST", "/api/me", {"name": "one more"}))[0] == 429
        assert (await http.ask("GET", "/api/games"))[0] == 200  # of these there are many more


@lived
async def test_a_table_stays_with_the_process_that_has_a_review_of_it(new_postgres: str) -> None:
    store = await Store(new_postgres).open()
    hall = await Hall(store, store.metrics, Keeping(idle_seconds=-1), address="127.0.0.1:1").open()
    person = (await hall.people.create("Ann"))[0].id
    reviewed, other = [await hall.table(await hall.create(NewTable(game="flip"), person)) for _ in range(2)]
    hall.reviews.ordered[reviewed.table.id, 0, ""] = Ordered(Reviewing(match().setup, 0, hall.reviews.depth), set())
    await hall.put_away()
    await asyncio.wait([other.task])
    assert list(hall.live) == [reviewed.table.id]
    hall.reviews.ordered.clear()
    await hall.put_away()
    await asyncio.wait([reviewed.task])
    assert not hall.live
    await hall.close()
    await store.close()


def counted(lease: str, others: list[str]) -> tuple[Counted, Buckets, Held]:
    homes = Alone()
    homes.lease, homes.others = lease, {each: Seen(Home(each, "", ""), 0, 0.0) for each in others}
    buckets, held = Buckets((0.001, 10), 1.0, "tables"), Held(4)
    return Counted(homes, [buckets], {"sockets": held}), buckets, held


def test_what_is_taken_or_held_at_one_process_counts_at_the_others() -> None:
    (one, here, sockets), (two, there, others) = counted("a", ["b"]), counted("b", ["a"])
    assert all(here.take("4.4.4.4") for _ in range(7))
    assert all(there.take("4.4.4.4") for _ in range(7))  # nobody has told it yet
    assert all(sockets.take("4.4.4.4") for _ in range(3))
    told: Any = one.collected()
    assert (told.taken, told.held) == ({"tables": {"4.4.4.4": 7}}, {"sockets": {"4.4.4.4": 3}})
    two.heard(told)
    one.heard(two.collected())
    assert not there.take("4.4.4.4")
    assert not here.take("4.4.4.4")  # both owe four
    assert there.take("5.5.5.5")
    assert [others.take("4.4.4.4") for _ in range(2)] == [True, False]
    assert one.collected().taken == {}  # it is told once
    two.ended("a")
    assert others.take("4.4.4.4")  # what was held there is gone with it
    two.heard(Taken("nobody", {"no such limit": {"a": 1}}, {"sockets": {"4.4.4.4": 9}}))
    assert others.take("4.4.4.4")  # of whoever is not there nothing is believed


def test_what_is_told_is_bounded() -> None:
    one, here, _ = counted("a", [])
    for number in range(MOST_TOLD + 500):
        here.take(str(number), 1 + (number == 77))
    told = one.collected().taken["tables"]
    assert (len(told), told["77"]) == (MOST_TOLD, 2)
