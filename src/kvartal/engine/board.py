"""A board as every game draws it: for a desk or for a phone, with things on it that stand for moves.

A layout is drawn at its own width (`DESK`, `PHONE`) and scaled to the place where it is shown.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kvartal.engine.svg import Drawing, box, document, target

if TYPE_CHECKING:
    from kvartal.engine.game import Setup

WIDTH, HEIGHT = 1280, 800  # of the place for a board, unless told: a desk
NARROW = 620  # a place less wide than this has the phone's layout
DESK, PHONE = 1000, 360  # how wide each is laid out


def for_phone(width: int) -> bool:
    """A phone, not a desk?"""
    return width < NARROW


def board(
    key: str, width: int, tall: float, label: str, lang: str, *inside: str, defs: str = "",
    beside: Callable[[], Sequence[str]] = tuple,
) -> Drawing:  # fmt: skip
    """The whole of it, in the layout for this width: so tall, spoken as `label`, on the colour of the table."""
    across = PHONE if for_phone(width) else DESK
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
