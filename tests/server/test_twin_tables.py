"""Secrecy on the wire, for every game and mode: two tables that one observer cannot tell apart are played on side by
side, and every byte that is sent to this observer is the same: facts, drawn pages, log, scores, clocks, undo, the board
as text, why not, hints, and what may be taken home before the end."""

import random
from collections.abc import Iterable

import pytest

from kvartal.bots import Budget, ask, bot
from kvartal.engine import conformance
from kvartal.engine.conformance import Case
from kvartal.engine.conformance.secrecy_laws import _same_step, _somewhere, _was_shown
from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.source import Seeded
from kvartal.engine.state import State
from kvartal.engine.steps import Entry
from kvartal.engine.view import View
from kvartal.games import games
from kvartal.server.live.frame import frame
from kvartal.server.live.shown import ChatLine, Dialect, Json, Shown, WholeJson
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import Table, folded
from kvartal.web.dialect import PLACES, Drawn

NOW = 1_700_000_000_000
STEPS = 18
DRAWN_EVERY = 6  # steps: drawing is what takes time
LANGUAGES = ("en", "uk", "ru")


def modes() -> list[Case]:
    """Every option value and preset of every game, with as many players as three or four."""
    found: dict[object, Case] = {}
    for game in games():
        for case in conformance.cases(game):
            if case.players <= 4:
                mode = (game.key, case.options, case.preset)
                found[mode] = max(found.get(mode, case), case, key=lambda each: each.players)
    return list(found.values())


def started(case: Case) -> list[e.Event]:
    """The events of a table with a clock, up to its first card."""
    people = [f"p{seat}" for seat in range(case.players)]
    wish = c.NewTable(
        game=case.game.key, preset=case.preset, seats=["me"] * case.players, minutes=5, seconds=5,
        options=dict(case.options),
    )  # fmt: skip
    log: list[e.Event] = create(wish, people[0], NOW)
    table = folded("t", log)
    return log + act(table, c.Start(), people[0], NOW).events


def table_at(log: Iterable[e.Event], state: State) -> Table:
    table = folded("t", log)
    table.match = Match(table.setup, ToldDeal(), position=state)
    return table


class Observer:
    """All connections of one seat (None: a spectator), in every dialect."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table, self.seat = table, seat
        self.patched: list[Dialect] = [Json(table.setup, "en"), WholeJson(table.setup, "en")]
        drawn = [(lang, screen) for lang in LANGUAGES for screen in PLACES]
        self.drawn: list[Dialect] = [Drawn(table.setup, *each) for each in drawn]
        self.page = Drawn(table.setup, "en", "phone")
        for dialect in (*self.patched, self.page):
            dialect.whole(self.shown())

    def shown(self) -> Shown:
        said = [ChatLine(3, "p0", "Ann", "hello")]
        named = frame(self.table, {"p0": "Ann"}, {"p0"})
        return Shown(self.table, self.seat, True, named, said, self.table.touched + 100, self.table.news(self.seat))

    def hears(self) -> list[bytes | None]:
        """What is pushed now."""
        shown = self.shown()
        pushed = [dialect.changed(shown) for dialect in (*self.patched, self.page)]
        return [*pushed, self.page.beside(shown)]

    def sees(self, step: int) -> list[bytes]:
        """What a new connection gets now, and what can be asked over HTTP."""
        dialect = self.drawn[step // DRAWN_EVERY % len(self.drawn)]
        asked = [str(self.shown().log("en")), str(self.shown().scores("en")), str(self.shown().no_undo()), *self.asks()]
        return [dialect.whole(self.shown()), self.patched[1].whole(self.shown()), *(text.encode() for text in asked)]

    def asks(self) -> list[str]:
        """What the page asks for besides its socket, and the record."""
        match = self.table.match
        assert match is not None
        view = match.view(self.seat)
        why = [str(view.refusal(code, "uk")) for code in range(len(view.setup.notation))]
        hint = str(ask(bot("greedy", 1, view.setup.players), view, Budget())) if view.moves() else ""
        return [view.text("uk"), "\n".join(why), hint, match.export(self.seat)]


def play(table: Table, entries: list[Entry], at: int) -> None:
    """One move with the draws that follow it, as `acts` carries it out."""
    setup, (move, *drawn) = table.setup, entries
    draws = [(setup.streams[draw.stream].name, setup.streams[draw.stream].outcomes[draw.code]) for draw in drawn]
    table.fresh.clear()
    table.apply(e.Moved(at=at, seat=move.seat, move=setup.notation[move.code], draws=draws))


def together(case: Case, seat: int | None, rng: random.Random, log: list[e.Event]) -> tuple[int, bool]:
    """Play two tables on side by side; how many moves the observer was told of, and whether the worlds differed."""
    setup = case.setup()
    state = _somewhere(setup, rng)
    if state is None or state.turn() < 0:
        return 0, False
    imagined = View.of(setup, state, seat).imagine(rng)
    tables = [table_at(log, state), table_at(log, imagined)]
    real, other = (table.match for table in tables)
    assert real is not None
    assert other is not None
    observers = [Observer(table, seat) for table in tables]
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    differed = False
    for step in range(STEPS):
        differed = differed or real.state.encode() != other.state.encode()
        if step % DRAWN_EVERY == 0:
            assert observers[0].sees(step) == observers[1].sees(step)
        ahead = [Match(setup, ToldDeal(), position=match.state) for match in (real, other)]
        pairs = []
        while pair := _same_step(setup, ahead[0], ahead[1], seat, rng, source):
            if pairs and pair[0].seat >= 0:
                break
            for match, entry in zip(ahead, pair, strict=True):
                match.append(entry)
            pairs.append(pair)
        if not pairs or any(match.chance is not None for match in ahead):
            return step, differed  # no step that reads the same in both worlds
        before = [match.state.copy() for match in (real, other)]
        mover = pairs[0][0].seat
        for number, table in enumerate(tables):
            play(table, [pair[number] for pair in pairs], NOW + 1000 * step)
        if any(_was_shown(setup, *ends, seat) for ends in zip(before, (real.state, other.state), strict=True)):
            return step, differed  # something hidden was shown, and may differ
        heard = [observer.hears() for observer in observers]
        assert heard[0] == heard[1]
        if mover != seat and real.state.unrevealed(mover) and mover in real.waiting:
            assert heard[0] == [None] * 4  # a hidden turn that goes on is not even noticed
    return STEPS, differed


@pytest.mark.parametrize("case", modes(), ids=str)
def test_every_byte_is_the_same_in_a_world_that_cannot_be_told_apart(case: Case) -> None:
    log, rng = started(case), random.Random(str(case))
    seats = [None, *range(case.players)]
    told = [together(case, seat, rng, log) for seat in (None, rng.randrange(case.players))]
    if any(differed for _, differed in told):  # this mode has something to hide: every seat, and until enough was told
        told += [together(case, seat, rng, log) for seat in range(case.players)]
    while sum(moves for moves, _ in told) < 20:
        assert len(told) < 60
        told.append(together(case, rng.choice(seats), rng, log))


def test_a_dialect_that_tells_would_be_noticed() -> None:
    """The comparison itself: a table that shows an opponent's hand does not pass."""
    case = Case(next(game for game in games() if game.key == "toy"), 2)
    setup, log = case.setup(), started(case)
    rng = random.Random(3)
    state = next(state for state in (_somewhere(setup, rng) for _ in range(50)) if state is not None)
    worlds = (View.of(setup, state, 0).imagine(rng) for _ in range(50))
    other = next(world for world in worlds if View.of(setup, world, 1).encode() != View.of(setup, state, 1).encode())
    mine = [Observer(table_at(log, world), 0).sees(0) for world in (state, other)]
    theirs = [Observer(table_at(log, world), 1).sees(0) for world in (state, other)]
    assert mine[0] == mine[1]
    assert all(one != two for one, two in zip(theirs[0][:2], theirs[1][:2], strict=True))
