# compiled
"""The rules of Flip City by name. A rule's number is what State.refusal() and State.ending() return."""

from typing import Final

# Why a move is refused
PHASE_PLAY: Final = 0
PHASE_BUILD: Final = 1
PHASE_REMOVE: Final = 2
PLAY_EMPTY: Final = 3
STOP_MUST_PLAY: Final = 4
STOP_FORCED: Final = 5
STOP_SOLO: Final = 6
SHUFFLE_DECK: Final = 7
SHUFFLE_EMPTY: Final = 8
RECYCLE_CARD: Final = 9
RECYCLE_WHERE: Final = 10
RECYCLE_ONCE: Final = 11
BUY_NEVER: Final = 12
BUY_EMPTY: Final = 13
BUY_PRICE: Final = 14
UPGRADE_NEVER: Final = 15
UPGRADE_WHERE: Final = 16
UPGRADE_PRICE: Final = 17
GIFT: Final = 18
GIFT_SELF: Final = 19
REMOVE_EMPTY: Final = 20
# How a game ends
WIN_POINTS: Final = 21
WIN_CARDS: Final = 22
LOSS_SUPPLY: Final = 23
DRAW_CAP: Final = 24
