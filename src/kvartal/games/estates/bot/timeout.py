"""What is done for somebody whose time is up: nothing bought, nothing of anybody's built over if it can be helped."""

from kvartal.engine.view import View
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.state import EstatesState


def default(view: View) -> int:
    """Pass and sell; put up the lowest cube; lay what must be placed where the least stands, or remove it."""
    codes = view.codes()
    for code in (kit.PASS, kit.SELL, kit.DISCARD):
        if code in codes:
            return code
    return min(codes, key=lambda code: (_weight(view, code), code))


def _weight(view: View, code: int) -> int:
    if code >= kit.PLACE_LOT:
        lot = code - kit.PLACE_LOT
        return int(view.known.cells[at.VALUE + lot])
    piece = code - kit.OFFER
    if piece < 0:
        return kit.BARRIER_PIECE  # a cheque in the box is a decision: not for somebody who is away
    known = view.known
    assert isinstance(known, EstatesState)
    return known.tables.value[piece] if piece < kit.CUBES else piece - kit.CUBES + 10
