"""The people of The Estates: what each has, and what part each plays now.

Drawn from plain values and remembered: a bid changes what one or two of them are doing.
"""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.score import signed
from kvartal.engine.svg import box, breadth, group, short, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.text.board import Person
from kvartal.games.estates.text.labels import cheques, colour_name


class Part(NamedTuple):
    """What somebody is now."""

    asked: bool  # it is their turn
    auctioneer: bool
    won: bool
    status: str  # the same in words


@lru_cache(256)
def card(
    words: Words, person: Person, name: str, part: Part, rounds: bool, x: float, y: float, width: float, height: float
) -> str:
    """What is known of somebody; with several rounds, what they have won before."""
    asked, status = part.asked, part.status
    glow = "glow" if asked or part.won else "panel"
    parts = [box(0, 0, width, height, glow, "action" if asked else "edge", 10)]
    shown = short(name, width - 92, 15, True)
    parts.append(text(12, 22, shown, 15, bold=True))
    if part.auctioneer:
        parts.append(group(15 + breadth(shown, 15, True), 8, pic.hammer(18)))
    role = "good" if person.total > 0 else "bad" if person.total < 0 else "ink"
    parts.append(text(width - 12, 23, signed(person.total), 18, role, bold=True, anchor="end"))
    if status:
        parts.append(text(12, 40, status, 12.5, "action" if asked else "muted", bold=asked, room=width - 24))
    parts.append(_purse(words, person.seat, person.hand, person.box, person.certificates, width))
    if rounds:
        won = words.count("{n} round won", "{n} rounds won", person.wins)
        said = words("Earlier: {points}, {won}", points=signed(person.earlier), won=won)
        parts.append(text(12, 82, said, 12.5, "muted", room=width - 24))
    held = ", ".join(colour_name(colour, words) for colour in person.certificates) or "—"
    money = words("hand and box not shown")
    if person.hand is not None:
        money = words("hand {hand}, box {box}", hand=cheques(person.hand, words), box=person.box)
    spoken = f"{name}: {status + ', ' if status else ''}{money}, {words('certificates')}: {held}"
    return group(x, y, *parts, id=f"estates-person-{person.seat}", role="group", aria_label=spoken)


@lru_cache(512)
def _purse(
    words: Words, seat: int, hand: int | None, cash: int | None, certificates: tuple[int, ...], width: float
) -> str:
    """Cheques, cash box, certificates: apart from the rest, for they change less often."""
    parts = [group(12, 50, pic.cheque())]
    parts.append(text(38, 62, "?" if hand is None else str(hand), 14, bold=True))
    parts.append(group(62, 48, pic.cash_box()))
    parts.append(text(88, 62, "?" if cash is None else str(cash), 14, bold=True))
    step = min(23.0, (width - 122) / max(1, len(certificates)))
    for i, colour in enumerate(certificates):
        x = width - 10 - 21 - step * (len(certificates) - 1 - i)
        chip = box(0, 0, 21, 21, pic.FILLS[colour], pic.DARKS[colour], 5) + pic.symbol(colour, 5, 5, 11)
        parts.append(group(x, 45, title(colour_name(colour, words)), chip))
    return tag("g", *parts, id=f"estates-purse-{seat}")
