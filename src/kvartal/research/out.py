"""A file of games while bots play them: whole games are added, and whatever stops the run, it can be read and gone on
with."""

import json
import os
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any

from kvartal.arena.saved import differences, lock
from kvartal.arena.tally import Tally
from kvartal.research import parquet
from kvartal.research.data import LINES, BadFile, head_of, lines_of, result_of, suffix_of
from kvartal.research.recording import FORMAT, GAME, Recorded, Recording

PART = ".part"  # behind the name of a Parquet file: the lines that it will be made of
START = json.dumps({"format": FORMAT}).removesuffix("}").encode()  # of every file of lines
GAME_LINE = b'{"row":"game"'  # how the line begins that makes a game whole


def working(path: Path) -> Path:
    """The file of JSON lines that games are added to. Parquet cannot be added to: it is made of them at the end."""
    return path if suffix_of(path) == LINES else path.with_name(path.name + PART)


def begun(path: Path) -> dict[str, Any] | None:
    """What a file, or the lines of one that is not finished, was begun with; None: there is nothing yet."""
    work = working(path)
    for each in dict.fromkeys((work, path)):
        if each.exists() and not each.is_file():
            raise BadFile(f"{each} is no plain file; name one that can be written")
    if not work.exists():
        return head_of(path) if path.exists() else None
    with work.open("rb") as file:
        first = file.read(len(START))
    if not START.startswith(first):
        raise BadFile(f"{work} is no file of games that kvartal simulate has written. Name another file, or remove it")
    return next(lines_of(work), None)  # None: it was killed before its first line was finished


class Out:
    """Such a file, open for more. `done` are the games it has, `tally` is the sum of those below `games`."""

    def __init__(self, path: Path, recording: Recording, games: int) -> None:
        self.path, self.work, self.games = path, working(path), games
        self.done: set[int] = set()
        self.tally = Tally.empty(recording.job.bots)
        if self.work != path:
            parquet.arrow()  # what is missing is said before anything is played
        head = json.loads(json.dumps(recording.head()))
        before = begun(path)
        if before is not None and before != head:
            raise BadFile(f"{path} is of another run: {_other(head, before)}. Name another file, or remove it")
        self.head = head
        self._file = FileIO(str(self.work), "a+")
        try:
            lock(self._file, self.work)
            self._end = self._count_whole_games()
            self._file.truncate(self._end)
            if not self._end:
                self._write(json.dumps(head, ensure_ascii=False).encode() + b"\n")
                if self.work != path and path.exists():
                    self._go_on_with(parquet.opened(path)[1])
        except BaseException:
            self._file.close()
            raise

    def _count_whole_games(self) -> int:
        """Where the last of them ends."""
        at = end = 0
        with self.work.open("rb") as file:
            for number, line in enumerate(file):
                at += len(line)
                if not line.endswith(b"\n"):
                    break
                if line.startswith(GAME_LINE):
                    self._count(json.loads(line))
                if line.startswith(GAME_LINE) or number == 0:
                    end = at
        return end

    def _count(self, row: dict[str, Any]) -> None:
        self.done.add(row["game"])
        if row["game"] < self.games:
            self.tally.add(result_of(row), tuple(row["bots"]))

    def _go_on_with(self, rows: Iterable[dict[str, Any]]) -> None:
        """More games are wanted than a finished Parquet file has: its own become lines again."""
        lines = b""
        for row in rows:
            lines += json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            if row["row"] == GAME:
                self._write(lines)
                self._count(row)
                lines = b""

    def missing(self) -> list[range]:
        """The numbers of games that have not been played."""
        found: list[range] = []
        first = 0
        for number in [*sorted(number for number in self.done if number < self.games), self.games]:
            if first < number:
                found.append(range(first, number))
            first = number + 1
        return found

    def add(self, games: Iterable[Recorded]) -> None:
        for game in games:
            self._write(game.lines)
            self.done.add(game.number)
            self.tally.add(game.result, game.bots)

    def _write(self, data: bytes) -> None:
        """All of it or nothing: what a full disk has taken of it is cut off again."""
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._file.truncate(self._end)
            raise _named(error, self.work) from None
        self._end += len(data)

    def finish(self) -> None:
        """Nothing more comes now: Parquet is made. The lines beside it stay until all games are played."""
        if self.work == self.path:
            return
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            parquet.write(beside, self.head, _rows(self.work))
            beside.replace(self.path)
        except OSError as error:
            raise _named(error, self.path) from None
        finally:
            beside.unlink(missing_ok=True)
        if not self.missing():
            self.work.unlink()

    def __enter__(self) -> "Out":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()


def _rows(work: Path) -> Iterator[dict[str, Any]]:
    lines = lines_of(work)
    next(lines)
    return lines


def _other(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What is not the same; the names of cells and moves only follow from the rest."""
    short = [{name: each[name] for name in each if name not in ("cells", "moves")} for each in (ours, theirs)]
    return differences(*short) or "other names of cells or moves"


def _named(error: OSError, path: Path) -> OSError:
    return OSError(error.errno, error.strerror or os.strerror(error.errno or 0), str(path))
