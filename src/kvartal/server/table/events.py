"""What happened at a table: the only thing that is stored about it. Everything else follows by replay.

Events are only ever appended, with the key (table, number). A reader of an old log must find the same words, so a
field may be added with a default but never renamed.
"""

from typing import Any

import msgspec

Draw = tuple[str, str]  # stream, outcome


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", kw_only=True):
    """Something that happened, `at` milliseconds since 1970."""

    at: int


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think: not limited, `minutes` for the whole game (+ `seconds` a turn), or `days` a move."""

    minutes: int = 0
    seconds: int = 0
    days: int = 0


class Created(Event, frozen=True, tag="created"):
    game: str
    rules: int
    players: int
    options: dict[str, str]
    digest: str
    host: str
    seats: list[str]  # "open", "invited", "person ID" or "bot LEVEL"
    data: dict[str, Any] = {}
    public: bool = False
    watchable: bool = True
    pace: Pace = Pace()
    late: str = "bot greedy"  # who acts when time is up: "default", "bot LEVEL", "bot": of the table's level
    code: str = ""
    deal: str = ""  # a shared deal that is played again
    daily: str = ""  # the day, for a daily deal
    lesson: str = ""  # the name of a lesson of the game: its deal is fixed, and nothing here counts
    before: str = ""  # the table this one is a rematch of
    help: bool = True  # may anybody ask for hints here?
    names: list[str] = []  # by seat: what people who share a device are called; emptied when they are forgotten


class Dealt(Event, frozen=True, tag="dealt"):
    """The server commits to a secret; a shared deal brings its salts along, and its table has luck of its own."""

    secret: str
    commitment: str
    salts: dict[int, str] = {}
    luck: str = ""  # a secret for the table's bots, where people may know that of the deal


class Sat(Event, frozen=True, tag="sat"):
    seat: int
    person: str


class Stood(Event, frozen=True, tag="stood"):
    seat: int


class Keyed(Event, frozen=True, tag="keyed"):
    """A seat can be taken once by whoever has the key with this hash."""

    seat: int
    hash: str
    by: str = ""  # who has invited


class Wanted(Event, frozen=True, tag="wanted"):
    """Somebody invited would take over a seat where something is hidden: the others have to agree."""

    seat: int
    person: str


class Admitted(Event, frozen=True, tag="admitted"):
    """Somebody at the table agrees that this person takes over the seat, or does not."""

    seat: int
    person: str
    by: str
    agrees: bool


class Given(Event, frozen=True, tag="given"):
    """A seat went on to another person, or back to its last one."""

    seat: int
    person: str
    agreed: list[str] = []  # those whose agreement was needed


class Promised(Event, frozen=True, tag="promised"):
    seat: int
    promise: str


class Gathered(Event, frozen=True, tag="gathered"):
    """The seats are settled; the devices open their salts now."""


class Opened(Event, frozen=True, tag="opened"):
    seat: int
    salt: str


class Started(Event, frozen=True, tag="started"):
    draws: list[Draw] | None = []  # None: chance has not spoken yet; never stored so


class Moved(Event, frozen=True, tag="moved"):
    seat: int
    move: str
    draws: list[Draw] | None = []  # as above
    id: str = ""  # the client's own name for this move
    bot: bool = False


class Helped(Event, frozen=True, tag="helped"):
    """Somebody has asked for a hint: what they reach is listed as reached with help."""

    seat: int


class Undone(Event, frozen=True, tag="undone"):
    seat: int
    id: str = ""


class Chatted(Event, frozen=True, tag="chatted"):
    person: str
    text: str  # emptied when the person is forgotten
    id: str = ""


class Botted(Event, frozen=True, tag="botted"):
    """A bot plays this seat from now on. `why`: placed, handed, left, removed, resigned, late."""

    seat: int
    level: str
    why: str


class Took(Event, frozen=True, tag="took"):
    """The person of the seat plays again."""

    seat: int


class Agreed(Event, frozen=True, tag="agreed"):
    seat: int
    agrees: bool


class Hosted(Event, frozen=True, tag="hosted"):
    person: str


class Muted(Event, frozen=True, tag="muted"):
    person: str
    muted: bool


class Removed(Event, frozen=True, tag="removed"):
    person: str


class Ended(Event, frozen=True, tag="ended"):
    """Over before the game was. `why`: agreed, resigned, closed, expired."""

    why: str
    seat: int = -1


class Rematched(Event, frozen=True, tag="rematched"):
    table: str


AnyEvent = (
    Created | Dealt | Sat | Stood | Keyed | Wanted | Admitted | Given | Promised | Gathered | Opened | Started
    | Moved | Helped | Undone | Chatted | Botted | Took | Agreed | Hosted | Muted | Removed | Ended | Rematched
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def write(event: Event) -> bytes:
    return _encoder.encode(event)


def read(body: bytes) -> AnyEvent:
    event: AnyEvent = _decoder.decode(body)
    return event
