"""Scores line by line, and how a game ended."""

from dataclasses import dataclass

from kvartal.engine.option import BadSetup
from kvartal.engine.rule import Rule
from kvartal.engine.words import Words


def figure(shown: int | str) -> str:
    """A number, or a text about one, with a minus as wide as a plus: 3, −3."""
    return str(shown).replace("-", "−")


def signed(points: int) -> str:
    """+3, −3, 0."""
    return f"+{points}" if points > 0 else figure(points)


@dataclass(frozen=True)
class Line:
    """One printed line of a score sheet."""

    rule: Rule
    points: int
    text: str

    def __str__(self) -> str:
        return f"{self.points:+d}  {self.text}"


@dataclass(frozen=True)
class Score:
    """The score sheet of one seat. The total is the sum of its lines, always.

    An opponent without a seat, such as a rival made of cards, has seat −1 and a name."""

    seat: int
    lines: tuple[Line, ...]
    name: str = ""

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class Outcome:
    """Who won, and by which rule the game ended. No winners: a lost solo game, or one that ended undecided.

    `rivals` are the scores of those without a seat: where there is one, it has won what nobody else has."""

    winners: tuple[int, ...]
    rule: Rule
    text: str
    rivals: tuple[Score, ...] = ()


@dataclass(frozen=True)
class SheetScore:
    """One sheet typed in, scored: whose it is, its lines, and its place among the others (0: not compared)."""

    name: str
    score: Score
    place: int = 0


@dataclass(frozen=True)
class TappedSheet:
    """Sheets as text after a tap on their picture, and how they look then: every target carries `data-tap`."""

    text: str
    picture: str


@dataclass(frozen=True)
class SheetReport:
    """What `Game.score_sheet` found: everything wrong with the sheets, or else their scores."""

    problems: tuple[str, ...]
    sheets: tuple[SheetScore, ...] = ()

    @property
    def ranked(self) -> list[SheetScore]:
        """From the first to the last; those without a place at the end."""
        return sorted(self.sheets, key=lambda sheet: (not sheet.place, sheet.place))

    @classmethod
    def refused(cls, bad: BadSetup, words: Words) -> "SheetReport":
        """No table can be laid out as the sheet says; which of its settings it is stands in their own English names."""
        return cls((words("There is no such table: {why}", why=bad),))
