"""Files that a run writes line by line and goes on from: what was asked first, then what was done. It may be stopped at
any moment, in the middle of a line too."""

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TextIO

from kvartal.arena.contest import Played
from kvartal.arena.tally import Result
from kvartal.engine.option import BadSetup

CONTEST, TUNING = "kvartal contest 1", "kvartal tuning 1"


def head_of(path: Path, format_: str) -> dict[str, Any] | None:
    """What a file was begun with; None: there is no file yet, or nothing in it."""
    start = json.dumps({"format": format_}).removesuffix("}").encode()
    try:
        with path.open("rb") as file:
            first = file.readline()
    except FileNotFoundError:
        return None
    if first.endswith(b"\n") and first.startswith(start):
        head: dict[str, Any] = json.loads(first)
        return head
    if first.endswith(b"\n") or not start.startswith(first[: len(start)]):
        raise BadSetup(f"{path} is no file of {format_.split()[1]}s that kvartal has written")
    return None  # not even its first line was finished


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What is not the same, in words."""
    names = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    plain = [
        f"{name} {json.dumps(theirs.get(name))}, not {json.dumps(ours.get(name))}"
        for name in names
        if name != "tables" or names == ["tables"]  # which only follow from the rest
    ]
    return "; ".join(plain)


class Lines:
    """Such a file, open for more. `rows` are those it held; half a line at its end is cut off."""

    def __init__(self, path: Path, format_: str, identity: dict[str, Any]) -> None:
        self.path = path
        self.rows: list[dict[str, Any]] = []
        head = {"format": format_, **json.loads(json.dumps(identity))}
        before = head_of(path, format_)
        if before is not None and before != head:
            raise BadSetup(f"{path} is of another run: {differences(head, before)}. Name another file, or remove it")
        self._file: TextIO = path.open("a+", encoding="utf-8", newline="\n")
        try:
            lock(self._file, path)
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
                row = json.loads(line)
                self.check(row)
                self.rows.append(row)
            except (ValueError, TypeError, LookupError):
                raise BadSetup(f"{self.path}, line {number}: this belongs to no run: {line[:60]!r}") from None
        if not lines:
            self.add([head])

    def check(self, row: dict[str, Any]) -> None:
        """Raise a ValueError, TypeError or LookupError for what cannot be a row of this file."""

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        self._file.write("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
        self._file.flush()

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._file.close()


class Saved(Lines):
    """The games of a contest, one a line."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self._lines: list[Any] = identity["lines"]
        super().__init__(path, CONTEST, identity)

    def check(self, row: dict[str, Any]) -> None:
        self._lines[read_game(row).line]

    @property
    def games(self) -> list[Played]:
        return [read_game(row) for row in self.rows]

    def add_games(self, games: Iterable[Played]) -> None:
        self.add(map(written_game, games))

    def __enter__(self) -> "Saved":
        return self


def games_in(path: Path) -> list[Played]:
    """The whole lines of a file of games, which somebody may just be writing."""
    content = path.read_bytes()
    lines = content[: content.rfind(b"\n") + 1].splitlines()
    try:
        return [read_game(json.loads(line)) for line in lines[1:]]
    except (ValueError, TypeError, LookupError):
        raise BadSetup(f"{path} holds something else than games; remove it to measure anew") from None


def lock(file: IO[Any], path: Path) -> None:
    """Two runs writing into one file would spoil it."""
    try:
        import fcntl  # not on every system
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadSetup(f"another run is writing into {path}") from None


def written_game(game: Played) -> dict[str, Any]:
    return {"line": game.line, "number": game.number, **game.result._asdict(), "spent": game.spent}


def read_game(told: dict[str, Any]) -> Played:
    fields = {name: told[name] for name in Result._fields if name != "reached"}  # which older files do not tell
    fields |= {name: tuple(fields[name]) for name in ("places", "scores")}
    fields["reached"] = tuple(tuple(names) for names in told.get("reached", ()))
    return Played(told["line"], told["number"], Result(**fields), tuple((a, b, c) for a, b, c in told["spent"]))
