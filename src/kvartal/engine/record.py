"""Record: the text of a match that a person can read, mail, and replay. `docs/record.md` describes the format."""

import errno
import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from kvartal.engine.deal import Deal, FairDeal, SeededDeal, ToldDeal
from kvartal.engine.log import Step
from kvartal.engine.match import Match
from kvartal.engine.option import shown
from kvartal.engine.position import position_json
from kvartal.engine.state import NOBODY

FORMAT = 1
MAGIC = f"kvartal record {FORMAT}"
LARGEST = 8_000_000  # bytes
MOST_STEPS = 200_000
CHECKS_A_LINE = 16
UNFINISHED = "unfinished"
HIDDEN = "?"  # stands for what an export of an unfinished match does not tell
ODD = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class BadRecord(ValueError):
    """A record that cannot be used; `.line` is the first wrong line (0: the file as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


class Row(NamedTuple):
    """A line that says something, without its comment, and where it stands in the file."""

    line: int
    text: str


@dataclass
class Record:
    """What a record says, before anybody has checked it against the rules."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    data: dict[str, Any]
    tables: str
    names: list[str]
    deal: Deal | None  # None: a seed that is not told
    start: dict[str, Any] | str | None = None  # HIDDEN: it began at a position that holds secrets
    steps: list[Step] = field(default_factory=list)
    results: list[tuple[int, int, int]] = field(default_factory=list)  # seat, points, place
    ending: str = UNFINISHED
    # What only a record that was read has: its lines, and the checks written below them.
    rows: list[Row] = field(default_factory=list, compare=False, repr=False)
    checks: list[Row] = field(default_factory=list, compare=False, repr=False)
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)  # where each key stands
    step_lines: list[int] = field(default_factory=list, compare=False, repr=False)

    @classmethod
    def of(cls, match: Match) -> "Record":
        """The whole truth of a match."""
        record = cls._frame(match)
        record.deal = match.deal
        record.steps = [match.named(entry) for entry in match.steps]
        return record

    @classmethod
    def public(cls, match: Match, seat: int | None) -> "Record":
        """What a seat (None: anybody) may have of an unfinished match: neither the secret nor hidden moves."""
        record = cls._frame(match)
        if isinstance(match.deal, FairDeal):
            record.deal = match.deal.public()
        elif isinstance(match.deal, ToldDeal):
            record.deal = match.deal
        for number in range(len(match)):
            said = match.said(number, seat)
            if said is not None:
                record.steps.append(Step(said.seat, said.text, said.stream.name if said.stream else ""))
        if match.position is not None and match.position.known(NOBODY).encode() != match.position.encode():
            record.start = HIDDEN
        return record

    @classmethod
    def _frame(cls, match: Match) -> "Record":
        setup = match.setup
        record = cls(
            game=setup.game.key,
            rules=setup.version,
            players=setup.players,
            options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
            data=setup.data.corrections(),
            tables=setup.digest,
            names=list(match.names),
            deal=None,
        )
        if match.position is not None:
            record.start = position_json(setup, match.position)["table"]
        outcome = match.outcome()
        if outcome is not None:
            state, seats = match.state, range(setup.players)
            record.results = [(seat, state.score(seat), state.place(seat)) for seat in seats]
            record.ending = outcome.rule.id
        return record

    # Writing ------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        if len(self.steps) > MOST_STEPS:
            raise BadRecord(0, f"a record holds at most {MOST_STEPS} steps; this match has {len(self.steps)}")
        body = [MAGIC, *self._header(), "moves:", *map(str, self.steps), *self._footer()]
        sums = chain(body)
        checks = [sums[i : i + CHECKS_A_LINE] for i in range(0, len(sums), CHECKS_A_LINE)]
        text = "\n".join([*body, *(f"check: {' '.join(few)}" for few in checks), f"end: {self.ending}", ""])
        if len(text.encode()) > LARGEST:
            raise BadRecord(0, f"a record holds at most {LARGEST} bytes; this match would take {len(text.encode())}")
        return text

    def _header(self) -> list[str]:
        lines = [f"game: {self.game}", f"rules: {self.rules}", f"players: {self.players}"]
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        lines += [f"data {path}: {_json(value)}" for path, value in self.data.items()]
        lines.append(f"tables: {self.tables}")
        lines += [f"seat {seat}: {_json(name)}" for seat, name in enumerate(self.names)]
        if self.deal is None:
            lines.append(f"deal: seed {HIDDEN}")
        elif isinstance(self.deal, SeededDeal):
            lines.append(f"deal: seed {self.deal.seed}")
        elif isinstance(self.deal, ToldDeal):
            lines.append("deal: told")
        else:
            lines += ["deal: fair", f"commitment: {self.deal.commitment}"]
            for person, promise in sorted(self.deal.salt_commitments.items()):
                lines.append(f"salt {person}: {promise} {self.deal.salts[person].hex()}")
        if self.start is not None:
            lines.append(f"start: {_json(self.start)}")
        return lines

    def _footer(self) -> list[str]:
        lines = [f"result {seat}: {points} place {place}" for seat, points, place in self.results]
        if isinstance(self.deal, FairDeal) and self.deal.secret is not None:
            lines.insert(0, f"secret: {self.deal.secret.hex()}")
        return lines


def chain(lines: Iterable[str]) -> list[str]:
    """Four hexadecimal digits per line, each over everything down to it: they tell where a file was changed."""
    link = b""
    sums = []
    for line in lines:
        link = hashlib.sha256(link + line.encode()).digest()
        sums.append(link.hex()[:4])
    return sums


def _json(value: Any) -> str:
    """JSON on one line, in letters as people write them; what could break a line is escaped."""
    return ODD.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def write_file(path: str | Path, text: str) -> None:
    """Whole or not at all: a full disk leaves the old file as it was. What goes wrong is an OSError that names it."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="\n")  # a device or a pipe: it must not be replaced
        else:
            _replace(path.resolve(), text)  # a link stays a link
    except (OSError, ValueError) as error:  # ValueError: a NUL in it
        number = error.errno if isinstance(error, OSError) else None
        raise OSError(number or errno.EINVAL, os.strerror(number or errno.EINVAL), str(path)) from error


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            if path.exists():
                shutil.copymode(path, beside)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: str | Path) -> str:
    """The text of a record file, if it can be one at all."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = error.strerror if isinstance(error, OSError) else None
        raise BadRecord(0, f"{shown(str(path))}: {reason or error}") from None
    if len(raw) > LARGEST:
        raise BadRecord(0, f"{shown(str(path))}: larger than {LARGEST} bytes, so not a record")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadRecord(line, "not UTF-8 text, so not a record") from None
