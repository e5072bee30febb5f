"""Bots at tables: one that thinks too long, dies or talks nonsense is replaced, and no table waits for another's."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from place import Client, Place, lived
from stand_in import StandIn

from kvartal.bots import Budget
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.words import words
from kvartal.games import game
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.bots import Bots
from kvartal.web.guide import example, guide
from kvartal.web.visit import WEB
from kvartal_toy.game import ToyTown

# A game of another package whose sensible player does in each seat something else that a bot must not do.
TRYING = """
import os, sys, time
from kvartal_toy.game import ToyTown

class Trying(ToyTown):
    key = "trying"

    def greedy(self, view):
        if view.seat == 1:
            while True:
                pass
        if view.seat == 2:
            os._exit(7)
        if view.seat == 3:
            sys.__stdout__.write("x" * 3_000_000)
            sys.__stdout__.flush()
        return 0

GAME = Trying()
"""


# A game that takes longer to load than a bot may think, wherever bots think.
LOADING = """
import sys, time
from kvartal_toy.game import ToyTown

if sys.argv[0].endswith("worker.py"):
    time.sleep(2.5)

class Loading(ToyTown):
    key = "loading"

GAME = Loading()
"""


@pytest.fixture
def shelved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Puts a game onto the shelf of every process that is started from here, by its entry point."""

    def put(name: str, code: str) -> None:
        (tmp_path / f"kvartal_{name}.py").write_text(code)
        about = tmp_path / f"kvartal_{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: kvartal-{name}\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[kvartal.games]\n{name} = kvartal_{name}:GAME\n")
        monkeypatch.syspath_prepend(str(tmp_path))

    return put


@lived
async def test_a_bot_that_thinks_too_long_or_dies_is_replaced_and_nobody_waits_for_it(
    tmp_path: Path, shelved: Callable[[str, str], None], start: Callable[..., Place]
) -> None:
    shelved("trying", TRYING)
    place = start(str(tmp_path / "x.db"), "--bots", "2", "--bot-seconds", "0.2")
    ann, bob = await place.person("Ann"), await place.person("Bob")
    bad = await ann.table("trying", ["me", *["bot greedy"] * 3])
    await ann.do(bad, do="start")
    watching = await ann.sit_at(bad)
    good = await bob.table("flip", ["me", "bot greedy"], options={"turn_cap": 4})
    await bob.do(good, do="start")
    client = await bob.sit_at(good)
    rng = random.Random(1)
    while not (client.view and client.view["over"]):  # a whole game at the next table
        await client.until(lambda: bool(client.moves) or bool(client.view and client.view["over"]))
        if client.moves:
            move = rng.choice(client.moves)
            assert await client.say(do="move", id=f"m{client.version}", seen=client.version, move=move) is None
    move = next(move for move in watching.moves if move.startswith("build"))
    assert await watching.say(do="move", id="1", move=move) is None
    assert await watching.say(do="move", id="2", move="done") is None
    await watching.until(lambda: round_of(watching) == 1)  # the default move was made for all three
    assert "kvartal_bot_failures_total 0" not in await place.figures()
    code, log = place.end()
    assert code == 0
    for reason in ("TimeoutError", "its process has ended", "ValueError"):
        assert reason in log, log


def round_of(client: Client) -> int:
    return client.view["table"]["round"] if client.view else -1


@lived
async def test_loading_games_is_not_thinking_and_a_stop_meanwhile_is_a_quiet_one(
    tmp_path: Path, shelved: Callable[[str, str], None], start: Callable[..., Place]
) -> None:
    shelved("loading", LOADING)
    for waits in (True, False):
        place = start(str(tmp_path / "x.db"), "--bots", "1", "--bot-seconds", "0.2")
        ann = await place.person("Ann")
        table = await ann.table("loading", ["me", "bot greedy"])
        await ann.do(table, do="start")
        client = await ann.sit_at(table)
        if waits:
            await client.until(lambda client=client: client.view["table"]["seats"][1]["done"] == 1)
            assert "kvartal_bot_failures_total 0" in await place.figures()
        code, log = place.end()
        assert (code, log) == (0, "")


@lived
@pytest.mark.parametrize("version", [1, 2])
async def test_a_bot_thinks_by_the_rules_of_its_table(version: int) -> None:
    match = Match(game("welcome").set_up(1, {"edition": "2023"}, version=version), SeededDeal(1))
    bots = Bots(1, Budget(), Metrics())
    try:
        turn = await bots.turn(match.view(0), "greedy", 1, "x")
    finally:
        await bots.stop()
    assert [move for move, _ in turn] == [match.setup.notation[match.setup.game.greedy(match.view(0))]]
    assert bots.metrics.counts["bot_failures", ""] == 0


@lived
async def test_the_levels_are_asked_for_by_their_names() -> None:
    match = Match(game("estates").set_up(3), SeededDeal(1))
    bots = Bots(1, Budget(60, 4), Metrics())
    view = match.view(match.waiting[0])
    try:
        turns = [await bots.turn(view, f"level{number}", 1, "x") for number in (1, 2, 3, 4, 5, 3)]
    finally:
        await bots.stop()
    assert {str(move) for move in view.moves()} >= {turn[0][0] for turn in turns}
    assert turns[2] == turns[5]
    assert bots.metrics.counts["bot_failures", ""] == 0


class Quiet(ToyTown):
    """A game whose author has not written a sensible player yet."""

    greedy = Game.greedy


@lived
async def test_where_nobody_plays_sensibly_bots_play_at_random_and_the_guide_has_no_example() -> None:
    game = Quiet()
    match = Match(game.set_up(2), SeededDeal(1))
    move, worker = str(match.moves(0)[0]), StandIn()
    bots = Bots(1, Budget(), Metrics(), start=worker.start)
    asked = asyncio.create_task(bots.turn(match.view(0), "greedy", 1, "x"))
    await worker.answer([(move, 0)])
    assert await asked == [(move, 0)]
    await bots.stop()
    assert [question.level for question in worker.asked] == ["random"]
    assert example(game, "en") == ()
    assert 'id="nowmoves"' in guide(game.set_up(), game.words("en"), words("en", WEB))
