# compiled
"""Where everything stands: the cells of a state of Welcome To…, what stands in them, and the codes of its moves."""

from typing import Final

# Effects, as on the cards
FENCE: Final = 0
VALUE: Final = 1
PARK: Final = 2
POOL: Final = 3
TEMP: Final = 4
BIS: Final = 5
EFFECTS: Final = 6
NO_EFFECT: Final = 255
SPECIAL: Final = 6  # as the top of a deck lying effect-up: the solo card or an approval card

# What stands in a house
EMPTY: Final = -1
ROUNDABOUT: Final = 18
BIS_BASE: Final = 19  # 19 + n: n bis
HIGHEST: Final = 17

# Modes
PILES: Final = 0  # two or more players, three piles
SOLO_2018: Final = 1
SOLO_2023: Final = 2
DRAFT: Final = 3

# Moves
TAKE: Final = 0  # + pair, or with a hand: + card for the number
PAIR: Final = 3  # + card for the effect
GIVE: Final = 6  # + card that goes on after a refusal
REFUSE: Final = 9
DONE: Final = 10
MAKE_PARK: Final = 11
MAKE_POOL: Final = 12
RESHUFFLE: Final = 13
PLAN: Final = 14  # + plan
RAISE: Final = 17  # + size − 1
HIRE: Final = 23  # + number: use the temp effect to write this number
WRITE: Final = 41  # + house; then blocks of as many codes: FENCE, BIS from the left, from the right, ROUNDABOUT, USE
BLOCKS: Final = 6

# Kinds of moves: the rules of each are asked in one place
M_CHOOSE: Final = 0  # take, refuse: choosing.py
M_PAIR: Final = 1
M_GIVE: Final = 2  # hands.py
M_WRITE: Final = 3  # temp, write: choosing.py
M_CONFIRM: Final = 4
M_EFFECT: Final = 5  # effects.py
M_RESHUFFLE: Final = 6  # deck.py
M_PLAN: Final = 7  # approving.py
M_USE: Final = 8
M_DIG: Final = 9  # roundabouts.py

# Cells of the table
PHASE: Final = 0
WAIT: Final = 1  # what chance is asked for
WAIT_AT: Final = 2  # of which plan, pile or place in a hand
ROUND: Final = 3  # rounds begun
PENDING: Final = 4  # seats that have not confirmed
ENDED: Final = 5  # the rule by which the game ended
PASSES: Final = 6  # how often the piles or the deck were rebuilt
RESHUFFLES: Final = 7  # how often a first plan had the cards reshuffled (2018)
PLANS_AT: Final = 8  # three plans: index of the card, −1 before it is drawn
FLIPPED: Final = 11  # three: its "approved" side is up
TOP: Final = 14  # three piles: the card whose number is offered
TURNED: Final = 17  # three piles: the card whose effect is offered
DECK_SIZE: Final = 20  # cards still face down in all, or in each pile once piles are separate
DECK_TOP: Final = 21  # deck lying effect-up: the effect on top, SPECIAL, or −1
SPECIALS: Final = 22  # solo or approval cards in the deck
LETTERS: Final = 23  # three approval cards: already drawn
DEALER: Final = 26  # draft: who is dealt first
RIVAL_PLANS: Final = 27  # three: points of the rival, −1: not approved
RIVAL_SIZE: Final = 30
CARDS: Final = 31  # pools, discards, the rival's pile or what a view has not seen, the seats: see WelcomeTables

# Cells of a seat. First the turn that nobody else may see …
STAGE: Final = 0
CARD_N: Final = 1  # the pair, or the card for the number; −1
CARD_E: Final = 2  # the pair, or the card for the effect; −1
NUMBER_NOW: Final = 3  # the number to write, −1
HIRED: Final = 4  # temp effect used: 1 with a box crossed, 2 without one left
WROTE: Final = 5  # house written this turn, −1
DID: Final = 6  # place of the effect used this turn, −1: not used
DUG: Final = 7  # roundabout built this turn, −1
DUG_FENCES: Final = 8  # fences it brought: 1 left, 2 right
USING: Final = 9  # the plan whose estates are being marked, −1
FRESH: Final = 10  # plans approved this turn, one bit each
AGAIN: Final = 11  # has asked for a reshuffle
REFUSED: Final = 12
GIVEN: Final = 13  # the card given away after a refusal, −1
# … then the sheet
PLACE: Final = 14  # at the end
TEMPS: Final = 15
BISES: Final = 16
REFUSALS: Final = 17
ROUNDABOUTS: Final = 18
BUILT: Final = 19  # houses that are no longer empty
PARKS: Final = 20  # three streets
PLANS: Final = 23  # three: points, −1: not approved
VALUES: Final = 26  # six sizes: boxes crossed
ESTATES: Final = 32  # six sizes: completed estates
FREE: Final = 38  # six sizes: completed estates that no plan has used
NUMBERS: Final = 44  # one cell a house; then fences (right of the house), marks, pools, the hand and its past

# Marks over houses
SPENT: Final = 1  # estate used for a plan
MARKED: Final = 2  # single house used for a plan
SPENT_NOW: Final = 3  # the same, this turn
MARKED_NOW: Final = 4
USING_NOW: Final = 5  # estate chosen for the plan in progress

# Stages of a turn
CHOOSING: Final = 0
PAIRING: Final = 1
WRITING: Final = 2
OPEN: Final = 3  # number written or refused: effect, roundabout, plans in any order
MARKING: Final = 4
GIVING: Final = 5
CONFIRMED: Final = 6

# Phases
SETTING_UP: Final = 0
PLAYING: Final = 1
OVER_NOW: Final = 2

# What chance is asked for
NOTHING: Final = 0
DRAW_PLAN: Final = 1
DRAW_DEALER: Final = 2
DRAW_TURNED: Final = 3
DRAW_NUMBER: Final = 4
DRAW_TOP: Final = 5
DRAW_HAND: Final = 6
DRAW_LETTER: Final = 7

# Streams of chance
PLAN_STREAM: Final = 0  # + plan
PILE_STREAM: Final = 3  # + pile
TOP_STREAM: Final = 3
NUMBER_STREAM: Final = 4
LETTER_STREAM: Final = 5
DEALER_STREAM: Final = 4
HAND_STREAM: Final = 5  # + seat

# Kinds of plans
P_ESTATES: Final = 0
P_ON_STREET: Final = 1
P_ONE_STREET: Final = 2
P_ENDS_OF_ONE: Final = 3
P_STREET_BUILT: Final = 4
P_ENDS_BUILT: Final = 5
P_BIS: Final = 6
P_TEMPS: Final = 7
P_PARKS_ON: Final = 8
P_POOLS_ON: Final = 9
P_PARKS_POOLS: Final = 10
P_PARKS_POOLS_ROUND: Final = 11
P_PARKS_TOTAL: Final = 12
P_PARKS_EACH: Final = 13
P_VALUES_TOTAL: Final = 14
P_VALUE_COLUMNS: Final = 15

RESHUFFLE_NEVER: Final = 0
RESHUFFLE_EACH: Final = 1  # once per plan
RESHUFFLE_ONCE: Final = 2  # only at the very first plan
