"""The lines between Kvartal and a bot that is a program: what is said, and how it is read (docs/bot-protocol.md).

Only words here: values become lines, lines become values. `running.py` carries them to and fro.
"""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kvartal.bots.think import Budget
from kvartal.engine.game import Setup
from kvartal.engine.option import OFF, ON, BadSetup, Option, listing, nearest, shown
from kvartal.engine.rule import RefusedMove
from kvartal.engine.view import View

VERSION = 1
BETWEEN = ";"  # between the moves of a list or of a turn; no notation has it
LONGEST_SENT = 1 << 20  # characters of a `view` or `text`; a longer one is not sent
LONGEST_TURN = 64  # moves
LONGEST_TITLE = 40  # characters of a program's name or author
SOME = 8  # legal moves that a message names
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")
HELLO = ("name", "author", "plays", "option", "ready", "error")
ANSWER = ("info", "play", "error")
OPTION_FORMS = (
    "option NAME switch on, option NAME number DEFAULT LOWEST HIGHEST, or option NAME choice DEFAULT VALUE VALUE …"
)


class WrongLine(ValueError):
    """A line that is not as it should be. The message tells what was said, and what would be right."""

    def __init__(self, message: str, what: str = "line") -> None:
        super().__init__(message)
        self.what = what  # line, or move


# What we say -------------------------------------------------------------------------------------------------------


def greeting() -> list[str]:
    return [f"kvartal {VERSION}"]


def settings(chosen: Iterable[tuple[str, str]]) -> list[str]:
    return [f"set {name} {value}" for name, value in chosen]


def set_up(setup: Setup, seat: int, seed: int) -> list[str]:
    """A new game: whatever was said before about another one is over."""
    options = {option.name: option.write(setup.options[option.name]) for option in setup.game.options}
    return [
        f"game {setup.game.key}",
        f"rules {setup.version}",
        f"players {setup.players}",
        f"options {_json(options)}",
        f"data {_json(setup.data.corrections())}",
        f"seat {seat}",
        f"seed {seed_of(seed, seat)}",
    ]


def question(view: View, budget: Budget) -> list[str]:
    """What the seat knows, what it can do, how long it may think. Made from the View alone."""
    said = [f"view {_json(view.facts())}", f"text {_json(view.text())}"]
    moves = f"{BETWEEN} ".join(view.setup.notation[code] for code in view.codes())
    limit = f" seconds {budget.seconds:g}" if math.isfinite(budget.seconds) else ""
    return [
        *(line for line in said if len(line) <= LONGEST_SENT),
        f"moves {moves}",
        f"think iterations {budget.playouts}{limit}",
    ]


def seed_of(seed: int, seat: int) -> int:
    """What a program at this seat is told: 31 bits, which any language can count with, and another for every seat."""
    digest = hashlib.blake2b(f"{seed} {seat}".encode(), digest_size=4, person=b"kvartal program").digest()
    return int.from_bytes(digest, "big") >> 1


def check_notation(setup: Setup) -> None:
    """A game of another package may write its moves as it likes; not every way can be told in a list."""
    odd = next((name for name in setup.notation if BETWEEN in name), None)
    if odd is not None:
        raise BadSetup(f"{setup.game.key} writes a move {odd!r}: with {BETWEEN!r} in it no program can be told of it")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# What a program says -----------------------------------------------------------------------------------------------


def split(line: str) -> tuple[str, str]:
    """The first word of a line, and the rest."""
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def unknown(line: str, words: Sequence[str]) -> WrongLine:
    right = f"a line here begins with {', '.join(words[:-1])} or {words[-1]}"
    return WrongLine(f"said {shown(line)}; {right}, and what is not for us goes to standard error")


@dataclass
class Hello:
    """How a program has introduced itself."""

    name: str = ""
    author: str = ""
    plays: tuple[str, ...] = ()  # keys of games; none: all
    options: dict[str, Option] = field(default_factory=dict)
    error: str = ""  # it cannot or does not want to

    def read(self, line: str) -> bool:
        """One more line; True: that was the last."""
        word, rest = split(line)
        if word not in HELLO:
            raise unknown(line, HELLO)
        if word in ("name", "author"):
            setattr(self, word, printable(rest))
        elif word == "plays":
            self.plays += tuple(rest.split())
        elif word == "option":
            option = read_option(line)
            self.options[option.name] = option
        elif word == "error":
            self.error = printable(rest, 300) or "no reason given"
        return word in ("ready", "error")

    def checked(self, chosen: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Options as somebody wants them, if there are such."""
        found = []
        for name, value in chosen:
            if name not in self.options:
                there = f"there are: {listing(self.options)}" if self.options else "it has none"
                raise BadSetup(f"unknown option {shown(name)}{nearest(name, self.options)}; {there}")
            option = self.options[name]
            found.append((name, option.write(option.read(value))))
        return found


def printable(text: str, most: int = LONGEST_TITLE) -> str:
    return "".join(each if each.isprintable() else " " for each in text)[:most].strip()


def read_option(line: str) -> Option:
    """`option NAME KIND DEFAULT …` as an option like those of a game."""
    _, name, kind, *values = [*line.split(), "", ""]
    values = [value for value in values if value]
    wrong = WrongLine(f"said {shown(line)}; right would be {OPTION_FORMS}")
    if not NAME.fullmatch(name):
        raise wrong
    if kind == "switch" and len(values) == 1 and values[0] in ON + OFF:
        return Option(name, values[0] in ON, "")
    if kind == "number" and len(values) == 3 and all(re.fullmatch(r"-?[0-9]{1,18}", each) for each in values):
        default, low, high = map(int, values)
        if low <= default <= high:
            return Option(name, default, "", low=low, high=high)
    if kind == "choice" and len(values) > 1 and values[0] in values[1:]:
        return Option(name, values[0], "", values=tuple(dict.fromkeys(values[1:])))
    raise wrong


@dataclass(frozen=True)
class Info:
    """What a program tells of its thoughts: of a turn, if it names one, otherwise of where it stands."""

    turn: tuple[str, ...] = ()
    value: float | None = None  # the share of a win; alone: points
    score: float | None = None  # points at the end
    iterations: int | None = None
    text: str = ""


def read_info(line: str) -> Info:
    """`info [iterations N] [value X] [score X] [turn MOVE; MOVE | text WORDS]`."""
    told: dict[str, Any] = {}
    rest = split(line)[1]
    while rest:
        word, rest = split(rest)
        if word == "text":
            told["text"], rest = printable(rest, 300), ""
        elif word == "turn":
            told["turn"], rest = tuple(moves_of(rest)), ""
        elif word in ("value", "score", "iterations") and rest:
            figure, rest = split(rest)
            told[word] = _figure(figure, whole=word == "iterations", line=line)
        else:
            raise _wrong_info(line)
    if not told:
        raise _wrong_info(line)
    return Info(**told)


def _figure(text: str, whole: bool, line: str) -> float | int:
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        raise _wrong_info(line) from None
    if not math.isfinite(value) or len(text) > 30:
        raise _wrong_info(line)
    return value


def _wrong_info(line: str) -> WrongLine:
    return WrongLine(
        f"said {shown(line)}; right would be info iterations N value X score X turn MOVE; MOVE, or some of these, "
        "or info text WORDS"
    )


def moves_of(text: str) -> list[str]:
    """A turn as it is written: moves with semicolons between."""
    return [" ".join(each.split()) for each in text.split(BETWEEN) if each.strip()]


def read_turn(line: str, view: View) -> list[int]:
    """`play MOVE; MOVE …`: the codes of the moves. The first must be legal now, the others must exist."""
    moves, setup = moves_of(split(line)[1]), view.setup
    codes: list[int] = []
    for move in moves[:LONGEST_TURN]:
        try:
            codes.append(setup.code(move))
        except RefusedMove:
            near = nearest(move, setup.notation)
            raise WrongLine(
                f"answered {shown(line)}: {setup.game.key} has no move {shown(move)}{near}; {_legal(view)}", "move"
            ) from None
    if not codes:
        raise WrongLine(f"answered {shown(line)}, which names no move; {_legal(view)}", "move")
    refusal = view.refusal(codes[0])
    if refusal is not None:
        raise WrongLine(
            f"answered {shown(line)}: {shown(moves[0])} is not allowed now ({refusal.text} [{refusal.rule.id}]); "
            f"{_legal(view)}",
            "move",
        )
    return codes


def _legal(view: View) -> str:
    names = [view.setup.notation[code] for code in view.codes()]
    return f"right would be play and one of: {f'{BETWEEN} '.join(names[:SOME])}{' …' if len(names) > SOME else ''}"
