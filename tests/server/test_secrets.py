"""Secrecy on the wire: what a seat is sent does not change when what it may not know is dealt anew."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from place import Place, lived

from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.state import CHANCE, NOBODY
from kvartal.games import games
from kvartal.server.live.frame import frame
from kvartal.server.live.shown import Json, Shared, Shown
from kvartal.server.store.store import Store
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import Table, folded
from kvartal.web.dialect import Drawn

NOW = 1_700_000_000_000


def cases() -> list[tuple[str, str | None, int]]:
    """Every game, every preset, three players (modes for one have nobody to hide anything from)."""
    found = []
    for game in games():
        for preset in [None, *(each.name for each in game.presets)]:
            found.append((game.key, preset, min(3, game.seats.stop - 1)))
    return found


def begun(game: str, preset: str | None, players: int) -> Table:
    people = [f"p{seat}" for seat in range(players)]
    table = folded("t", create(c.NewTable(game=game, preset=preset, seats=["me"] * players), people[0], NOW))
    for seat, person in enumerate(people):
        table.seats[seat].person = person
    act(table, c.Start(), people[0], NOW)
    return table


def message(table: Table, seat: int | None) -> bytes:
    """The whole message that a connection on this seat gets."""
    return Json(table.setup, "en").whole(Shown(table, seat, True, frame(table, {}, set()), [], NOW, []))


@contextmanager
def redealt(table: Table, seat: int | None, seed: int) -> Iterator[Match]:
    """The table is in another world for a while, one that this seat cannot tell from the real one."""
    match = table.match
    assert match is not None
    rng = random.Random(seed)
    other = match.at(len(match))
    other.steps.state = match.view(seat).imagine(seed)
    for number, entry in enumerate(match.entries):
        said = match.said(number, seat)
        if said is not None and said.code is not None:
            continue
        if entry.seat == NOBODY:
            outcomes = len(match.setup.streams[entry.stream].outcomes)
            other.entries[number] = entry._replace(code=rng.randrange(outcomes))
        else:  # any move that reads the same to others
            seen = match.setup.seen_notation
            alike = [code for code in range(len(seen)) if said is None or seen[code] == seen[entry.code]]
            other.entries[number] = entry._replace(code=rng.choice(alike))
    table.match = other
    try:
        yield other
    finally:
        table.match = match


@pytest.mark.parametrize(("game", "preset", "players"), cases())
def test_every_byte_is_the_same_when_the_hidden_is_dealt_anew(game: str, preset: str | None, players: int) -> None:
    rng = random.Random(5)
    table = begun(game, preset, players)
    dialects = {seat: Json(table.setup, "en") for seat in [None, *range(players)]}
    compared = 0
    for step in range(40):
        match = table.match
        assert match is not None
        if match.over:
            break
        for seat, dialect in dialects.items():
            news = table.news(seat)
            shown = Shown(table, seat, True, frame(table, {}, set()), [], NOW, news)
            dialect.changed(shown)
            others = [each for each in range(players) if each != seat]
            if any(match.state.unrevealed(each) for each in others):
                continue  # in an imagined world a turn that is not revealed has not begun
            real = message(table, seat)
            with redealt(table, seat, step) as other:
                assert message(table, seat) == real
                assert table.news(seat) == news
            if step % 8 == 0:
                assert other.export(seat) == match.export(seat)
            compared += 1
        table.fresh.clear()
        mover = rng.choice(table.owing)
        before = {seat: message(table, seat) for seat in dialects if seat != mover}
        act(table, c.Move(move=str(rng.choice(match.moves(mover))), seat=mover), f"p{mover}", NOW)
        layout = table.setup.layout
        confirms = [field.name for field in (*layout.table, *layout.seat) if field.confirms]
        if match.state.turn() != CHANCE and match.state.unrevealed(mover):
            for seat, earlier in before.items():  # nothing but the confirmation can be noticed, not even a version
                assert _without(message(table, seat), confirms) == _without(earlier, confirms)
                assert table.news(seat) == []
    assert compared >= 10


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_what_pages_share_changes_nothing_for_any_of_them(game: Game) -> None:
    """Rows that were written for one seat serve another: each page is byte for byte what it is without the others."""
    players = min(3, game.seats.stop - 1)
    rng, table = random.Random(7), begun(game.key, None, players)
    names = {f"p{seat}": f"Somebody {seat}" for seat in range(players)}
    shared, seats = Shared(), [None, *range(players)]
    together, alone = ({seat: Drawn(table.setup, "uk", "desk") for seat in seats} for _ in range(2))
    around, told = frame(table, names, set(names)), 0

    def look(seat: int | None) -> Shown:
        return Shown(table, seat, True, around, [], NOW, table.news(seat))

    for seat in seats:
        together[seat].whole(look(seat))
        alone[seat].whole(look(seat))
    for _ in range(40):
        match = table.match
        assert match is not None
        if match.over:
            break
        table.fresh.clear()
        mover = rng.choice(table.owing)
        act(table, c.Move(move=str(rng.choice(match.moves(mover))), seat=mover), f"p{mover}", NOW)
        for seat in rng.sample(seats, len(seats)):
            with_others, without = look(seat), look(seat)
            with_others.shared = shared
            for made, own in (
                (together[seat].changed, alone[seat].changed),
                (together[seat].beside, alone[seat].beside),
            ):
                message = made(with_others)
                assert message == own(without)
                told += message is not None
    assert told > 40


def _without(body: bytes, confirms: list[str]) -> object:
    found = msgspec.json.decode(body)
    found["view"]["waiting"] = []
    for seat in (found["view"]["table"], *found["view"]["table"].get("seats", [])):
        for name in confirms:
            seat.pop(name, None)
    return found


def test_a_leak_would_be_noticed() -> None:
    table = begun("toy", None, 2)
    real = message(table, 0)
    assert table.match is not None
    leaking = Match.view
    try:
        Match.view = lambda self, _=None: leaking(self, 1)  # type: ignore[method-assign]
        with redealt(table, 0, 1):
            elsewhere = message(table, 0)
        assert elsewhere != message(table, 0) or message(table, 0) != real
    finally:
        Match.view = leaking  # type: ignore[method-assign]


@lived
async def test_no_secret_and_no_hidden_turn_is_in_anything_that_was_sent(place: Place) -> None:
    people = [await place.person(f"P{n}") for n in range(3)]
    watcher = await place.person("W")
    table = await people[0].table("toy", ["me", "open", "open"])
    for person in people[1:]:
        await person.do(table, do="sit")
    clients = [await person.sit_at(table) for person in people] + [await watcher.sit_at(table)]
    await people[0].do(table, do="start")
    for client in clients:
        await client.until(lambda client=client: client.view is not None)
    counts = [len(client.raw) for client in clients]
    mover = clients[0]
    await mover.say(do="move", id="1", move=next(m for m in mover.moves if m.startswith("hide")))
    await mover.say(do="undo", id="2")
    await mover.say(do="move", id="3", move=next(m for m in mover.moves if m.startswith("build")))
    await people[1].look(table)  # whatever was to be sent has been sent
    assert [len(client.raw) for client in clients[1:]] == counts[1:]  # nobody else noticed anything
    await mover.say(do="move", id="4", move="done")
    for client in clients[1:]:
        await client.until(lambda client=client: client.view["table"]["seats"][0]["done"] == 1)
        assert "build" not in str(client.steps)
    store = await Store(place.database).open()
    log = [e.read(body) for body in await store.log(table)]
    await store.close()
    secret = next(event.secret for event in log if isinstance(event, e.Dealt))
    for client in clients:
        assert secret.encode() not in b"".join(client.raw)
    for each in (*people, watcher):
        for path in ("", "/record", "/log"):
            assert secret not in str(await each.good("GET", f"/api/tables/{table}{path}"))
