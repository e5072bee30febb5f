# compiled
"""Where everything of Flip City lies in the cells of a state, and the phases of a turn."""

from typing import Final

# Cells of the table
ACTIVE: Final = 0  # whose turn it is
PHASE: Final = 1
WAIT: Final = 2  # what chance is asked for
WAIT_SEAT: Final = 3  # whose deck it is asked of
TURNS: Final = 4  # turns finished by all players together
IN_PLAY: Final = 5  # cards in the play area
COINS: Final = 6
SAD: Final = 7
POINTS: Final = 8  # in play and recycled
LIMIT: Final = 9  # sad faces that bust this turn
FORCED: Final = 10  # the next card must be played
BUILDS: Final = 11  # building actions left
RECYCLED: Final = 12  # points recycled this turn
ENDED: Final = 13  # the rule by which the game ended
WINNER: Final = 14
AREA: Final = 15  # play area, cards per face
SUPPLY: Final = 25  # cards per kind
GONE: Final = 30  # cards out of the game, per kind
SEATS: Final = 35

# Cells of a seat, from SEATS + seat × STRIDE
TOP: Final = 0  # the visible top card, −1: none
DECK_SIZE: Final = 1  # cards of the deck besides the visible top
DISCARD_SIZE: Final = 2
DECK: Final = 3
DISCARD: Final = 23
STRIDE: Final = 43

# Phases
SETTING_UP: Final = 0
PLAYING: Final = 1
REMOVING: Final = 2
BUILDING: Final = 3
ENDING: Final = 4

# What chance is asked for
NOTHING: Final = 0
FIRST_PLAYER: Final = 1
REVEAL: Final = 2  # the next top card
MILL: Final = 3  # the bottom card, for the Factory
DRAW: Final = 4  # the card to play, where the top is not visible
