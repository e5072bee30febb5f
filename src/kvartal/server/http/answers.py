"""What the API answers, and what can be wrong: the words of its description."""

from typing import Any, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from msgspec import UNSET, UnsetType

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


class Holder(msgspec.Struct, frozen=True):
    """Who held a seat until a bot took over."""

    person: str
    name: str


class Asks(msgspec.Struct, frozen=True):
    """Who would take over a seat, and which persons have agreed, refused, or not answered yet."""

    person: str
    name: str
    agreed: list[str]
    refused: list[str]
    missing: list[str]


class SeatShown(msgspec.Struct, frozen=True):
    """One seat: who sits there, and who plays it."""

    kind: Literal["open", "invited", "person", "bot"]
    person: str | UnsetType = UNSET  # whose seat it is; a bot may be playing it for them
    name: str | UnsetType = UNSET
    here: bool | UnsetType = UNSET  # connected just now
    bot: str | UnsetType = UNSET  # the level of the bot that plays, or "default"
    why: str | UnsetType = UNSET  # a bot plays: placed, handed, left, removed, resigned, late
    agrees: bool | UnsetType = UNSET  # to end the match unfinished
    salt: Literal["none", "promised", "open"] | UnsetType = UNSET  # before the first draw
    last: Holder | UnsetType = UNSET
    asks: Asks | UnsetType = UNSET
    admitted_by: list[str] | UnsetType = UNSET


class DealShown(msgspec.Struct, frozen=True):
    """What is published of a fair deal: the server's promise, those of the devices, their salts once all are there."""

    commitment: str
    promises: dict[str, str]
    salts: dict[str, str] | UnsetType = UNSET


class Result(msgspec.Struct, frozen=True):
    """How a finished match has ended: seats, and the rule by which it did."""

    winners: list[int]
    rule: str
    ranking: list[list[int]]
    points: list[int]


class TableShown(msgspec.Struct, frozen=True):
    """What everybody who may know of a table may know about it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    data: dict[str, Any]
    status: Literal["open", "salting", "playing", "finished", "ended"]
    host: str
    seats: list[SeatShown]
    public: bool
    watchable: bool
    pace: Pace
    late: str
    muted: list[str]
    code: str | UnsetType = UNSET  # while it is open
    why: str | UnsetType = UNSET  # ended: agreed, resigned, closed, expired
    ended_by: int | UnsetType | None = UNSET  # the seat that resigned
    rematch: str | UnsetType = UNSET  # the table that follows
    daily: str | UnsetType = UNSET  # the day of a daily deal
    deal: DealShown | UnsetType = UNSET
    result: Result | UnsetType = UNSET  # when finished


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


class OptionShown(msgspec.Struct, frozen=True):
    name: str
    text: str
    default: str | int | bool
    values: list[str]
    value_texts: list[str]
    low: int
    high: int


class GameShown(msgspec.Struct, frozen=True):
    key: str
    title: str
    tagline: str
    minutes: str
    fewest: int
    most: int
    rules: int
    options: list[OptionShown]
    presets: list[dict[str, Any]]
    bots: list[str]


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
