"""Faults that other systems have had, each by its name."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from place import Place, lived
from sqlalchemy import func, select
from stand_in import StandIn

from kvartal.engine.view import View
from kvartal.server.live.frame import frame
from kvartal.server.live.hall import Hall
from kvartal.server.live.messages import Ask, Join
from kvartal.server.store import schema
from kvartal.server.store.store import Conflict, Store, Unreachable
from kvartal.server.table import commands as c
from kvartal.server.table.acting import fresh_deal
from kvartal.server.table.acts import create
from kvartal.server.table.commands import Refused
from kvartal.server.table.table import folded
from kvartal.web import install


class Looking:
    """A connection inside this process."""

    def __init__(self, person: str, dialect: str = "json") -> None:
        self.person, self.dialect, self.lang, self.wanted_seat = person, dialect, "en", None
        self.got: list[Any] = []
        self.reason = ""

    def push(self, message: bytes) -> None:
        self.got.append(json.loads(message))

    def cut(self, reason: str) -> None:
        self.reason = reason


async def hall_with_table(tmp_path: Path, dialect: str = "json") -> tuple[Store, Hall, Any, list[str], list[Looking]]:
    install()  # the pages: one of the dialects is theirs
    store = await Store(str(tmp_path / "x.db")).open()
    hall = await Hall(store, store.metrics).open()
    people = [(await hall.people.create(name))[0].id for name in ("Ann", "Bob")]
    live = await hall.table(await hall.create(c.NewTable(game="flip"), people[0]))
    await live.ask(c.Sit(), people[1])
    await live.ask(c.Start(), people[0])
    looking = [Looking(person, dialect) for person in people]
    for each in looking:
        joined = asyncio.get_running_loop().create_future()
        live.post(Join(each, joined))
        await joined
    return store, hall, live, people, looking


@pytest.mark.parametrize("dialect", ["json", "desk"])
@lived
async def test_shown_before_stored(tmp_path: Path, dialect: str) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path, dialect)
    gate, real = asyncio.Event(), store.append

    async def slowly(*what: Any) -> None:
        await gate.wait()
        await real(*what)

    store.append = slowly  # type: ignore[method-assign]
    mover = live.table.owing[0]
    counts = [len(each.got) for each in looking]
    waiting = asyncio.ensure_future(live.ask(c.Move(move="play"), people[mover]))
    looked = asyncio.ensure_future(live.read(lambda live: live.look(people[1 - mover])))
    await asyncio.sleep(0.1)
    assert [len(each.got) for each in looking] == counts  # nobody is shown what is not stored, nor told that it is
    assert not waiting.done()
    assert not looked.done()
    gate.set()
    await waiting
    told = {"json": ["change"], "desk": ["page", "beside"]}[dialect]
    for each, count in zip(looking, counts, strict=True):
        assert [message["is"] for message in each.got[count:]] == told
    await looked
    await hall.close()
    await store.close()


@pytest.mark.parametrize("error", [Unreachable("disk full"), Conflict("somebody was first")])
@lived
async def test_what_could_not_be_stored_did_not_happen(tmp_path: Path, error: Exception) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path)
    real = store.append

    async def failing(*_: Any) -> None:
        raise error

    mover = live.table.owing[0]
    before = live.look(people[mover])
    messages = len(looking[1 - mover].got)
    store.append = failing  # type: ignore[method-assign]
    with pytest.raises(Refused) as refused:
        await live.ask(c.Move(move="play"), people[mover])
    assert refused.value.status == 503
    store.append = real  # type: ignore[method-assign]
    assert live.look(people[mover]) == before
    assert len(looking[1 - mover].got) == messages
    await live.ask(c.Move(move="play"), people[mover])
    await hall.close()
    await store.close()


@pytest.mark.parametrize("error", [Unreachable("disk full"), Conflict("somebody was first")])
@lived
async def test_a_page_drawn_ahead_of_what_could_not_be_stored_is_drawn_anew(tmp_path: Path, error: Exception) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path, "desk")
    real = store.append

    async def failing(*_: Any) -> None:
        await asyncio.sleep(0.01)  # meanwhile it is drawn
        raise error

    mover = live.table.owing[0]
    shown = [each.got[0] for each in looking]
    store.append = failing  # type: ignore[method-assign]
    with pytest.raises(Refused):
        await live.ask(c.Move(move="play"), people[mover])
    store.append = real  # type: ignore[method-assign]
    for each, before in zip(looking, shown, strict=True):
        again = each.got[-1]
        assert again is not before
        assert (again["version"], again["parts"]["board"]) == (before["version"], before["parts"]["board"])
    await live.ask(c.Move(move="play"), people[mover])
    for each in looking:
        page, beside = each.got[-2:]
        assert "board" in page
        assert "log" in beside
        assert not page.get("whole")
    await hall.close()
    await store.close()


@lived
async def test_nothing_is_stored_on_top_of_what_could_not_be_stored(tmp_path: Path) -> None:
    """The database is away for a moment, in which the log cannot even be read again."""
    store, hall, live, people, looking = await hall_with_table(tmp_path)
    real, reading = store.append, store.log
    mover, table = live.table.owing[0], live.table.id
    before = len(await reading(table))

    async def away(*_: Any) -> Any:
        raise Unreachable("gone")

    async def away_once(*_: Any) -> Any:
        store.append, store.log = real, reading  # type: ignore[method-assign]
        raise Unreachable("gone")

    store.append, store.log = away, away_once  # type: ignore[method-assign]
    asked = [asyncio.ensure_future(live.ask(c.Move(move="play"), people[mover]))]
    live.post(Ask(c.Chat(id="said", text="hello"), people[1 - mover], looking[1 - mover]))
    await asyncio.sleep(0)
    asked += [asyncio.ensure_future(live.ask(c.Chat(text=f"and {n}"), people[0])) for n in range(100)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(answer) for answer in answers} == {Refused}
    assert {answer.status for answer in answers if isinstance(answer, Refused)} == {503}
    assert next(each for each in looking[1 - mover].got if each.get("id") == "said")["is"] == "refused"
    assert len(await reading(table)) == before
    again = await hall.table(table)
    assert again is not live
    await again.ask(c.Move(move="play"), people[mover])
    assert len(await reading(table)) == before + 1
    await hall.close()
    await store.close()


@lived
async def test_a_bot_does_not_hammer_a_database_that_stores_nothing(tmp_path: Path) -> None:
    store, hall, live, people, looking = await hall_with_table(tmp_path)
    real, tried = store.append, 0

    async def full(*_: Any) -> None:
        nonlocal tried
        tried += 1
        raise Unreachable("disk full")

    async def turn(view: View, *_: Any) -> list[tuple[str, int]]:
        return [(str(view.moves()[0]), 0)]

    hall.bots.turn = turn  # type: ignore[method-assign]
    mover = live.table.owing[0]
    store.append = full  # type: ignore[method-assign]
    with pytest.raises(Refused):  # a key that is not stored is not handed out
        await live.ask(c.Invite(), people[0])
    live.post(Ask(c.Invite(id="i"), people[mover], looking[mover]))
    await live.read(lambda _: None)
    assert [each["is"] for each in looking[mover].got if each.get("id") == "i"] == ["refused"]

    async def last(*what: Any) -> None:
        store.append = full  # type: ignore[method-assign]
        await real(*what)

    store.append = last  # type: ignore[method-assign]
    await live.ask(c.Bot(level="random"), people[mover])
    tried = 0
    await asyncio.sleep(0.5)
    assert tried <= 2
    store.append = real  # type: ignore[method-assign]
    number = live.table.number
    while live.table.number == number:  # and by itself it goes on when there is room
        await asyncio.sleep(0.05)
    await hall.close()
    await store.close()


@lived
async def test_abandoned_tables_are_not_lost_when_they_cannot_be_ended_now(tmp_path: Path) -> None:
    store, hall, live, _, _ = await hall_with_table(tmp_path)
    hall.keeping.playing_days = -1  # everything is abandoned
    real = store.append

    async def once(*_: Any) -> None:
        store.append = real  # type: ignore[method-assign]
        raise Unreachable("disk full")

    await hall.write_notes()
    store.append = once  # type: ignore[method-assign]
    await hall.cleaning.now()
    assert await store.log(live.table.id)
    await hall.cleaning.now()
    assert (await hall.table(live.table.id)).table.why == "expired"
    await hall.close()
    await store.close()


@lived
async def test_a_lost_acknowledgement_is_not_a_lost_move(tmp_path: Path) -> None:
    """The database stored it, and only the answer was lost: it must not be told that nothing happened."""
    store, hall, live, people, _ = await hall_with_table(tmp_path)
    real = store.append

    async def unheard(*what: Any) -> None:
        store.append = real  # type: ignore[method-assign]
        await real(*what)
        raise Unreachable("the connection broke")

    mover, table = live.table.owing[0], live.table.id
    before = len(await store.log(table))
    store.append = unheard  # type: ignore[method-assign]
    await live.ask(c.Move(move="play"), people[mover])
    assert len(await store.log(table)) == before + 1
    assert live.table.number == before + 1
    await hall.close()
    await store.close()


@lived
async def test_secrets_in_the_first_message(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    first = (await bob.sit_at(table)).messages[0]
    mine, theirs = first["view"]["table"]["seats"][1], first["view"]["table"]["seats"][0]
    assert sum(mine["hand"].values()) == 4
    assert all(value is None for value in theirs["hand"].values())
    assert all(value is None for value in theirs["deck"].values())


def test_the_seed_in_the_settings() -> None:
    table = folded("t", create(c.NewTable(game="toy", seats=["me", "me"]), "ann", 1))
    assert table.deal is not None
    assert table.deal.secret is not None
    shown = msgspec.json.encode(frame(table, {}, set())).decode()
    assert table.deal.secret.hex() not in shown
    assert table.deal.commitment in shown
    assert "seed" not in shown


def test_a_clock_as_seed() -> None:
    deals = {fresh_deal(1_700_000_000_000).secret for _ in range(50)}
    assert len(deals) == 50  # the same moment, and yet never the same deal
    assert all(len(secret) == 64 for secret in deals)


@lived
async def test_credentials_that_outlive_a_seat(place: Place) -> None:
    ann, bob, eve = [await place.person(name) for name in ("Ann", "Bob", "Eve")]
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    old = await bob.sit_at(table)
    assert old.seat == 1
    key = (await bob.do(table, do="invite"))["key"]
    await eve.do(table, do="sit", key=key)
    await old.until(lambda: old.seat is None)  # told at once that it only watches now
    assert all(value is None for value in old.view["table"]["seats"][1]["hand"].values()) if old.view else False
    assert "no seat" in (await old.say(do="move", id="x", move="build 1"))["text"]
    assert (await bob.refused(table, do="sit", key=key))[0] == 403
    held = await eve.sit_at(table)
    await ann.do(table, do="remove", person=eve.id)
    await held.wire.lost
    assert (await eve.refused(table, do="move", move="build 1"))[0] == 403


@lived
async def test_two_joins_overwriting_each_other(place: Place) -> None:
    ann = await place.person("Ann")
    others = [await place.person(f"P{n}") for n in range(8)]
    table = await ann.table()
    answers = await asyncio.gather(
        *(each.ask("POST", f"/api/tables/{table}/do", {"do": "sit", "seat": 1}) for each in others)
    )
    assert sorted(status for status, _ in answers) == [200] + [409] * 7
    winner = others[[status for status, _ in answers].index(200)]
    assert (await ann.look(table))["table"]["seats"][1]["person"] == winner.id


@lived
async def test_non_integer_amounts(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"])
    await ann.do(table, do="start")
    before = (await ann.look(table))["view"]
    for wrong in (
        {"seat": 0.5}, {"seat": "0"}, {"seat": True}, {"seen": 1.5}, {"seen": -1}, {"seen": "1"},
        {"move": 1}, {"move": 1.5}, {"move": None}, {"move": ["play"]}, {"move": "buy 1.5"},
        {"move": "recycle park\u0000"},
    ):  # fmt: skip
        status, answer = await ann.ask("POST", f"/api/tables/{table}/do", {"do": "move", "move": "play", **wrong})
        assert status in (400, 409), (wrong, status, answer)
    for wrong in ({"minutes": 1.5}, {"days": "2"}, {"options": {"turn_cap": 1.5}}, {"seats": [1]}):
        status, _ = await ann.ask("POST", "/api/tables", {"game": "flip", "seats": ["me"], **wrong})
        assert status == 400, wrong
    assert (await ann.look(table))["view"] == before


@lived
async def test_a_sync_that_creates_a_table(place: Place) -> None:
    ann = await place.person("Ann")
    store = await Store(place.database).open()
    count = select(func.count()).select_from(schema.tables)
    before = (await store.all(count))[0][0]
    client = await ann.sit_at("AAAAAAAAAAAAAAAA")
    assert client.messages[0]["is"] == "refused"
    await client.wire.lost
    for name in ("AAAAAAAAAAAAAAAA", "x", "%00", "a" * 24):
        assert (await ann.ask("GET", f"/api/tables/{name}"))[0] == 404
        assert (await ann.ask("POST", f"/api/tables/{name}/do", {"do": "sit"}))[0] == 404
    assert (await store.all(count))[0][0] == before
    await store.close()


@lived
async def test_an_outsider_receiving_the_next_legitimate_view(place: Place) -> None:
    ann, bob, eve = [await place.person(name) for name in ("Ann", "Bob", "Eve")]
    table = await ann.table("toy", watchable=False)
    await bob.do(table, do="sit")
    outside = await eve.sit_at(table)
    await ann.do(table, do="start")
    await outside.until(lambda: outside.table["status"] == "playing")
    players = [await ann.sit_at(table), await bob.sit_at(table)]
    for client in players:
        await client.say(do="move", id="1", move=next(m for m in client.moves if m.startswith("build")))
        await client.say(do="move", id="2", move="done")
    await players[0].until(lambda: players[0].view["table"]["round"] == 1 if players[0].view else False)
    await bob.do(table, do="chat", text="between us")
    assert ((await eve.look(table))["view"], (await eve.look(table))["chat"]) == (None, [])
    assert [line["text"] for line in (await ann.look(table))["chat"]] == ["between us"]
    assert b"between us" not in b"".join(outside.raw)
    assert outside.view is None
    assert not outside.steps
    assert (await eve.ask("GET", f"/api/tables/{table}/log"))[0] == 403
    assert (await eve.ask("GET", f"/api/tables/{table}/record"))[0] == 404


@lived
async def test_no_traceback_and_no_word_of_others_in_an_error(place: Place) -> None:
    ann = await place.person("Ann")
    for method, path, body in (
        ("GET", "/api/tables/%F0%9F%8F%A0", None), ("POST", "/api/daily/chess", {}),
        ("POST", "/api/tables", {"game": "flip", "seats": ["me"], "data": {"x": 1}}), ("GET", "/nowhere", None),
        ("GET", "/api/deals/nothing", None), ("PUT", "/api/me", {}),
        ("POST", "/api/me", []), ("GET", "/api/games?lang=xx", None), ("GET", "/files/..%2F..%2Fapp.py", None),
    ):  # fmt: skip
        status, answer = await ann.ask(method, path, body)
        assert 400 <= status < 500, (path, status, answer)
        assert set(answer) <= {"error", "rule"}
        assert "Traceback" not in answer["error"]
        assert "/src/" not in answer["error"]


@lived
async def test_a_bot_whose_seat_is_taken_before_it_has_thought_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Taken while the handing over was being stored, or while it thinks and then fails: nobody wants to know."""
    store, hall, live, people, _ = await hall_with_table(tmp_path)
    mover, worker = live.table.owing[0], StandIn()
    hall.bots.desks.start = worker.start
    for slow in (False, True):
        handed = asyncio.ensure_future(live.ask(c.Bot(seat=mover), people[mover]))
        while not live.queue:
            await asyncio.sleep(0)
        while live.queue:  # until it is being carried out
            await asyncio.sleep(0)
        while slow and not worker.pending:
            await asyncio.sleep(0)
        await live.ask(c.Take(seat=mover), people[mover])
        await handed
        while hall._tasks:
            if worker.pending:
                await worker.answer(error=TimeoutError("too slow"))
            await asyncio.sleep(0)
    assert live.table.seats[mover].played_by_person
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    await live.ask(c.Bot(seat=mover, level="random"), people[mover])
    version = live.table.version(mover)
    await worker.answer([(str(live.table.match.moves(mover)[0]), 0)])  # type: ignore[union-attr]
    while live.table.version(mover) == version:  # and it thinks again when it is wanted again
        await asyncio.sleep(0)
    await hall.close()
    await store.close()
