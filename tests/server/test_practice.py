"""Practice at a server: one's own moments only, bounded, exported, deleted, forgotten with their owner."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from place import Person, Place, lived
from sqlalchemy import func, select
from stand_in import StandIn

import kvartal
from kvartal.bots import Budget
from kvartal.games import game
from kvartal.review.decisions import Difference
from kvartal.review.exercise import Exercise, open_to_question
from kvartal.review.practice import as_dict, from_dict
from kvartal.review.puzzle import puzzles_of, whole_turns
from kvartal.review.spacing import RESTS
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.bots import MOST_PRACTISING, Bots
from kvartal.server.live.hall import Hall
from kvartal.server.store import practice as store_practice
from kvartal.server.store import schema
from kvartal.server.store.people import People
from kvartal.server.store.practice import MOST, Kept, Practice
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table.commands import Missing, Refused


def rows(count: int, first: int = 0) -> list[tuple[str, str, dict[str, Any]]]:
    return [(f"t.0.{n}", "flip", {"n": n}) for n in range(first, first + count)]


@lived
async def test_exercises_are_kept_for_one_person_bounded_and_deleted(database: str) -> None:
    store = await Store(database).open()
    practice = Practice(store)
    assert await practice.add("ann", rows(3)) == 3
    assert await practice.add("ann", rows(4)) == 1  # what is there is not taken twice
    assert await practice.add("bob", rows(1)) == 1
    assert [each.body["n"] for each in await practice.of("ann")] == [0, 1, 2, 3]
    with pytest.raises(Refused, match=f"you have 4 exercises, and {MOST} are the most"):
        await practice.add("ann", rows(MOST, 10))
    one = await practice.one("ann", "t.0.0")
    solved = await practice.tried("ann", one, True)
    assert (solved.box, solved.due > now_ms()) == (1, True)
    assert [each.body["n"] for each in await practice.of("ann")] == [1, 2, 3, 0]  # it comes back last
    failed = await practice.tried("ann", await practice.one("ann", "t.0.0"), False)
    assert failed.box == 0
    with pytest.raises(Missing):
        await practice.one("cat", "t.0.0")
    await practice.remove("ann", "t.0.1")
    assert len(await practice.of("ann")) == 3
    await practice.remove("ann")
    assert await practice.of("ann") == []
    assert len(await practice.of("bob")) == 1  # nobody else's
    await store.close()


@lived
async def test_who_is_forgotten_or_never_comes_back_has_no_exercises(database: str) -> None:
    store = await Store(database).open()
    practice, people = Practice(store), People(store)
    for name in ("Ann", "Bob"):
        person, _ = await people.create(name)
        await practice.add(person.id, rows(2))
        if name == "Ann":
            await people.forget(person.id, [])
        else:
            await people.clean(now_ms() + 1)
        assert await practice.of(person.id) == []
    await store.close()


class AtOnce(Practice):
    """It has looked, as `seen`, before another went on."""

    seen: list[Kept] | None = None

    async def of(self, person: str) -> list[Kept]:
        seen, self.seen = self.seen, None
        return await super().of(person) if seen is None else seen


@lived
async def test_who_takes_exercises_twice_at_once_gets_each_once_and_no_more_than_there_may_be(database: str) -> None:
    store = await Store(database).open(migrate=True)
    practice, other = Practice(store), AtOnce(store)
    person = (await People(store).create("Ann"))[0].id
    other.seen = await practice.of(person)
    await practice.add(person, rows(3))
    await other.add(person, rows(4))
    assert [each.body["n"] for each in await practice.of(person)] == [0, 1, 2, 3]
    await practice.add(person, rows(MOST - 6, 4))
    other.seen = await practice.of(person)
    assert await practice.add(person, rows(1, MOST)) == 1
    assert await other.add(person, rows(2, MOST + 10)) == 1
    query = select(func.count()).select_from(schema.exercises)
    assert (await store.all(query))[0][0] == MOST
    await store.close()


@lived
async def test_exercises_that_came_after_their_owner_was_forgotten_go(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_practice, "CLEANED_AT_ONCE", 2)
    store = await Store(database).open(migrate=True)
    hall, practice = Hall(store, store.metrics), Practice(store)
    here = [(await hall.people.create(name))[0].id for name in ("Ann", "Bob")]
    for person in (*here, "a", "gone", "nobody", "zz"):
        await practice.add(person, rows(2))
    await hall.cleaning.now()
    left = await store.all(select(schema.exercises.c.person).distinct())
    assert {row[0] for row in left} == set(here)
    assert len(await practice.of(here[0])) == 2
    await hall.close()
    await store.close()


@lived
async def test_turns_are_compared_one_at_a_time_for_a_person_and_take_turns_with_tables() -> None:
    worker = StandIn()
    bots = Bots(1, Budget(seconds=60), Metrics(), start=worker.start)
    view = kvartal.new("flip", players=2, seed=1).view(0)
    move = str(view.moves()[0])

    async def asked(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        await asyncio.sleep(0)  # now it waits in the queue
        return task

    tasks = [await asked(bots.turn(view, "greedy", 1, "t1"))]
    while not worker.asked:
        await asyncio.sleep(0)
    tasks.append(await asked(bots.beside(view, [move], ["ann"], "ann")))
    with pytest.raises(Refused, match="your last turn is still being compared"):
        await bots.beside(view, [move], ["more"], "ann")
    tasks.append(await asked(bots.beside(view, [move], ["bob"], "bob")))
    for number in range(MOST_PRACTISING - 2):
        tasks.append(await asked(bots.beside(view, [move], [f"turn {number}"], f"p{number}")))
    with pytest.raises(Refused, match="people practise here at this moment"):
        await bots.beside(view, [move], ["one too many"], "zoe")
    tasks.append(await asked(bots.turn(view, "greedy", 1, "t2")))
    tasks.append(await asked(bots.turn(view, "greedy", 1, "")))
    for _ in tasks:
        await worker.answer([(move, 0)], advice={"lost": 1.5, "error": 0.5})
    found = await asyncio.gather(*tasks)
    order = [each.beside[1][0] if each.beside else "bot" for each in worker.asked]
    assert order[:5] == ["bot", "bot", "ann", "bot", "bob"]  # a table, a hint, and then by turns
    assert found[1] == Difference(1.5, 0.5)
    assert await bots.beside(view, [move], ["ann"], "ann") == found[1]  # what is known is not asked again
    assert len(worker.asked) == len(tasks)
    await bots.stop()


async def finished(ann: Person, *, options: dict[str, Any]) -> str:
    """A table whose seat 0 is Ann's, played to its end by bots."""
    table = await ann.table(seats=["me", "bot greedy"], options=options)
    await ann.do(table, do="start")
    await ann.do(table, do="bot", level="random")
    while (await ann.look(table))["table"]["status"] != "finished":
        await asyncio.sleep(0.05)
    return table


async def reviewed(ann: Person, table: str, seat: int) -> None:
    await ann.good("POST", f"/api/tables/{table}/review", {"seat": seat})
    while True:
        shown = await ann.good("GET", f"/api/tables/{table}/review?seat={seat}")
        assert shown["status"] in ("waiting", "running", "done"), shown
        if shown["status"] == "done":
            return
        await asyncio.sleep(0.05)


@lived
async def test_only_moments_of_my_own_seat_are_taken_from_a_review_that_is_made(
    start: Callable[..., Place], tmp_path: Path
) -> None:
    place = start(str(tmp_path / "tables.db"))
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await finished(ann, options={"turn_cap": 2})
    way, wish = f"/api/tables/{table}/practice", {"seat": 0}  # by its table: the process that has it has the review
    status, answer = await ann.ask("POST", way, wish)
    assert (status, answer["error"]) == (409, "the review of this match is not made yet")
    await reviewed(ann, table, 0)
    graded = [each for each in (await review_of(ann, table))["decisions"] if each["grade"]]
    taken = await ann.good("POST", way, wish)
    assert taken["new"] == taken["all"] <= len(graded)
    assert (await ann.good("POST", way, wish))["new"] == 0
    # Bob may look at the review, and practises nobody else's moments: what Ann knew is hers.
    assert (await bob.ask("POST", way, wish))[0] == 403
    assert (await ann.ask("POST", way, {"seat": 1}))[0] == 403
    assert (await ann.ask("POST", "/api/tables/nothing/practice", wish))[0] == 404
    assert await bob.good("GET", "/api/practice") == []


async def review_of(ann: Person, table: str) -> Any:
    return (await ann.good("GET", f"/api/tables/{table}/review"))["review"]


async def with_exercises(start: Callable[..., Place], database: str) -> tuple[Place, Person, list[dict[str, Any]]]:
    """A server where Ann has two exercises, made of puzzles."""
    place = start(database)
    ann = await place.person("Ann")
    place.end()
    puzzles = [each for each in puzzles_of(game("flip")) if each.turns > 2][:2]
    bodies = [as_dict(replace(Exercise.of(each), played=each.second)) for each in puzzles]
    store = await Store(database).open()
    await Practice(store).add(ann.id, [(f"t.0.{n}", "flip", body) for n, body in enumerate(bodies)])
    await store.close()
    place = start(database)
    return place, Person(place, ann.token, ann.id, ann.name), bodies


@lived
async def test_exercises_are_tried_exported_and_deleted(start: Callable[..., Place], tmp_path: Path) -> None:
    place, ann, bodies = await with_exercises(start, str(tmp_path / "tables.db"))
    bob = await place.person("Bob")
    kept = await ann.good("GET", "/api/practice")
    assert [each["body"] for each in kept] == bodies
    assert kept == await ann.good("GET", "/api/practice/export")
    way, body = "/api/practice/t.0.0", bodies[0]
    for method, what in (("POST", {}), ("DELETE", None)):
        assert (await bob.ask(method, way, what))[0] == 404
    assert (await ann.good("POST", way, {"moves": body["played"]}))["solved"] is False
    solved = await ann.good("POST", way, {"moves": body["answer"]})  # too early to count
    assert (solved["solved"], solved["box"]) == (True, 0)
    assert (await ann.good("POST", way, {}))["solved"] is False  # looked up
    solved = await ann.good("POST", "/api/practice/t.0.1", {"moves": bodies[1]["answer"]})
    assert (solved["solved"], solved["box"]) == (True, 1)
    assert 0 < solved["due"] - now_ms() <= RESTS[1]
    for wrong in ({"moves": ["fly"]}, {"moves": ["stop"] * 65}, {"moves": 5}, {"more": 1}):
        assert (await ann.ask("POST", way, wrong))[0] == 400
    await ann.good("DELETE", way)
    assert (await ann.ask("DELETE", way))[0] == 404
    await ann.good("DELETE", "/api/practice")
    assert await ann.good("GET", "/api/practice") == []


@lived
async def test_a_turn_that_nobody_has_looked_at_is_compared_with_the_answer(
    start: Callable[..., Place], tmp_path: Path
) -> None:
    """Of a puzzle every other turn is worse for certain; so the server finds that out as well."""
    _, ann, bodies = await with_exercises(start, str(tmp_path / "tables.db"))
    exercise = from_dict(game("flip"), bodies[0])
    ways = whole_turns(exercise.view, 1000)
    assert ways is not None
    other = next(codes for codes in ways.values() if open_to_question(exercise, codes))
    moves = [exercise.view.setup.notation[code] for code in other]
    assert (await ann.good("POST", "/api/practice/t.0.0", {"moves": moves}))["solved"] is False
