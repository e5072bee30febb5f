"""Reading a record: text → Record, line by line.

Nothing is ever executed and no size is trusted: a broken file gives an error with its line.
"""

import re
from typing import Any

from kvartal.engine.data import read_json
from kvartal.engine.deal import MOST_PEOPLE, Deal, FairDeal, SeededDeal, ToldDeal
from kvartal.engine.log import Step
from kvartal.engine.option import shown
from kvartal.engine.record import HIDDEN, LARGEST, MAGIC, MOST_STEPS, BadRecord, Record, Row
from kvartal.engine.state import NOBODY

LONGEST_LINE = 1_000_000  # characters; only a start position is ever long
MOST_HEADERS = 5_000
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
SALT = re.compile(r"([0-9a-f]{64}) ((?:[0-9a-f]{2}){16,64})")
CHECK = re.compile(r"[0-9a-f]{4}(?: [0-9a-f]{4})*")
RESULT = re.compile(r"(0|-?[1-9][0-9]{0,8}) place (0|[1-9][0-9]{0,3})")
WHOLE = re.compile(r"0|[1-9][0-9]{0,18}")
COMMENT = re.compile(r"(?<![ \t])[ \t]+#.*")  # looked for once per run of spaces, not once per space
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


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
