"""What is done for somebody whose time is up: nothing bought, nothing of anybody's built over if it can be helped."""

from kvartal.engine.view import View
from kvartal.games.estates.rules.cells import VALUE
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import BARRIER_PIECE, CUBES, DISCARD, OFFER, PASS, PLACE_LOT, SELL


def default(view: View) -> int:
    """Pass and sell; put up the lowest cube; lay what must be placed where the least stands, or remove it."""
    codes = view.codes()
    for code in (PASS, SELL, DISCARD):
        if code in codes:
            return code
    return min(codes, key=lambda code: (_weight(view, code), code))


def _weight(view: View, code: int) -> int:
    if code >= PLACE_LOT:
        lot = code - PLACE_LOT
        return int(view.known.cells[VALUE + lot])
    piece = code - OFFER
    if piece < 0:
        return BARRIER_PIECE  # a cheque in the box is a decision: not for somebody who is away
    known = view.known
    assert isinstance(known, EstatesState)
    return known.tables.value[piece] if piece < CUBES else piece - CUBES + 10
