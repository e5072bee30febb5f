"""What the API answers, and what can be wrong: the words of its description."""

from typing import Any, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from kvartal.server.live.frame import TableShown
from kvartal.server.live.shown import ChatLine
from kvartal.server.store.people import Person
from kvartal.server.table.events import Pace


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong, in a sentence; `rule` names the rule of the game, if it was one, `instead` are moves that it
    advises."""

    error: str
    rule: str = ""
    instead: tuple[str, ...] = ()


class Token(msgspec.Struct, frozen=True):
    """Who you are, and the token of this device: keep it, it is not shown again."""

    person: Person
    token: str


class Made(msgspec.Struct, frozen=True):
    """The id of a table; `key` opens a seat."""

    table: str


class ViewShown(msgspec.Struct, frozen=True):
    """What one seat (null: a spectator) may know of the match. `table` has the fields of the game; null: not known."""

    game: str
    seat: int | None
    waiting: list[int]
    over: bool
    moves: list[str]
    notes: list[str]
    table: dict[str, Any]


class Looked(msgspec.Struct, frozen=True, rename={"kind": "is"}):
    """A table as this person may see it. `view` is null before the start, and for those who may not watch."""

    kind: str
    table: TableShown
    view: ViewShown | None
    version: int
    seat: int | None = None
    chat: list[ChatLine] = []
    clock: list[int | None] = []
    key: str = ""
    rematch: str = ""


class ReasonShown(msgspec.Struct, frozen=True):
    """What a turn is good for: the rule of the score and the change of points, or a term of the game and its figure;
    `ids` are the drawn things that it is about."""

    term: str
    figure: int
    ids: list[str]
    text: str


class Mean(msgspec.Struct, frozen=True):
    """A mean and its standard error; null: not known."""

    mean: float | None
    error: float | None


class Lost(msgspec.Struct, frozen=True):
    """What is given away, and its standard error."""

    lost: float
    error: float


class BestTurn(msgspec.Struct, frozen=True):
    """A whole turn, as far as it can be foreseen: its moves, how they are called, why; the chance of winning and the
    points that it leads to."""

    turn: list[str]
    label: str
    reasons: list[ReasonShown]
    text: str
    win: Mean | None = None
    points: Mean | None = None


class OtherTurn(msgspec.Struct, frozen=True):
    """Another turn, and what it gives away beside the best: of a win (null: rivals were passed over), of points."""

    turn: list[str]
    label: str
    reasons: list[ReasonShown]
    text: str
    share: Lost | None
    points: Lost | None


class Hint(msgspec.Struct, frozen=True):
    """The next move to make and how it is called; the whole turn with its reasons, and others beside it. `by`: what
    their texts tell. `best` is null where nobody could be asked."""

    move: str
    label: str
    best: BestTurn | None = None
    alternatives: list[OtherTurn] = []
    by: Literal["points", "share"] = "share"
    cut_short: bool = False


class SeatListed(msgspec.Struct, frozen=True):
    """A seat in a list of tables; "" where there is no person, no bot, no name."""

    kind: Literal["open", "invited", "person", "bot"]
    person: str
    bot: str
    name: str


class TableListed(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list; `touched` is when it last changed, in milliseconds since 1970, `waiting` who is to move."""

    id: str
    game: str
    status: Literal["open", "salting", "playing", "finished", "ended"]
    touched: int
    seats: list[SeatListed]
    waiting: list[int]
    daily: str
    watchable: bool = True  # rows of old do not say
    pace: Pace


class MyTable(TableListed, frozen=True, kw_only=True):
    """A table of mine; `turn`: I am waited for."""

    turn: bool


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day; `deal` names it."""

    deal: str
    game: str
    players: int
    day: str


class DealResult(msgspec.Struct, frozen=True):
    """What one seat has reached with a deal; `table` tells the tables apart and is no id. `attempt` counts how often
    this person has begun it; `helped`: with hints, or with a bot that played for a while. `rank` is of the first tries
    without help."""

    table: int
    seat: int
    name: str
    bot: bool
    mine: bool
    attempt: int
    points: int
    place: int
    at: int
    helped: bool
    rank: int | None


class SharedDealShown(msgspec.Struct, frozen=True):
    """A deal that can be played again, and everybody's results with it. `day` is "" for one that is of no day."""

    game: str
    players: int
    options: dict[str, Any]
    day: str
    commitment: str
    results: list[DealResult]


class PresetShown(msgspec.Struct, frozen=True):
    name: str
    title: str
    text: str
    options: dict[str, Any]


class OptionShown(msgspec.Struct, frozen=True):
    name: str
    text: str
    default: str | int | bool
    values: list[str]
    value_texts: list[str]
    low: int
    high: int


class LessonShown(msgspec.Struct, frozen=True):
    """A way of playing that can be learned by playing."""

    name: str
    title: str
    players: int


class GameShown(msgspec.Struct, frozen=True):
    key: str
    title: str
    tagline: str
    minutes: str
    fewest: int
    most: int
    rules: int
    options: list[OptionShown]
    presets: list[PresetShown]
    bots: list[str]
    lessons: list[LessonShown]


class LogShown(msgspec.Struct, frozen=True):
    number: int
    seat: int | None
    rule: str | None
    text: str


WRONG: dict[int, ResponseSpec] = {
    status: ResponseSpec(Problem, description=words, generate_examples=False)
    for status, words in {
        400: "Not understood, or impossible",
        401: "A token is needed, or this one is not known",
        403: "Not for you",
        404: "There is no such thing",
        409: "Not possible now",
        410: "Of other rules than this server plays",
        413: "Too large",
        429: "Too often",
        503: "Could not be stored; try again",
    }.items()
}


def looked(view: bytes, more: dict[str, str] | None = None) -> Looked:
    found = msgspec.json.decode(view)
    extra = dict(more or {})
    if "table" in extra:
        extra["rematch"] = extra.pop("table")
    return msgspec.convert({**found, **extra}, Looked)
