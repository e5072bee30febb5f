# compiled
"""The rules of The Estates by name. A rule's number is what State.refusal() and State.ending() return."""

from typing import Final

# Why a move is refused
PHASE_OFFER: Final = 0
PHASE_BID: Final = 1
PHASE_DECIDE: Final = 2
PHASE_PLACE: Final = 3
BOX_ONCE: Final = 4
BOX_EMPTY: Final = 5
OFFER_GONE: Final = 6
OFFER_END: Final = 7
OFFER_FITS: Final = 8
OFFER_ROOF: Final = 9
BID_WHOLE: Final = 10
BID_HIGHER: Final = 11
BID_HAND: Final = 12
KEEP_PAY: Final = 13
PLACE_KIND: Final = 14
CUBE_LENGTH: Final = 15
CUBE_GAP: Final = 16
CUBE_ROOFED: Final = 17
CUBE_WHITE: Final = 18
CUBE_LOWER: Final = 19
ROOF_BUILDING: Final = 20
ROOF_ONE: Final = 21
BARRIER_BUILT: Final = 22
BARRIER_BOARD: Final = 23
BARRIER_LEAST: Final = 24
CANCEL_NONE: Final = 25
CANCEL_BUILT: Final = 26
CANCEL_LEAST: Final = 27
DISCARD_NEVER: Final = 28
# How a round or the game ends
END_ROWS: Final = 29
END_ROOFS: Final = 30
END_CLOSED: Final = 31
END_EITHER: Final = 32
END_ROUNDS: Final = 33
END_WINS: Final = 34
