"""What a client may ask of a table: every message, its bounds, and how a refusal reads."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

LONGEST_CHAT = 500
LONGEST_NAME = 40
MOST_MARKS = 3  # accents on one letter

Id = Annotated[
    str, Meta(max_length=40, description="The client's own name for this message; a repeated one is harmless")
]
Seen = Annotated[int, Meta(ge=0, description="The version the client acted on; an older one is answered with the view")]
SeatNumber = Annotated[int, Meta(ge=0, le=999)]
Level = Annotated[str, Meta(min_length=1, max_length=40, description="Which bot, e.g. level3 or level3-gardener")]
Key = Annotated[str, Meta(min_length=10, max_length=60)]
Person = Annotated[str, Meta(min_length=1, max_length=40)]
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


SeatWish = Annotated[str, Meta(min_length=1, max_length=50)]
Choices = dict[Annotated[str, Meta(max_length=80)], Annotated[str, Meta(max_length=80)] | int | bool]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """One thing a person wants to do at a table. `seat` is needed only by somebody who holds several."""

    id: Id = ""


class Sit(Command, frozen=True, tag="sit"):
    """Sit down on an open seat; `key` opens an invited one, or one that is handed over. During play: take over the
    seat that you have left, or to which the others have admitted you."""

    seat: SeatNumber | None = None
    key: Key | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Free one's seat before the start."""

    seat: SeatNumber | None = None


class Free(Command, frozen=True, tag="free"):
    """The host makes a bot's or an invited seat open to all, before the start."""

    seat: SeatNumber


class Invite(Command, frozen=True, tag="invite"):
    """A key for one seat: of the host for a free one, of a player for their own (to move to another device)."""

    seat: SeatNumber | None = None


class Admit(Command, frozen=True, tag="admit"):
    """Agree (or not) that a person takes over a bot's seat where something is hidden; they sit down when all have."""

    seat: SeatNumber
    person: Person
    agree: bool = True


class Promise(Command, frozen=True, tag="promise"):
    """The SHA-256 of this device's salt, before the start."""

    promise: Hex64
    seat: SeatNumber | None = None


class Start(Command, frozen=True, tag="start"):
    """The host starts; the devices are asked for their salts, then the first card is dealt."""


class Salt(Command, frozen=True, tag="salt"):
    """The salt that was promised, in hexadecimal."""

    salt: Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,64}$")]
    seat: SeatNumber | None = None


class Move(Command, frozen=True, tag="move"):
    """One move in the notation of the game; a confirmation is a move as well."""

    move: Notation
    seen: Seen | None = None
    seat: SeatNumber | None = None


class Undo(Command, frozen=True, tag="undo"):
    """Take back one's last move or confirmation, where nothing has followed from it."""

    seen: Seen | None = None
    seat: SeatNumber | None = None


class Chat(Command, frozen=True, tag="chat"):
    """Say something to the table."""

    text: ChatText


class Leave(Command, frozen=True, tag="leave"):
    """Go away; during play a bot keeps the seat until somebody takes it over, or you come back (`sit`)."""


class Bot(Command, frozen=True, tag="bot"):
    """Put a bot on a seat: the host on a free one, a player on their own until they take it back. Without `level`: one
    of the level that is played at this table."""

    level: Level | None = None
    seat: SeatNumber | None = None


class Take(Command, frozen=True, tag="take"):
    """Take one's seat back from the bot."""

    seat: SeatNumber | None = None


class Resign(Command, frozen=True, tag="resign"):
    """Give up: with two seats the match ends, with more a bot plays on."""

    seat: SeatNumber | None = None


class End(Command, frozen=True, tag="end"):
    """Propose or agree to end the match unfinished, or withdraw that."""

    agree: bool = True
    seat: SeatNumber | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """A new table with the same people and settings; the answer names it."""


class Mute(Command, frozen=True, tag="mute"):
    """The host silences a person, or not any more."""

    person: Person
    muted: bool = True


class Remove(Command, frozen=True, tag="remove"):
    """The host sends a person away, until they are invited again; during play a bot keeps the seat."""

    person: Person


class Close(Command, frozen=True, tag="close"):
    """The host closes a table that has not started."""


class Look(Command, frozen=True, tag="look"):
    """Nothing but the whole view, please."""


AnyCommand = (
    Sit | Stand | Free | Invite | Admit | Promise | Start | Salt | Move | Undo | Chat | Leave | Bot | Take | Resign
    | End | Rematch | Mute | Remove | Close | Look
)  # fmt: skip


# What the server itself asks of a table ---------------------------------------------------------------------------


class TimeUp(Command, frozen=True, tag="time is up"):
    seat: int


class BotMove(Command, frozen=True, tag="bot moves"):
    seat: int
    seen: int
    move: str


class Help(Command, frozen=True, tag="help"):
    """Somebody asks for a hint."""

    seat: int


class Forget(Command, frozen=True, tag="forget"):
    """Everything of this person goes."""


class Expire(Command, frozen=True, tag="expire"):
    pass


class Refused(ValueError):
    """Something that cannot be done, in a sentence; `rule` is the id of the rule of the game, if it was one, and
    `instead` what its sentence advises. Games explain in the language of whoever asked, `lang`; ours is translated at
    the edge."""

    def __init__(
        self, text: str, rule: str = "", status: int = 409, instead: Iterable[str] = (), lang: str = "en"
    ) -> None:
        super().__init__(text)
        self.lang = lang
        self.text = text
        self.rule = rule
        self.status = status
        self.instead = list(instead)


class Denied(Refused):
    """Not for this person."""

    def __init__(self, text: str) -> None:
        super().__init__(text, status=403)


class Missing(Refused):
    """There is no such thing."""

    def __init__(self, text: str) -> None:
        super().__init__(text, status=404)


INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs without any ink
TALLEST_PILE = 40  # marks on a letter that are looked at
JOINERS = "\u200c\u200d"  # inside words of some scripts, and of pictures made of several


def _unpiled(text: str) -> Iterator[str]:
    """Letters with no more marks on each than can be put in order quickly: the time goes with the square of a pile."""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= TALLEST_PILE:
            yield letter


def plain(text: str) -> str:
    """A line of text as others may see it: nothing that hides, turns around or piles up; "" if nothing is left."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", "".join(_unpiled(" ".join(text.split())))):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if (kind[0] != "C" or letter in JOINERS) and letter not in INVISIBLE and marks <= MOST_MARKS:
            kept.append(letter)
    found = " ".join("".join(kept).split())
    return found if any(unicodedata.category(letter)[0] in "LNPS" for letter in found) else ""


NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)


def not_understood(error: Exception) -> str:
    """What was wrong with a message, without repeating it."""
    if isinstance(error, UnicodeError):
        return "not understood: this is not UTF-8"
    if isinstance(error, RecursionError):
        return "not understood: this is nested too deeply"
    return f"not understood: {error}"[:300]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be made. `seats`: "me", "open", "invited" or "bot LEVEL" for each player."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=200)] = msgspec.field(
        default_factory=lambda: ["me", "open"]
    )
    preset: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    options: Annotated[Choices, Meta(max_length=60, description="The options of the game")] = {}
    data: Annotated[Choices, Meta(max_length=200, description="Corrected numbers of the game")] = {}
    public: bool = False
    watchable: bool = True
    minutes: Annotated[int, Meta(ge=0, le=600, description="Live clock: minutes for each player's whole game")] = 0
    seconds: Annotated[int, Meta(ge=0, le=600, description="Live clock: seconds added after each turn")] = 0
    days: Annotated[int, Meta(ge=0, le=30, description="Correspondence: days for each move")] = 0
    late: Annotated[
        str,
        Meta(max_length=50, description='Acts when time is up: "default", "bot LEVEL", or "bot" of the table\'s level'),
    ] = "bot"
    deal: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    help: Annotated[
        bool | None,
        Meta(description="May players ask for hints? null: yes, unless people play in public or by a clock"),
    ] = None
    names: Annotated[
        list[Annotated[str, Meta(max_length=LONGEST_NAME)]],
        Meta(max_length=200, description='By seat: what those are called who share your device ("" where nobody does)'),
    ] = []
