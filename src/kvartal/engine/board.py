"""A board as every game draws it: for a desk, a phone, or a phone held across, with things on it that stand for moves.

A layout is drawn at its own width (`ACROSS`) and scaled to the place where it is shown. On a phone the *play area*,
what the phase needs, is at most as high as its place (`PLACES`), so it is in sight without scrolling; its zones carry
`data-play`. The rest lies below it, and is named by the tabs of the bar.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from kvartal.engine.svg import Drawing, box, document, target

if TYPE_CHECKING:
    from kvartal.engine.game import Setup

Layout = Literal["desk", "upright", "across"]

WIDTH, HEIGHT = 1280, 800  # of the place for a board, unless told: a desk
NARROW = 620  # a place less wide than this has the phone's layout
LOW = 480  # a place less high than this, and wider than high, is a phone held across
DESK, PHONE = 1000, 360  # how wide each is laid out
PLACES: dict[Layout, tuple[int, int]] = {"desk": (WIDTH, HEIGHT), "upright": (PHONE, 560), "across": (616, 316)}
ACROSS: dict[Layout, int] = {"desk": DESK, "upright": PHONE, "across": 616}


def for_phone(width: int) -> bool:
    """A phone, not a desk?"""
    return width < NARROW


def layout(width: int, height: int = HEIGHT) -> Layout:
    """How a board is laid out in a place so wide and high."""
    if height < LOW and width > height:
        return "across"
    return "upright" if for_phone(width) else "desk"


def board(
    key: str, width: int, tall: float, label: str, lang: str, *inside: str, defs: str = "",
    beside: Callable[[], Sequence[str]] = tuple, height: int = HEIGHT,
) -> Drawing:  # fmt: skip
    """The whole of it, in the layout for this place: so tall, spoken as `label`, on the colour of the table."""
    across = ACROSS[layout(width, height)]
    ground = box(0, 0, across, tall, "table")
    return document(key, width, across, tall, label, lang, defs, ground, *inside, beside=beside)


def place(
    setup: "Setup", name: str, x: float, y: float, code: int | None, *inside: str, said: str | None, told: bool = True
) -> str:
    """A thing on the table, which may stand for the move `code`. `said` is that move in words if it can be made now;
    if not (None), pressing it tells why, unless nobody is to be `told`, such as a spectator."""
    id_ = f"{setup.game.key}-{name}"
    if code is None:
        return target(id_, x, y, *inside)
    move = setup.notation[code]
    if said is not None:
        return target(id_, x, y, *inside, move=move, label=said)
    return target(id_, x, y, *inside, refused=move if told else None)
