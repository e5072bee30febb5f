"""Studies at a server: no card of a deal that others can still play, versions, bounds, hostile input; sketches."""

import ast
import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from place import Person, Place, lived
from sqlalchemy import update

import kvartal
from kvartal.engine.deal import SeededDeal
from kvartal.engine.words import LANGUAGES
from kvartal.review import study as pure
from kvartal.review.study import LONGEST_NOTE, MAIN, Moment, Note, Study, Tree
from kvartal.server.http.metrics import Metrics
from kvartal.server.http.sentences import said
from kvartal.server.live import studies as live_studies
from kvartal.server.live.hall import Hall
from kvartal.server.live.studies import MOST_THINKING, Studies
from kvartal.server.store import schema, studies
from kvartal.server.store.index import read_deal
from kvartal.server.store.store import Store
from kvartal.server.table import fair
from kvartal.server.table.commands import Missing, Refused

SHORT = {"turn_cap": 2}


async def over(host: Person, table: str) -> str:
    """Bots play it to its end."""
    client = await host.sit_at(table)
    await host.do(table, do="bot", level="greedy")
    await client.until(lambda: client.table["status"] == "finished")
    await client.close()
    return table


async def finished(host: Person, **more: object) -> str:
    table = await host.table("flip", ["me", "bot greedy"], options=SHORT, **more)
    await host.do(table, do="start")
    return await over(host, table)


def choice(record: str) -> dict[str, Any]:
    """A move that was not made, where it could have been."""
    match = kvartal.loads(record)
    for number, entry in enumerate(match.entries):
        moves = match.at(number).moves(entry.seat) if entry.seat >= 0 else []
        others = [str(move) for move in moves if move.code != entry.code]
        if others:
            return {"do": "move", "branch": MAIN, "number": number, "seat": entry.seat, "move": others[-1]}
    raise AssertionError("nothing could be chosen")


async def done(person: Person, study: dict[str, Any], **what: object) -> Any:
    return await person.good("POST", f"/api/studies/{study['id']}/do", {"version": study["version"], **what})


async def goes_on(person: Person, study: dict[str, Any]) -> Any:
    """The first move of whoever owes one at the end of branch 1; None when it is over."""
    here = {"branch": 1, "number": study["number"]}
    for seat in (0, 1):
        way = f"/api/studies/{study['id']}/at?branch=1&number={study['number']}&seat={seat}"
        view = await person.good("GET", way)
        if view["moves"]:
            return await done(person, study, do="move", **here, seat=seat, move=view["moves"][0])
    return None


@lived
async def test_a_study_is_made_played_on_noted_named_shared_and_deleted(place: Place) -> None:
    ann, eve = await place.person("Ann"), await place.person("Eve")
    table = await finished(ann, watchable=False)
    record = await ann.good("GET", f"/api/tables/{table}/record")
    assert (await eve.ask("POST", f"/api/tables/{table}/study", {}))[0] == 403
    study = await ann.good("POST", f"/api/tables/{table}/study", {"title": "Evening"})
    way, wish = f"/api/studies/{study['id']}", choice(record)
    assert (study["version"], study["mine"], study["shared"], study["branches"]) == (1, True, False, [])
    assert (study["drawn_from"], study["page"]) == ("deal", f"/study/{study['id']}")
    study = await done(ann, study, **wish)
    assert (study["version"], study["branch"], study["branches"][0]["at"]) == (2, 1, wish["number"])

    async def do(**what: object) -> Any:
        return await done(ann, study, **what)

    while "a bot is to move":
        status, answer = await ann.ask(
            "POST",
            f"{way}/do",
            {
                "do": "answer",
                "branch": 1,
                "number": study["number"],
                "seat": 0,
                "version": study["version"],
                "level": "greedy",
            },
        )
        if status == 409:
            assert answer["error"] == "no bot is to move here"
            break
        study = answer
    study = await do(do="note", branch=1, number=study["number"], text="a thought\n\u202enext line")
    assert study["notes"][0]["text"] == "a thought\nnext line"
    study = await do(do="name", branch=1, name="slower")
    study = await do(do="name", name="Another evening")
    assert (study["title"], study["branches"][0]["name"]) == ("Another evening", "slower")
    assert (await eve.ask("GET", way))[0] == 404
    study = await do(do="share", shared=True)
    seen = await eve.good("GET", way)
    assert (seen["mine"], seen["title"], seen["branches"]) == (False, "Another evening", study["branches"])
    status, answer = await eve.ask("POST", f"{way}/do", {"do": "drop", "branch": 1, "version": study["version"]})
    assert (status, answer["error"]) == (403, "this study is somebody else's; make a copy of your own")
    assert (await eve.ask("DELETE", way))[0] == 403
    file = await eve.good("GET", f"{way}/file")
    text = file if isinstance(file, str) else msgspec.json.encode(file).decode()
    for wish in ({"file": text}, {"study": study["id"]}):
        copy = await eve.good("POST", "/api/studies", wish)
        assert (copy["mine"], copy["title"], copy["branches"], copy["notes"]) == (
            True, "Another evening", study["branches"], study["notes"],
        )  # fmt: skip
    study = await do(do="drop", branch=1)
    assert (study["branches"], study["notes"]) == ([], [])
    assert [each["id"] for each in await ann.good("GET", "/api/studies")] == [study["id"]]
    assert (await ann.ask("DELETE", way))[0] == 204
    assert (await ann.ask("GET", way))[0] == 404
    assert await ann.good("GET", f"/api/tables/{table}/record") == record, "the match is as it was"


@lived
async def test_a_save_from_another_version_is_refused_and_loses_nothing(database: str) -> None:
    store = await Store(database).open(migrate=True)
    hall = Hall(store, Metrics())
    record = kvartal.engine.record.Record.of(over_alone()).text()
    opened = await hall.studies.create("ann", record, "x")
    mine = (opened.kept.id, "ann")
    first, _ = await hall.studies.change(*mine, 1, lambda each: each.note(Moment(MAIN, 0), "mine"))
    assert first.kept.version == 2
    with pytest.raises(Refused, match="changed elsewhere since version 1; look at it again, nothing of it is lost"):
        await hall.studies.change(*mine, 1, lambda each: each.note(Moment(MAIN, 0), "late"))
    # Two at once, as two processes would: both have read version 2.
    kept = first.kept
    saves = [studies.save(store, kept, title=name) for name in ("a", "b", "c")]
    done = await asyncio.gather(*saves, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["Conflict", "Conflict", "Kept"]
    stored = await studies.find(store, kept.id)
    assert stored is not None
    assert (stored.version, stored.tree, stored.record) == (3, kept.tree, record)
    await hall.people.forget("ann", [])
    assert await studies.find(store, kept.id) is None
    await hall.close()
    await store.close()


def over_alone() -> kvartal.Match:
    match = kvartal.new("flip", players=1, seed=3, turn_cap=1)
    while not match.over:
        match.play(0, match.moves(0)[-1])
    return match


# Where the cards come from --------------------------------------------------------------------------------------------


async def branch_of(person: Person, study: dict[str, Any], record: str, steps: int = 30) -> list[str]:
    """The steps of a branch that goes on for a while from the first choice of a match."""
    study = await done(person, study, **choice(record))
    for _ in range(steps):
        following = await goes_on(person, study)
        if following is None:
            break
        study = following
    text = await person.good("GET", f"/api/studies/{study['id']}/file")
    found = text if isinstance(text, dict) else msgspec.json.decode(text)
    line: list[str] = found["tree"]["branches"]["1"]["steps"]
    return line


def dealt(record: str, line: list[str], seed: int | None) -> list[str]:
    """The same moves, with the cards of the deal itself, or of a seed."""
    study, wish = Study(kvartal.loads(record), Tree(), seed), choice(record)
    here = study.play(Moment(MAIN, wish["number"]), wish["seat"], wish["move"])
    for step in [each for each in line[1:] if not each.startswith("*")]:
        seat, _, move = step.partition(" ")
        here = study.play(here, int(seat), move)
    return study.tree.branches[1].steps


def seed_of(place: Place, study: dict[str, Any]) -> int | None:
    """As the database keeps it: nobody is told."""
    with contextlib.closing(sqlite3.connect(place.database)) as file:
        found: int | None = file.execute("SELECT seed FROM studies WHERE id = ?", [study["id"]]).fetchone()[0]
    return found


@lived
async def test_a_branch_of_a_daily_deal_draws_no_card_of_it_until_the_day_is_over(database: str) -> None:
    """The day is over when the clock of the database says so: the same deal, dated yesterday, speaks."""
    store = await Store(database).open(migrate=True)
    hall = await Hall(store, Metrics()).open()
    person, _ = await hall.people.create("Ann")
    record = await played_daily(hall, person.id)
    assert "secret:" not in record
    opened = await hall.studies.create(person.id, record)
    assert opened.kept.seed is not None
    assert opened.study.main.deal.speaks is False
    with pytest.raises(Refused, match="others can still play this deal"):
        await hall.studies.share(opened.kept.id, person.id, 1, True)
    told = await with_secret(hall, record)
    early = await hall.studies.create(person.id, told)
    assert early.kept.seed is not None, "somebody knows the secret, and others still play"
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    await store.append([], [(update(schema.deals).values(day=yesterday), None)])
    later = await hall.studies.create(person.id, told)
    assert later.kept.seed is None
    await hall.studies.share(opened.kept.id, person.id, 1, True)
    await hall.close()
    await store.close()


async def played_daily(hall: Hall, person: str) -> str:
    from kvartal.server.table import commands as c

    name, shared = await fair.daily(hall, "flip")
    seats = ["me", *["bot greedy"] * (shared.players - 1)]
    table = await hall.create(c.NewTable(game="flip", seats=seats, deal=name), person)
    live = await hall.table(table)
    await live.ask(c.Start(), person)
    while live.table.match is None or not live.table.match.over:
        seat = live.table.owing[0]
        move = live.table.match.moves(seat)[-1] if live.table.match else ""
        await live.ask(c.Move(move=str(move)), person)
    text: str = await live.read(lambda live: fair.record(live, person))
    return text


async def with_secret(hall: Hall, record: str) -> str:
    """The same record as it will be told tomorrow."""
    name, _ = await fair.daily(hall, "flip")
    from sqlalchemy import select

    body = (await hall.store.all(select(schema.deals.c.body).where(schema.deals.c.id == name)))[0][0]
    found = kvartal.engine.reading.parse(record)
    found.deal.reveal(bytes.fromhex(read_deal(body).secret))  # type: ignore[union-attr]
    return found.text()


@lived
async def test_a_deal_that_others_are_playing_is_neither_drawn_from_nor_shown(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await finished(ann)
    record = await ann.good("GET", f"/api/tables/{table}/record")
    before = await ann.good("POST", f"/api/tables/{table}/study", {})
    line = await branch_of(ann, before, record)
    assert seed_of(place, before) is None
    assert line == dealt(record, line, None), "nobody else plays it: the very cards"
    at = choice(record)["number"]
    before = await ann.good("GET", f"/api/studies/{before['id']}")
    file = await ann.good("GET", f"/api/studies/{before['id']}/file")
    file = file if isinstance(file, str) else msgspec.json.encode(file).decode()
    deal = deal_of(table)
    theirs = await bob.table("flip", ["me", "bot greedy"], deal=deal)
    sentence = "others are playing this deal now; its branches are shown again when they have finished"
    way = f"/api/studies/{before['id']}"
    wish = {"do": "answer", "branch": 1, "number": at, "version": before["version"]}
    for asked in (
        ann.ask("GET", f"{way}/at?branch=1&number={at + 1}"),
        ann.ask("GET", f"{way}/file"),
        ann.ask("POST", f"{way}/do", wish),
        ann.ask("POST", "/api/studies", {"study": before["id"]}),
        ann.ask("POST", "/api/studies", {"file": file}),
    ):
        assert await asked == (409, {"error": sentence})
    assert (await ann.good("GET", f"{way}/at?branch=0&number={at}"))["game"] == "flip"
    for way_in, wish in ((f"/api/tables/{table}/study", {}), ("/api/studies", {"record": record})):
        study = await ann.good("POST", way_in, wish)
        assert study["drawn_from"] == "seed"
        line = await branch_of(ann, study, record)
        seed = seed_of(place, study)
        assert seed is not None
        assert line == dealt(record, line, seed), "every card follows from the seed"
        status, answer = await ann.ask(
            "POST", f"/api/studies/{study['id']}/do", {"do": "share", "shared": True, "version": 1}
        )
        assert status == 409, answer
    await bob.do(theirs, do="start")
    await over(bob, theirs)
    assert (await ann.good("GET", f"{way}/at?branch=1&number={at + 1}"))["game"] == "flip"
    assert (await ann.good("POST", f"/api/tables/{table}/study", {}))["drawn_from"] == "deal"


def deal_of(table: str) -> str:
    from types import SimpleNamespace

    from kvartal.server.store.index import deal_id

    return deal_id(SimpleNamespace(id=table, created=SimpleNamespace(deal="")))  # type: ignore[arg-type]


@lived
async def test_an_unfinished_table_has_no_study(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table("flip", ["me", "bot greedy"])
    for _ in range(2):
        assert await ann.ask("POST", f"/api/tables/{table}/study", {}) == (409, {"error": "the game is not over"})
        await ann.ask("POST", f"/api/tables/{table}/do", {"do": "start"})
    record = await ann.good("GET", f"/api/tables/{table}/record")
    status, answer = await ann.ask("POST", "/api/studies", {"record": record})
    assert (status, answer["error"]) == (409, "a study is made of a match that is over; this one is not")
    await ann.do(table, do="resign")
    assert await ann.ask("POST", f"/api/tables/{table}/study", {}) == (409, {"error": "the game is not over"})


# Sketches -------------------------------------------------------------------------------------------------------------


@lived
async def test_a_sketch_is_private_marked_as_help_and_changes_nothing_at_the_table(place: Place) -> None:
    ann, bob, eve = await place.person("Ann"), await place.person("Bob"), await place.person("Eve")
    table = await ann.table("flip", ["me", "open"], help=True)
    await bob.do(table, do="sit")
    assert (await ann.ask("POST", f"/api/tables/{table}/sketch", {}))[0] == 409
    await ann.do(table, do="start")
    listening = await bob.sit_at(table)
    before = await bob.look(table)
    told = len(listening.raw)
    first = await ann.good("POST", f"/api/tables/{table}/sketch", {})
    study = await ann.good("POST", f"/api/tables/{table}/sketch", {"seat": 0})
    assert (study["sketch"], study["drawn_from"], study["mine"]) == (True, "seed", True)
    assert (await ann.ask("GET", f"/api/studies/{first['id']}"))[0] == 404, "the newest takes its place"
    way = f"/api/studies/{study['id']}"
    mine = await ann.look(table)
    there = await ann.good("GET", f"{way}/at?number={study['last']}&seat=0")
    assert there["table"] == mine["view"]["table"]
    move = mine["view"]["moves"]
    if move:  # else it is the other one's turn
        study = await done(ann, study, do="move", branch=0, number=study["last"], seat=0, move=move[0])
    status, answer = await ann.ask("POST", f"{way}/do", {"do": "share", "shared": True, "version": study["version"]})
    assert (status, answer["error"]) == (409, "a sketch is made from what you alone know: it is not shared")
    for other in (bob, eve):
        assert (await other.ask("GET", way))[0] == 404
    assert (await eve.ask("POST", f"/api/tables/{table}/sketch", {}))[0] == 404
    assert (await ann.ask("POST", f"/api/tables/{table}/sketch", {"seat": 1}))[0] == 404
    assert await bob.look(table) == before
    assert len(listening.raw) == told
    closed = await ann.table("flip", ["me", "bot greedy"], help=False)
    await ann.do(closed, do="start")
    status, answer = await ann.ask("POST", f"/api/tables/{closed}/sketch", {})
    assert (status, answer["error"]) == (
        409, "help is off at this table: everybody plays without sketches until the game is over",
    )  # fmt: skip
    await ann.do(table, do="resign")
    seats = (await ann.look(table))["table"]["seats"]
    assert seats[0]["helped"] is True
    assert "helped" not in seats[1]


# Bounds ---------------------------------------------------------------------------------------------------------------


@lived
async def test_hostile_input_is_refused(place: Place) -> None:
    ann = await place.person("Ann")
    record = kvartal.engine.record.Record.of(over_alone()).text()
    wishes: list[object] = [
        {}, [], None, {"study": "x", "record": "y"}, {"record": "nonsense"}, {"record": record[:-40]}, {"file": "{}"},
        {"file": "[" * 100_000}, {"record": record.replace("game: flip", "game: chess")}, {"x": 1}, {"table": 5},
        {"record": "kvartal record 1\n" + "a: b\n" * 50_000}, {"record": record, "title": "x" * 100},
    ]  # fmt: skip
    for wish in wishes:
        assert (await ann.ask("POST", "/api/studies", wish))[0] in (400, 409), str(wish)[:100]
    assert (await ann.ask("POST", "/api/studies", {"record": "x" * 600_000}))[0] == 400
    assert (await ann.ask("POST", "/api/studies", {"record": "x" * 3_000_000}))[0] == 413
    assert (await ann.ask("POST", "/api/tables/nothing/study", {}))[0] == 404
    assert (await ann.ask("POST", "/api/studies", {"study": "nothing"}))[0] == 404
    assert await ann.good("GET", "/api/studies") == []
    study = await ann.good("POST", "/api/studies", {"record": record})
    way = f"/api/studies/{study['id']}"
    move = {"do": "move", "version": 1, "branch": 0, "number": 3, "seat": 0, "move": "end"}
    note = {"do": "note", "version": 1, "branch": 0, "number": 0}
    answer = {"do": "answer", "version": 1, "branch": 0, "number": 3}
    doings: list[object] = [
        {}, [], {"do": "move"}, {**move, "branch": 9}, {**move, "number": 10**5}, {**move, "number": -1},
        {**move, "seat": 7}, {**move, "seat": -1}, {**move, "move": "x" * 300}, {**move, "move": "no such"},
        {**move, "version": 2}, {**move, "x": 1}, {**note, "text": "x" * 3000}, {**note, "text": "x" * 9000},
        {"do": "drop", "version": 1, "branch": 0}, {"do": "name", "version": 1, "name": "x" * 99},
        {**answer, "level": "god"}, {**answer, "branch": 5},
    ]  # fmt: skip
    for doing in doings:
        assert (await ann.ask("POST", f"{way}/do", doing))[0] in (400, 409), doing
    for query in ("branch=9", "number=99999", "seat=7", "number=-1", "seat=x"):
        assert (await ann.ask("GET", f"{way}/at?{query}"))[0] in (400, 409), query
    async with place.http() as http:
        assert (await http.ask("POST", "/api/studies", {"record": record}))[0] == 401
        assert (await http.ask("GET", way))[0] == 404
    for strange in ("%00", "a%00b", "%F0%9F%8F%A0", "%20"):
        for behind in ("", "/at", "/file"):
            assert (await ann.ask("GET", f"/api/studies/{strange}{behind}"))[0] == 404, strange
        assert (await ann.ask("POST", f"/api/studies/{strange}/do", note | {"text": "x"}))[0] == 404, strange
    assert (await ann.ask("POST", "/api/studies", {"study": "\0"}))[0] == 404
    assert (await ann.good("GET", way))["version"] == 1


@contextlib.asynccontextmanager
async def some_hall(database: str) -> AsyncIterator[Hall]:
    store = await Store(database).open(migrate=True)
    hall = Hall(store, Metrics())
    yield hall
    await hall.close()
    await store.close()


@lived
async def test_a_note_is_cleaned_when_its_bounds_are_known_and_never_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, seen = live_studies.written, list[tuple[int, bool]]()

    def watched(text: str) -> str:
        seen.append((len(text), threading.current_thread() is threading.main_thread()))
        return inner(text)

    monkeypatch.setattr(live_studies, "written", watched)
    record = kvartal.engine.record.Record.of(over_alone()).text()
    async with some_hall(str(tmp_path / "x.db")) as hall:
        for marks in (LONGEST_NOTE + 1, 10**6):
            with pytest.raises(Refused, match="at most"):
                await hall.studies.create("ann", record, tree=Tree(notes=[Note(MAIN, 0, "\u0301" * marks)]))
        assert seen == []
        notes = [Note(MAIN, 0, "a \u202ethought"), Note(MAIN, 1, "\u202e"), Note(MAIN, 2, "e" + "\u0301" * 1999)]
        opened = await hall.studies.create("ann", record, tree=Tree(notes=notes))
        assert seen == [(10, False), (1, False), (2000, False)]
        assert opened.study.tree.notes[0].text == "a thought"
        assert [each.number for each in opened.study.tree.notes] == [0, 2]


@lived
async def test_a_record_is_kept_without_what_it_does_not_say(tmp_path: Path) -> None:
    record = kvartal.engine.record.Record.of(over_alone()).text()
    padded = record.replace("moves:", "# padding\n" * 30_000 + "moves:")
    async with some_hall(str(tmp_path / "x.db")) as hall:
        opened = await hall.studies.create("ann", padded)
        assert opened.kept.record == record
        assert (await hall.studies.copy("bob", opened)).kept.record == record


@lived
async def test_a_copy_of_what_we_keep_is_not_played_through_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = kvartal.engine.record.Record.of(over_alone()).text()
    async with some_hall(str(tmp_path / "x.db")) as hall:
        wish = choice(record)
        made = await hall.studies.create("ann", record, "Evening")
        here = Moment(MAIN, wish["number"])
        made, _ = await hall.studies.play(made.kept.id, "ann", 1, here, wish["seat"], wish["move"], "en")
        for name in ("checked", "read", "parse"):
            monkeypatch.setattr(live_studies, name, lambda *_: pytest.fail("played through again"))
        opened = await hall.studies.find(made.kept.id, "ann")
        copy = await hall.studies.copy("bob", opened)
        assert (copy.kept.person, copy.kept.title, copy.kept.shared, copy.kept.version) == ("bob", "Evening", False, 1)
        assert (copy.kept.tree, copy.kept.record) == (opened.kept.tree, record)
        assert copy.kept.id != made.kept.id


@lived
async def test_a_main_line_that_many_ask_for_is_played_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, played = live_studies.main_line, list[str]()
    record = kvartal.engine.record.Record.of(over_alone()).text()
    async with some_hall(str(tmp_path / "x.db")) as hall:
        study = (await hall.studies.create("ann", record)).kept.id
        hall.studies._mains.clear()
        monkeypatch.setattr(live_studies, "main_line", lambda text: played.append(text) or inner(text))
        found = await asyncio.gather(*(hall.studies.find(study, "ann") for _ in range(5)))
        assert len(played) == 1
        assert len({id(each.study.main) for each in found}) == 1
        assert len({id(each.study.tree) for each in found}) == 5, "what can be changed is everybody's own"
        assert hall.studies._playing == {}


@lived
async def test_a_study_that_was_deleted_meanwhile_is_not_saved(database: str) -> None:
    record = kvartal.engine.record.Record.of(over_alone()).text()
    async with some_hall(database) as hall:
        assert await studies.find(hall.store, "\0") is None, "the database is not asked: one of them would be upset"
        kept = (await hall.studies.create("ann", record)).kept
        await hall.studies.remove(kept.id, "ann")
        assert await studies.save(hall.store, kept, title="late") is None
        with pytest.raises(Missing, match="there is no such study"):
            await hall.studies._saved(kept, title="late")


@lived
async def test_moments_are_played_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    from kvartal.server.http.app import Settings, build

    monkeypatch.setattr("kvartal.server.http.app.PAGES", [])  # which other tests of this process may have put there
    record = kvartal.engine.record.Record.of(over_alone()).text()
    inner, threads = Study.at, set[threading.Thread]()

    def watched(study: Study, moment: Moment) -> kvartal.Match:
        threads.add(threading.current_thread())
        return inner(study, moment)

    monkeypatch.setattr(Study, "at", watched)
    async with some_hall(str(tmp_path / "x.db")) as hall:
        person, token = await hall.people.create("Ann")
        study = (await hall.studies.create(person.id, record)).kept.id
        transport = httpx.ASGITransport(app=build(hall, Settings()))  # type: ignore[arg-type]
        mine = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://place", headers=mine) as client:
            assert (await client.get(f"/api/studies/{study}/at")).status_code == 200
        last = Moment(MAIN, len(kvartal.loads(record)))
        with pytest.raises(Refused, match="no bot is to move here"):
            await hall.studies.answer(study, person.id, 1, last, None, "level1")
    assert threads
    assert threading.main_thread() not in threads


@lived
async def test_a_copy_counts_by_its_size_like_what_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    from kvartal.server.http import security, studying
    from kvartal.server.http.app import Settings, build
    from kvartal.server.http.security import Limits

    monkeypatch.setattr("kvartal.server.http.app.PAGES", [])
    monkeypatch.setattr(security.time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(studying, "LONG", 10)  # as if it were large
    record = kvartal.engine.record.Record.of(over_alone()).text()
    async with some_hall(str(tmp_path / "x.db")) as hall:
        person, token = await hall.people.create("Ann")
        study = (await hall.studies.create(person.id, record)).kept.id
        limits = Limits(work=(1.0, 2.0 * len(record) // 10))
        transport = httpx.ASGITransport(app=build(hall, Settings(limits=limits)))  # type: ignore[arg-type]
        mine = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://place", headers=mine) as client:
            found = [(await client.post("/api/studies", json={"study": study})).status_code for _ in range(3)]
        assert found == [201, 429, 429]


@lived
async def test_studies_of_one_person_are_bounded_and_a_host_may_switch_them_off(tmp_path: Path) -> None:
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, Metrics(), studies=2)
    record = kvartal.engine.record.Record.of(over_alone()).text()
    made = [await hall.studies.create("ann", record) for _ in range(2)]
    with pytest.raises(Refused, match="you have 2 studies, and more are not kept here; delete one first"):
        await hall.studies.create("ann", record)
    await hall.studies.create("bob", record)
    await hall.studies.remove(made[0].kept.id, "ann")
    two = [hall.studies.create("ann", record), hall.studies.create("ann", record)]
    done = await asyncio.gather(*two, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["Opened", "Refused"], "both at once would be one too many"
    off = Studies(store, hall.bots, 0, Metrics())
    with pytest.raises(Refused, match="studies are switched off here"):
        await off.create("ann", record)
    assert (await off.find(made[1].kept.id, "ann")).kept.version == 1, "what is there can be read"
    await hall.close()
    await store.close()


@lived
async def test_bots_think_for_one_study_of_a_person_and_for_few_at_once(tmp_path: Path) -> None:
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, Metrics())
    found = Studies(store, hall.bots, 10, Metrics())
    found._begin("ann")
    with pytest.raises(Refused, match="a bot is thinking in a study of yours already"):
        found._begin("ann")
    for number in range(MOST_THINKING - 1):
        found._begin(f"p{number}")
    with pytest.raises(Refused, match="studies wait for their bots already"):
        found._begin("bob")
    await hall.close()
    await store.close()


@lived
async def test_what_nobody_has_changed_for_long_goes(database: str) -> None:
    store = await Store(database).open(migrate=True)
    hall = Hall(store, Metrics())
    record = kvartal.engine.record.Record.of(over_alone()).text()
    old, new = [(await hall.studies.create("ann", record)).kept.id for _ in range(2)]
    ago = int(time.time() * 1000) - 366 * 86_400_000
    await store.append([], [(update(schema.studies).where(schema.studies.c.id == old).values(touched=ago), None)])
    await hall.cleaning.now()
    assert await studies.find(store, old) is None
    assert await studies.find(store, new) is not None
    await hall.close()
    await store.close()


# Words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_sentence_about_a_study_is_translated(lang: str) -> None:
    found = []
    for node in ast.walk(ast.parse(Path(pure.__file__).read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadStudy":
            for literal in ast.walk(node.args[0]):
                if isinstance(literal, ast.JoinedStr):
                    found.append("".join(str(e.value) if isinstance(e, ast.Constant) else "7" for e in literal.values))
                elif isinstance(literal, ast.Constant) and isinstance(literal.value, str) and " " in literal.value:
                    found.append(literal.value)
    inside = {text for text in found for other in found if text != other and text in other}
    assert len(found) > 10
    assert not [text for text in found if said(text, lang) == text and text not in inside]


def test_a_seed_is_never_told() -> None:
    assert "seed" not in pure.as_file("x", "", Tree(), False)
    assert live_studies.SEED_BITS <= 62
    SeededDeal((1 << live_studies.SEED_BITS) - 1)
