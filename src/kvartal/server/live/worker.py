"""A bot thinking in a process of its own: `python -m kvartal.server.live.worker`. One JSON line in, one JSON line out.

It is sent what the seat may know, and nothing else could reach it: a View cannot be turned back into the truth. It
thinks when the machine has nothing else to do: people's moves come first. Of a match that is over it is sent the
record, and does one small job of its review at a time.

Arguments: `hurried`, and NAME=COMMAND for programs that the host of the place has named as bots.
"""

import base64
import contextlib
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from kvartal.review.jobs import Found, Job

READY = b"ready\n"  # said once, when everything is imported
HURRIED = "hurried"  # as an argument: this one is asked when others are late
BEHIND = 5  # how nice that one still is


class Question(msgspec.Struct, frozen=True, tag=True):
    game: str
    rules: int
    players: int
    options: dict[str, str]
    data: dict[str, Any]
    digest: str
    seat: int
    known: str  # the cells of the view
    level: str
    seed: int
    seconds: float
    playouts: int
    lang: str = ""  # not empty: what is asked for is advice, in this language
    asked: str = ""  # about this move beside the best one
    names: list[str] = []  # of the people, as the advice calls them
    beside: list[list[str]] = []  # not empty: what the second of these two turns gives away beside the first


class Turn(msgspec.Struct, frozen=True):
    """The answer: moves in notation, each with the `glance` of what the seat expects to see before it."""

    clicks: list[tuple[str, int]] = []
    error: str = ""
    advice: dict[str, Any] = {}


class Piece(msgspec.Struct, frozen=True, tag=True):
    """One job of a review: of this match, for this seat."""

    record: str
    seat: int
    seed: int
    job: Job


class Pieced(msgspec.Struct, frozen=True):
    """What was found, and the seconds of computing that it took."""

    found: Found = []
    seconds: float = 0.0
    error: str = ""


def step_back() -> None:
    """Let everybody else go first, as far as this system can; in a hurry, most of them."""
    if HURRIED in sys.argv[1:]:
        with contextlib.suppress(AttributeError, OSError):
            os.nice(BEHIND)
        return
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):
        with contextlib.suppress(AttributeError, OSError):
            os.nice(19)
    with contextlib.suppress(OSError):  # Linux weighs sessions before it looks at the processes in them
        Path("/proc/self/autogroup").write_text("19")


def pieces() -> Callable[[Piece], Pieced]:
    """What does the jobs of reviews. It keeps the matches that it was asked about last."""
    from kvartal.engine.match import Match
    from kvartal.engine.replay import replay
    from kvartal.games import parse
    from kvartal.review.jobs import done

    @lru_cache(maxsize=2)
    def played(record: str) -> Match:
        return replay(*parse(record), draw=False)

    def piece(asked: Piece) -> Pieced:
        began = process_time()
        found = done(played(asked.record), asked.seat, asked.seed, asked.job)
        return Pieced(found, process_time() - began)

    return piece


def main() -> None:
    from kvartal.bots import Bot, Budget, Planner, ask, bot
    from kvartal.bots.program import for_tables
    from kvartal.engine.game import Setup
    from kvartal.engine.state import decoded
    from kvartal.engine.view import View
    from kvartal.games import game, games
    from kvartal.review.advice import SECONDS, advice, as_json, why_not
    from kvartal.review.exercise import beside

    @lru_cache(maxsize=64)
    def set_up(named: bytes) -> Setup:
        question = msgspec.json.decode(named, type=tuple[str, int, int, dict[str, str], dict[str, Any], str])
        key, rules, players, options, data, digest = question
        setup = game(key).set_up(players, options, data, version=rules, stored=True)
        if setup.digest != digest:
            raise ValueError("this worker plays other rules than the table")
        return setup

    commands = dict(each.split("=", 1) for each in sys.argv[1:] if each != HURRIED)
    programs: dict[str, Callable[[int, int], Bot]] = {}

    def program(name: str) -> Callable[[int, int], Bot]:
        if name not in programs:
            programs[name] = for_tables(commands[name])
        return programs[name]

    def made(q: Question) -> Bot:
        return program(q.level)(q.seed, q.players) if q.level in commands else bot(q.level, q.seed, q.players)

    def turn(q: Question) -> Turn:
        setup = set_up(msgspec.json.encode((q.game, q.rules, q.players, q.options, q.data, q.digest)))
        view = View(setup, q.seat, setup.state(decoded(base64.b64decode(q.known))), q.names)
        if q.beside:
            answer, other = (tuple(map(setup.code, moves)) for moves in q.beside)
            lost = beside(view, answer, other)
            return Turn([(q.beside[0][0], 0)], advice={"lost": lost.mean, "error": lost.error})
        if q.lang:
            budget = Budget(min(SECONDS, q.seconds), q.playouts)
            found = why_not(view, setup.code(q.asked), budget) if q.asked else advice(view, budget)
            return Turn([(setup.notation[found.best[0]], 0)], advice=as_json(found, q.lang))
        player, budget = made(q), Budget(q.seconds, q.playouts)
        if isinstance(player, Planner):
            return Turn([(setup.notation[click.code], click.before) for click in player.turn(view, budget)])
        return Turn([(str(ask(player, view, budget)), 0)])

    piece = pieces()
    decoder: msgspec.json.Decoder[Question | Piece] = msgspec.json.Decoder(Question | Piece)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not disturb the answers
    games()  # the whole shelf is loaded now: whoever is asked thinks, and does nothing else
    step_back()
    out.write(READY)
    out.flush()
    for name in commands:  # before anybody waits for them; one that fails is tried again when it is asked
        with contextlib.suppress(Exception):
            program(name)
    for line in sys.stdin.buffer:
        answer: Turn | Pieced
        try:
            asked = decoder.decode(line)
            answer = piece(asked) if isinstance(asked, Piece) else turn(asked)
        except Exception as error:  # a bot may fail in any way; the table goes on without it
            answer = Turn(error=f"{type(error).__name__}: {error}"[:300])  # read as a Pieced it says the same
        out.write(msgspec.json.encode(answer) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
