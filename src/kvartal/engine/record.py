"""Record: the text of a match that a person can read, mail, and replay. `docs/record.md` describes the format.

Reading never executes anything and never trusts a size: a broken file gives an error with its line.
"""

import hashlib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from kvartal.engine.deal import Deal, FairDeal, SeededDeal, ToldDeal
from kvartal.engine.match import Match, position_json
from kvartal.engine.state import NOBODY

FORMAT = 1
MAGIC = f"kvartal record {FORMAT}"
LARGEST = 8_000_000  # bytes
LONGEST_LINE = 20_000  # characters; only a start position is ever long
MOST_STEPS = 200_000
MOST_PLAYERS = 1000
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
WHOLE = re.compile(r"0|[1-9][0-9]{0,18}")


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
    start: dict[str, Any] | None = None
    steps: list[Step] = field(default_factory=list)
    results: list[tuple[int, int, int]] = field(default_factory=list)  # seat, points, place
    checks: list[str] = field(default_factory=list)
    ending: str = "unfinished"
    step_lines: list[int] = field(default_factory=list, compare=False)  # where each step stands in the file
    lines: dict[str, int] = field(default_factory=dict, compare=False)  # where other things stand

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
        record.checks = record.expected_checks()
        return record

    @classmethod
    def public(cls, match: Match, seat: int | None) -> "Record":
        """What a seat (None: anybody) may have of an unfinished match: neither the secret nor hidden moves."""
        record = cls._frame(match)
        record.deal = None
        if isinstance(match.deal, FairDeal):
            record.deal = FairDeal(
                match.deal.commitment, None, dict(match.deal.salt_commitments), dict(match.deal.salts)
            )
        elif isinstance(match.deal, ToldDeal):
            record.deal = ToldDeal()
        for number in range(len(match)):
            said = match.said(number, seat)
            if said is not None:
                record.steps.append(Step(said.seat, said.text, said.stream.name if said.stream else ""))
        if record.start is not None:
            record.start = None if _has_secrets(match) else record.start
        record.checks = record.expected_checks()
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
        if match.over:
            record.results = [(score.seat, score.total, match.state.place(score.seat)) for score in match.scores()]
            outcome = match.outcome()
            record.ending = outcome.rule.id if outcome else "unfinished"
        return record

    # Writing ------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        lines = [MAGIC, *self.header(), "moves:", *map(str, self.steps)]
        if isinstance(self.deal, FairDeal) and self.deal.secret is not None:
            lines.append(f"secret: {self.deal.secret.hex()}")
        lines += [f"result {seat}: {points} place {place}" for seat, points, place in self.results]
        lines += ["check: " + " ".join(self.checks[i : i + 16]) for i in range(0, len(self.checks), 16)]
        return "\n".join([*lines, f"end: {self.ending}"]) + "\n"

    def header(self) -> list[str]:
        lines = [f"game: {self.game}", f"rules: {self.rules}", f"players: {self.players}"]
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        lines += [f"data {path}: {json.dumps(value, ensure_ascii=False)}" for path, value in self.data.items()]
        lines.append(f"tables: {self.tables}")
        lines += [f"seat {seat}: {json.dumps(name, ensure_ascii=False)}" for seat, name in enumerate(self.names)]
        if self.deal is None:
            lines.append("deal: seed ?")
        elif isinstance(self.deal, SeededDeal):
            lines.append(f"deal: seed {self.deal.seed}")
        elif isinstance(self.deal, ToldDeal):
            lines.append("deal: told")
        else:
            lines += ["deal: fair", f"commitment: {self.deal.commitment}"]
            for person, promise in sorted(self.deal.salt_commitments.items()):
                lines.append(f"salt {person}: {promise} {self.deal.salts[person].hex()}")
        if self.start is not None:
            lines.append(f"start: {json.dumps(self.start, ensure_ascii=False)}")
        return lines

    def expected_checks(self) -> list[str]:
        """Four hexadecimal digits per step, each over everything before it: they tell where a file was changed."""
        chain = hashlib.sha256("\n".join(self.header()).encode()).digest()
        checks = [chain.hex()[:4]]
        for step in self.steps:
            chain = hashlib.sha256(chain + str(step).encode()).digest()
            checks.append(chain.hex()[:4])
        return checks


def _has_secrets(match: Match) -> bool:
    return match.position is not None and match.position.known(NOBODY).encode() != match.position.encode()


def write_file(path: str | Path, text: str) -> None:
    """Whole or not at all: a full disk leaves the old file as it was."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: str | Path) -> str:
    """The text of a record file, if it can be one at all."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(0, f"{path}: {error.strerror or error}") from None
    if len(raw) > LARGEST:
        raise BadRecord(0, f"{path}: larger than {LARGEST} bytes, so not a record")
    try:
        return raw.decode("utf-8-sig")
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
        self.rows = text.replace("\r\n", "\n").split("\n")
        self.number = 0
        self.once: dict[str, int] = {}
        self.values: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.data: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.salts: dict[int, tuple[str, bytes]] = {}

    def wrong(self, message: str) -> BadRecord:
        return BadRecord(self.number, message)

    def next(self, wanted: str) -> str:
        """The next line that says something."""
        while self.number < len(self.rows):
            row = self.rows[self.number]
            self.number += 1
            if len(row) > LONGEST_LINE:
                raise self.wrong(f"longer than {LONGEST_LINE} characters")
            row = row.strip()
            if row and not row.startswith("#"):
                if any(ord(char) < 32 and char != "\t" for char in row):
                    raise self.wrong("a control character has no place in a record")
                return row
        self.number = len(self.rows)
        raise self.wrong(f"the file stops here; {wanted} is missing (was it cut off?)")

    def read(self) -> Record:
        if self.next(f"`{MAGIC}`") != MAGIC:
            raise self.wrong(f"a record begins with `{MAGIC}`")
        while (row := self.next("`moves:`")) != "moves:":
            self.header(row)
        record = self.frame()
        row = self.steps(record)
        self.footer(record, row)
        record.lines.update(self.once)
        for number in range(self.number, len(self.rows)):
            row = self.rows[number].strip()
            if row and not row.startswith("#"):
                raise BadRecord(number + 1, "nothing may follow the `end:` line")
        return record

    def header(self, row: str) -> None:
        key, colon, value = row.partition(":")
        word, _, detail = key.partition(" ")
        value = value.strip()
        if not colon or word not in HEADERS:
            raise self.wrong(f"expected one of {', '.join(HEADERS)} and a colon, not {row[:40]!r}")
        if key in self.once:
            raise self.wrong(f"`{key}` stands in line {self.once[key]} already")
        self.once[key] = self.number
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
            promise, _, salt = value.partition(" ")
            if not HEX64.fullmatch(promise) or not re.fullmatch(r"([0-9a-f]{2}){16,64}", salt):
                raise self.wrong("a salt line holds the SHA-256 and the salt, in hexadecimal")
            self.salts[self.whole(detail, MOST_PLAYERS)] = (promise, bytes.fromhex(salt))
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
        if start is not None and not isinstance(start, dict):
            raise BadRecord(self.once["start"], "a start position is an object")
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
        line = self.once["deal"]
        if value != "fair" and (self.salts or "commitment" in self.values):
            raise BadRecord(line, "a commitment and salts belong to `deal: fair` only")
        if value == "told":
            return ToldDeal()
        if value == "seed ?":
            return None
        if value.startswith("seed ") and WHOLE.fullmatch(value[5:]):
            try:
                return SeededDeal(int(value[5:]))
            except ValueError as error:
                raise BadRecord(line, str(error)) from None
        if value != "fair":
            raise BadRecord(line, "a deal is `fair`, `told` or `seed` and a whole number")
        if not HEX64.fullmatch(self.values.get("commitment", "")):
            raise BadRecord(line, "a fair deal needs `commitment:` and 64 hexadecimal digits")
        promises = {person: promise for person, (promise, _) in self.salts.items()}
        return FairDeal(self.values["commitment"], None, promises, {p: salt for p, (_, salt) in self.salts.items()})

    def steps(self, record: Record) -> str:
        """Read steps until a footer line comes; return that line."""
        while True:
            row = self.next("the `end:` line")
            said = row.partition(" #")[0].strip()
            if said.startswith("* "):
                stream, equals, outcome = said[2:].partition(" = ")
                if not equals or not stream.strip() or not outcome.strip():
                    raise self.wrong("a draw is written `* stream = outcome`")
                step = Step(NOBODY, outcome.strip(), stream.strip())
            elif said[0].isdigit():
                seat, _, notation = said.partition(" ")
                number = self.whole(seat, record.players - 1)
                if not notation.strip():
                    raise self.wrong("a move is written `seat notation`")
                step = Step(number, notation.strip())
            else:
                return row
            if len(record.steps) >= MOST_STEPS:
                raise self.wrong(f"more than {MOST_STEPS} steps")
            record.steps.append(step)
            record.step_lines.append(self.number)

    def footer(self, record: Record, row: str) -> None:
        while True:
            key, colon, value = row.partition(":")
            word, _, detail = key.partition(" ")
            value = value.strip()
            if colon and key == "end":
                record.ending = value
                self.once["end"] = self.number
                return
            if colon and key == "check":
                self.once.setdefault("check", self.number)
                record.checks += value.split()
            elif colon and key == "secret" and HEX64.fullmatch(value) and isinstance(record.deal, FairDeal):
                self.once["secret"] = self.number
                record.deal.secret = bytes.fromhex(value)
            elif colon and word == "result" and (found := re.fullmatch(r"(-?\d{1,9}) place (\d{1,4})", value)):
                seat = self.whole(detail, record.players - 1)
                self.once[f"result {seat}"] = self.number
                record.results.append((seat, int(found[1]), int(found[2])))
            else:
                raise self.wrong(
                    f"expected a step, `secret:`, `result N: points place P`, `check:` or `end:`, not {row[:40]!r}"
                )
            row = self.next("the `end:` line")

    def whole(self, text: str, most: int, key: str = "") -> int:
        if not WHOLE.fullmatch(text) or int(text) > most:
            raise BadRecord(
                self.once.get(key, self.number), f"expected a whole number from 0 to {most}, not {text[:40]!r}"
            )
        return int(text)

    def json(self, text: str, key: str = "") -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise BadRecord(self.once.get(key, self.number), f"not valid JSON: {text[:40]!r}") from None
