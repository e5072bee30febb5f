"""A bot that is a program: `program:COMMAND LINE`, asked line by line on its standard input.

Options that it has named may stand before the command: `program:depth=3 ./mine --fast`. There is no shell. A program
runs once for every seat it takes and plays game after game there; it is told all it needs with every question.
"""

import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kvartal.bots import Seated, protocol
from kvartal.bots.protocol import Hello, Info, WrongLine
from kvartal.bots.running import Limits, Listener, Running
from kvartal.bots.think import Budget, Click, seat_of, thinker
from kvartal.engine.game import Game
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup, listing
from kvartal.engine.view import View

PREFIX = "program:"
LONGEST_SHOWN = 60  # characters of a command line in front of a message


@dataclass(frozen=True)
class Command:
    """A command line, read: what to start, with which options of its own."""

    line: str
    arguments: tuple[str, ...]
    options: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        line = self.line if len(self.line) <= LONGEST_SHOWN else self.line[:LONGEST_SHOWN] + "…"
        return PREFIX + line

    def start(self, limits: Limits | None = None, listener: Listener | None = None) -> Running:
        """A process of it that has said hello and knows its options."""
        running = Running(self.title, self.arguments, limits, listener)
        hello = running.introduce()
        try:
            chosen = hello.checked(self.options)
        except BadSetup as bad:
            running.close()
            raise BadSetup(f"{self.title}: {bad}") from None
        if chosen:
            running.say(protocol.settings(chosen))
        return running


@lru_cache(256)
def command(line: str) -> Command:
    """A command line as a shell would split it, options first; `program:` before it may be left out."""
    line = line.strip().removeprefix(PREFIX).strip()
    title = f"{PREFIX}{line}"
    if os.name != "posix":
        raise BadSetup(f"{title}: programs can be bots on Linux, macOS and other Unix systems only")
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BadSetup(f"{title}: {error}; words are quoted as in a shell") from None
    options: list[tuple[str, str]] = []
    while words and protocol.NAME.fullmatch(words[0].partition("=")[0]) and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        options.append((name, value))
    if not words:
        raise BadSetup(f"{title}: a command line is missing, e.g. program:python3 mine.py")
    found = shutil.which(words[0])
    if found is None:
        hint = (
            "; a script is started as python3 mine.py, or ./mine.py if it is executable"
            if Path(words[0]).is_file()
            else ""
        )
        raise BadSetup(f"{title}: there is no program {words[0]!r} on PATH or in {Path.cwd()}{hint}")
    return Command(line, (found, *words[1:]), tuple(options))


class Program:
    """A program at its seat for one game; in a process of its seat, unless it is given one."""

    def __init__(self, command: Command, seed: int, running: Running | None = None) -> None:
        self.command, self.seed, self.running = command, seed, running
        self.told: list[Info] = []  # what it said of its last thoughts
        self.passed_over: list[str] = []  # what is wrong with what it said of them
        self.asked = 0

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        code = self.turn(view, budget)[0].code
        return next(move for move in moves if move.code == code)

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        """Its turn, each click with what it can expect to see before it. Where there is no choice it is not asked."""
        mind, seat, codes = thinker(view.setup), seat_of(view), view.codes()
        if len(codes) > 1:
            codes = self.ask(self.running or _at_seat(self.command, seat), view, budget)
        world = mind.world(view.known, seat, mind.seed_of(view.known, seat, self.seed))
        return mind.clicks(view.known, world, seat, codes)

    def ask(self, running: Running, view: View, budget: Budget) -> list[int]:
        """The codes of the turn that it answers with."""
        lines = protocol.question(view, budget)
        if running.guest is not self:
            protocol.check_notation(view.setup)
            lines = protocol.set_up(view.setup, seat_of(view), self.seed) + lines
            running.guest = self
        self.asked += 1
        self.told, self.passed_over = [], []
        codes: list[int] = []

        def hear(line: str) -> bool:
            word, rest = protocol.split(line)
            if word == "play":
                codes.extend(protocol.read_turn(line, view))
            elif word == "info":
                self._note(line)
            elif word == "error":
                raise WrongLine(f"says: {protocol.printable(rest, 300) or 'error, without a reason'}")
            else:
                raise protocol.unknown(line, protocol.ANSWER)
            return word == "play"

        running.check_silence()
        running.exchange(lines, hear, running.limits.patience(budget.seconds))
        return codes

    def _note(self, line: str) -> None:
        """No game is lost over a remark that cannot be read."""
        try:
            self.told.append(protocol.read_info(line))
        except WrongLine as wrong:
            self.passed_over.append(str(wrong))


# The programs that are running -------------------------------------------------------------------------------------

_hellos: dict[str, Hello] = {}
_spare: dict[str, Running] = {}  # has said hello, and waits for a seat
_seated: dict[tuple[str, int], Running] = {}


def introduced(command: Command) -> Hello:
    """What a program says of itself. It is started for that, and stays for the first seat it takes."""
    if command.line not in _hellos:
        _spare[command.line] = command.start()
        _hellos[command.line] = _spare[command.line].hello
    return _hellos[command.line]


def _at_seat(command: Command, seat: int) -> Running:
    """The process of a program at this seat: one each, so that no seat knows what another one was told."""
    place = command.line, seat
    found = _seated.get(place)
    if found is None or not found.alive:
        spare = _spare.pop(command.line, None)
        found = _seated[place] = spare if spare is not None and spare.alive else command.start()
    return found


def maker(name: str) -> Callable[[int, int], Seated]:
    """What makes a bot of a program, for one game."""
    found = command(name)
    introduced(found)
    return lambda seed, _: Seated(Program(found, seed))


def for_tables(name: str) -> Callable[[int, int], Program]:
    """What makes bots for many tables, such as a server's: all ask one process, which is started now, and anew after a
    failure. It may be told of several seats of a table; whoever names a program there trusts it with that."""
    found = command(name)
    running = [found.start()]

    def make(seed: int, _: int) -> Program:
        if not running[0].alive:
            running[0] = found.start()
        return Program(found, seed, running[0])

    return make


def check_plays(game: Game, name: str) -> None:
    """Refuse a program that does not play this game."""
    found = command(name)
    plays = introduced(found).plays
    if plays and game.key not in plays:
        raise BadSetup(f"{found.title} does not play {game.key}; it plays: {listing(plays)}")


def title(name: str) -> str:
    """How a program calls itself; otherwise how it is started."""
    found = command(name)
    return introduced(found).name or protocol.printable(found.title)
