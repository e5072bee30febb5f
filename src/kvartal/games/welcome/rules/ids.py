# compiled
"""The rules of Welcome To… by name. A rule's number is what State.refusal() and State.ending() return."""

from typing import Final

# Why a move is refused: the order of a turn
TURN_CHOOSE: Final = 0
TURN_PAIR: Final = 1
TURN_WRITE: Final = 2
TURN_FIRST: Final = 3
TURN_HAND: Final = 4
TURN_CARDS: Final = 5
TURN_GIVE: Final = 6
TURN_DONE: Final = 7
# the number
CHOOSE_FITS: Final = 8
REFUSAL_FORCED: Final = 9
WRITE_EMPTY: Final = 10
WRITE_ORDER: Final = 11
TEMP_PAIR: Final = 12
TEMP_RANGE: Final = 13
TEMP_ONCE: Final = 14
# the effect
EFFECT_REFUSED: Final = 15
EFFECT_OTHER: Final = 16
EFFECT_ONCE: Final = 17
FENCE_END: Final = 18
FENCE_THERE: Final = 19
FENCE_SPENT: Final = 20
FENCE_BIS: Final = 21
VALUE_FULL: Final = 22
PARK_FULL: Final = 23
POOL_HOUSE: Final = 24
BIS_EMPTY: Final = 25
BIS_NEIGHBOUR: Final = 26
BIS_FENCE: Final = 27
BIS_FULL: Final = 28
# roundabouts
ROUNDABOUT_OFF: Final = 29
ROUNDABOUT_MOST: Final = 30
ROUNDABOUT_ONCE: Final = 31
ROUNDABOUT_EMPTY: Final = 32
ROUNDABOUT_WHEN: Final = 33
# plans
PLAN_ONCE: Final = 34
PLAN_UNMET: Final = 35
PLAN_MARK: Final = 36
USE_NOW: Final = 37
USE_ESTATE: Final = 38
USE_SPENT: Final = 39
USE_SIZE: Final = 40
USE_STREET: Final = 41
RESHUFFLE_OFF: Final = 42
RESHUFFLE_FIRST: Final = 43
# How a game ends
END_PLANS: Final = 44
END_REFUSALS: Final = 45
END_FULL: Final = 46
END_DECK: Final = 47
