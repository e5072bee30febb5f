"""Record: the text of a match that a person can read, mail, and replay. `docs/record.md` describes the format.

Reading never executes anything and never trusts a size: a broken file gives an error with its line.
"""

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

from kvartal.engine.data import read_json
from kvartal.engine.deal import MOST_PEOPLE, Deal, FairDeal, SeededDeal, ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.option import shown
from kvartal.engine.position import position_json
from kvartal.engine.state import NOBODY

FORMAT = 1
MAGIC = f"kvartal record {FORMAT}"
LARGEST = 8_000_000  # bytes
LONGEST_LINE = 1_000_000  # characters; only a start position is ever long
MOST_HEADERS = 5_000
MOST_STEPS = 200_000
MOST_PLAYERS = 1000
CHECKS_A_LINE = 16
UNFINISHED = "unfinished"
HIDDEN = "?"  # stands for what an export of an unfinished match does not tell
HEADERS = (
    "game",
    "rules",
    "players",
    "option",
    "data",
    "tables",
    "seat",
    "deal",
    "commitment",
    "salt",
    "start",
    "moves",
)
HEX64 = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"([0-9a-f]{64}) ((?:[0-9a-f]{2}){16,64})")
CHECK = re.compile(r"[0-9a-f]{4}(?: [0-9a-f]{4})*")
RESULT = re.compile(r"(0|-?[1-9][0-9]{0,8}) place (0|[1-9][0-9]{0,3})")
WHOLE = re.compile(r"0|[1-9][0-9]{0,18}")
COMMENT = re.compile(r"[ \t]+#.*")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
ODD = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class BadRecord(ValueError):
    """A record that cannot be used; `.line` is the first wrong line (0: the file as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


class Step(NamedTuple):
    """One step as written: `seat` −1 and a stream for a draw. `text` is '?' or has '?' where it is secret."""

    seat: int
    text: str
    stream: str = ""

    def __str__(self) -> str:
        return f"* {self.stream} = {self.text}" if self.seat == NOBODY else f"{self.seat} {self.text}"


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
        for entry in match.entries:
            if entry.seat == NOBODY:
                stream = match.setup.streams[entry.stream]
                record.steps.append(Step(NOBODY, stream.outcomes[entry.code], stream.name))
            else:
                record.steps.append(Step(entry.seat, match.setup.notation[entry.code]))
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
            rules=setup.game.version,
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
            record.results = [(score.seat, score.total, match.state.place(score.seat)) for score in match.scores()]
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


def parse(text: str) -> Record:
    """Text → Record. Comments (`#` at the start of a line, or after a step) and empty lines are passed over."""
    if len(text) > LARGEST:
        raise BadRecord(0, f"larger than {LARGEST} characters, so not a record")
    return _Reader(text).read()


class _Reader:
    """Reads line by line; the number of the line is always at hand for an error."""

    def __init__(self, text: str) -> None:
        self.raw = text.removeprefix("\ufeff").split("\n")
        self.number = 0
        self.rows: list[Row] = []
        self.seen: dict[str, int] = {}  # key → line
        self.values: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.data: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.salts: dict[int, tuple[str, bytes]] = {}

    def wrong(self, message: str) -> BadRecord:
        return BadRecord(self.number, message)

    def next(self, wanted: str, comments: bool = False) -> str:
        """The next line that says something, without its comment where one may stand after it."""
        while self.number < len(self.raw):
            row = self.raw[self.number].removesuffix("\r")
            self.number += 1
            if len(row) > LONGEST_LINE:
                raise self.wrong(f"longer than {LONGEST_LINE} characters")
            row = row.strip(" \t")
            if row and row[0] != "#":
                row = COMMENT.sub("", row) if comments else row
                if CONTROL.search(row):
                    raise self.wrong("a control character has no place in a record")
                return row
        self.number = len(self.raw)
        raise self.wrong(f"the file stops here; {wanted} is missing (was it cut off?)")

    def keep(self, row: str) -> None:
        self.rows.append(Row(self.number, row))

    def once(self, key: str) -> None:
        if key in self.seen:
            raise self.wrong(f"{shown(key[:40])} stands in line {self.seen[key]} already")
        self.seen[key] = self.number

    def read(self) -> Record:
        row = self.next(f"`{MAGIC}`")
        if row != MAGIC:
            raise self.wrong(f"a record begins with `{MAGIC}`")
        self.keep(row)
        while (row := self.next("`moves:`")) != "moves:":
            self.header(row)
            self.keep(row)
            if len(self.rows) > MOST_HEADERS:
                raise self.wrong(f"more than {MOST_HEADERS} lines before `moves:`")
        self.keep(row)
        record = self.frame()
        self.footer(record, self.steps(record))
        record.rows, record.lines = self.rows, self.seen
        for number in range(self.number, len(self.raw)):
            rest = self.raw[number].strip()
            if rest and not rest.startswith("#"):
                raise BadRecord(number + 1, "nothing may follow the `end:` line")
        return record

    def header(self, row: str) -> None:
        key, colon, value = row.partition(": ")
        word, _, detail = key.partition(" ")
        if not colon or word not in HEADERS:
            raise self.wrong(f"expected one of {', '.join(HEADERS)}, a colon and a value, not {shown(row[:40])}")
        self.once(key)
        if word == "option":
            self.options[detail] = value
        elif word == "data":
            self.data[detail] = self.json(value)
        elif word == "seat":
            name = self.json(value)
            if not isinstance(name, str):
                raise self.wrong("a name is a text in double quotes")
            self.names[self.whole(detail, MOST_PLAYERS)] = name
        elif word == "salt":
            found = SALT.fullmatch(value)
            if not found:
                raise self.wrong("a salt line holds the SHA-256 and the salt, in hexadecimal")
            self.salts[self.whole(detail, MOST_PEOPLE)] = (found[1], bytes.fromhex(found[2]))
        elif detail:
            raise self.wrong(f"`{word}` stands alone before its colon")
        else:
            self.values[word] = value

    def frame(self) -> Record:
        for key in ("game", "rules", "players", "tables", "deal"):
            if key not in self.values:
                raise self.wrong(f"`{key}:` is missing above")
        players = self.whole(self.values["players"], MOST_PLAYERS, "players")
        if sorted(self.names) != list(range(players)):
            raise self.wrong(f"there must be one `seat` line for each seat 0 to {players - 1}")
        start = self.json(self.values["start"], "start") if "start" in self.values else None
        if not isinstance(start, dict) and start not in (None, HIDDEN):
            raise BadRecord(self.seen["start"], "a start position is an object")
        return Record(
            game=self.values["game"],
            rules=self.whole(self.values["rules"], 1_000_000, "rules"),
            players=players,
            options=self.options,
            data=self.data,
            tables=self.values["tables"],
            names=[self.names[seat] for seat in range(players)],
            deal=self.deal(),
            start=start,
        )

    def deal(self) -> Deal | None:
        value = self.values["deal"]
        line = self.seen["deal"]
        if value != "fair" and (self.salts or "commitment" in self.values):
            raise BadRecord(line, "a commitment and salts belong to `deal: fair` only")
        if value == "told":
            return ToldDeal()
        if value == f"seed {HIDDEN}":
            return None
        if value.startswith("seed ") and WHOLE.fullmatch(value[5:]):
            try:
                return SeededDeal(int(value[5:]))
            except ValueError as error:
                raise BadRecord(line, str(error)) from None
        if value != "fair":
            raise BadRecord(line, "a deal is `fair`, `told` or `seed` and a whole number")
        if not HEX64.fullmatch(self.values.get("commitment", "")):
            line = self.seen.get("commitment", line)
            raise BadRecord(line, "a fair deal needs `commitment:` and 64 hexadecimal digits")
        promises = {person: promise for person, (promise, _) in self.salts.items()}
        return FairDeal(self.values["commitment"], None, promises, {p: salt for p, (_, salt) in self.salts.items()})

    def steps(self, record: Record) -> str:
        """Read steps until a footer line comes; return that line."""
        while True:
            row = self.next("the `end:` line", comments=True)
            if row.startswith("*"):
                stream, equals, outcome = row[2:].partition(" = ")
                if row[:2] != "* " or not equals or not stream or not outcome:
                    raise self.wrong("a draw is written `* stream = outcome`")
                step = Step(NOBODY, outcome, stream)
            elif row[0] in "0123456789":
                seat, _, notation = row.partition(" ")
                number = self.whole(seat, record.players - 1)
                if not notation:
                    raise self.wrong("a move is written `seat notation`")
                step = Step(number, notation)
            else:
                return row
            if len(record.steps) >= MOST_STEPS:
                raise self.wrong(f"more than {MOST_STEPS} steps")
            record.steps.append(step)
            record.step_lines.append(self.number)
            self.keep(row)

    def footer(self, record: Record, row: str) -> None:
        while True:
            key, colon, value = row.partition(": ")
            word, _, detail = key.partition(" ")
            if colon and key == "end":
                self.once(key)
                record.ending = value
                return
            if colon and key == "check":
                if not CHECK.fullmatch(value):
                    raise self.wrong("a check is four hexadecimal digits, with one space between two of them")
                self.seen.setdefault(key, self.number)
                record.checks += [Row(self.number, each) for each in value.split(" ")]
            elif record.checks:
                raise self.wrong("only `check:` and `end:` may follow a `check:` line")
            elif colon and key == "secret" and HEX64.fullmatch(value) and isinstance(record.deal, FairDeal):
                self.once(key)
                record.deal.secret = bytes.fromhex(value)
                self.keep(row)
            elif colon and word == "result" and (found := RESULT.fullmatch(value)):
                self.once(key)
                record.results.append((self.whole(detail, record.players - 1), int(found[1]), int(found[2])))
                self.keep(row)
            else:
                raise self.wrong(
                    f"expected a step, `secret:`, `result N: points place P`, `check:` or `end:`, not {shown(row[:40])}"
                )
            row = self.next("the `end:` line", comments=True)

    def whole(self, text: str, most: int, key: str = "") -> int:
        if not WHOLE.fullmatch(text) or int(text) > most:
            line = self.seen.get(key, self.number)
            raise BadRecord(line, f"expected a whole number from 0 to {most}, not {shown(text[:40])}")
        return int(text)

    def json(self, text: str, key: str = "") -> Any:
        try:
            return read_json(text)
        except (ValueError, RecursionError) as error:
            line = self.seen.get(key, self.number)
            raise BadRecord(line, f"not JSON as a record writes it: {shown(text[:40])} ({error})") from None
