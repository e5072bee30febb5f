"""The file of a contest: what was asked, then one game a line. A run that was stopped at any moment goes on."""

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from kvartal.arena.contest import Played
from kvartal.arena.tally import Result
from kvartal.engine.option import BadSetup

FORMAT = "kvartal contest 1"
START = json.dumps({"format": FORMAT}).removesuffix("}").encode()


def head_of(path: Path) -> dict[str, Any] | None:
    """What the games in a file were asked for; None: there is no file yet, or nothing in it."""
    try:
        with path.open("rb") as file:
            first = file.readline()
    except FileNotFoundError:
        return None
    if first.endswith(b"\n") and first.startswith(START):
        head: dict[str, Any] = json.loads(first)
        return head
    if first.endswith(b"\n") or not START.startswith(first[: len(START)]):
        raise BadSetup(f"{path} is not the file of a contest")
    return None  # not even its first line was finished


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What is not the same, in words."""
    names = [name for name in ours | theirs if ours.get(name) != theirs.get(name) and name != "format"]
    plain = [
        f"{name} {json.dumps(theirs.get(name))}, not {json.dumps(ours.get(name))}"
        for name in names
        if name != "tables" or names == ["tables"]  # which only follow from the rest
    ]
    return "; ".join(plain)


class Saved:
    """A file of games, open for more. `games` are those it held; half a line at its end is cut off."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self.path = path
        self.games: list[Played] = []
        head = {"format": FORMAT, **json.loads(json.dumps(identity))}
        before = head_of(path)
        if before is not None and before != head:
            raise BadSetup(f"{path} holds other games: {differences(head, before)}. Name another file, or remove it")
        self._file: TextIO = path.open("a+", encoding="utf-8", newline="\n")
        try:
            _lock(self._file, path)
            self._read(head)
        except BaseException:
            self._file.close()
            raise

    def _read(self, head: dict[str, Any]) -> None:
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
        lines = content[:whole].decode("utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines[1:], 2):
            try:
                game = _game(json.loads(line))
                head["lines"][game.line]
                self.games.append(game)
            except (ValueError, TypeError, LookupError):
                raise BadSetup(f"{self.path}, line {number}: this is no game of a contest: {line[:60]!r}") from None
        if not lines:
            self._write([json.dumps(head, ensure_ascii=False)])

    def add(self, games: Iterable[Played]) -> None:
        self._write([json.dumps(_written(game), ensure_ascii=False) for game in games])

    def _write(self, lines: list[str]) -> None:
        self._file.write("".join(f"{line}\n" for line in lines))
        self._file.flush()

    def __enter__(self) -> "Saved":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()


def _lock(file: TextIO, path: Path) -> None:
    """Two runs writing into one file would spoil it."""
    try:
        import fcntl  # not on every system
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadSetup(f"another run is writing into {path}") from None


def _written(game: Played) -> dict[str, Any]:
    return {"line": game.line, "number": game.number, **game.result._asdict(), "spent": game.spent}


def _game(told: dict[str, Any]) -> Played:
    fields = {name: told[name] for name in Result._fields}
    fields |= {name: tuple(fields[name]) for name in ("places", "scores")}
    return Played(told["line"], told["number"], Result(**fields), tuple((a, b, c) for a, b, c in told["spent"]))
