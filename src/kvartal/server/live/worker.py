"""A bot thinking in a process of its own: `python -m kvartal.server.live.worker`. One JSON line in, one JSON line out.

It is sent what the seat may know, and nothing else could reach it: a View cannot be turned back into the truth.
"""

import base64
import sys
from functools import lru_cache
from typing import Any

import msgspec

READY = b"ready\n"  # said once, when everything is imported


class Question(msgspec.Struct, frozen=True):
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


class Choice(msgspec.Struct, frozen=True):
    move: str = ""
    error: str = ""


def main() -> None:
    from kvartal.bots import Budget, ask, bot
    from kvartal.engine.game import Setup
    from kvartal.engine.state import decoded
    from kvartal.engine.view import View
    from kvartal.games import game, games

    @lru_cache(maxsize=64)
    def set_up(named: bytes) -> Setup:
        question = msgspec.json.decode(named, type=tuple[str, int, int, dict[str, str], dict[str, Any], str])
        key, rules, players, options, data, digest = question
        setup = game(key).set_up(players, options, data, version=rules, stored=True)
        if setup.digest != digest:
            raise ValueError("this worker plays other rules than the table")
        return setup

    decode = msgspec.json.Decoder(Question).decode
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not disturb the answers
    games()  # the whole shelf is loaded now: whoever is asked thinks, and does nothing else
    out.write(READY)
    out.flush()
    for line in sys.stdin.buffer:
        try:
            q = decode(line)
            setup = set_up(msgspec.json.encode((q.game, q.rules, q.players, q.options, q.data, q.digest)))
            view = View(setup, q.seat, setup.state(decoded(base64.b64decode(q.known))))
            move = ask(bot(q.level, q.seed, q.players), view, Budget(q.seconds, q.playouts))
            choice = Choice(move=str(move))
        except Exception as error:  # a bot may fail in any way; the table goes on without it
            choice = Choice(error=f"{type(error).__name__}: {error}"[:300])
        out.write(msgspec.json.encode(choice) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
