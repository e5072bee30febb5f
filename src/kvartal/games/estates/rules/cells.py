# compiled
"""Where everything lies in the cells of a state. game.py gives each of them its name and bounds."""

from typing import Final

ACTIVE: Final = 0  # the auctioneer
PHASE: Final = 1
ROUND: Final = 2  # from 0
TURNS: Final = 3  # finished in this round
PIECE: Final = 4  # put up and not yet placed
FACE: Final = 5  # the value of the roof that was turned up
ACTOR: Final = 6  # who bids, decides or places now
HIGH: Final = 7  # the highest bid
LEADER: Final = 8  # who made it
BOXED_NOW: Final = 9  # a cheque went into the box this turn
CUBES_LEFT: Final = 10  # in the offer
ROOFS_LEFT: Final = 11  # face down
CANCEL: Final = 12  # 0 beside the board, 1 used or removed
MAYOR: Final = 13  # the row, or BESIDE, or REMOVED
ENDED: Final = 14  # the rule by which the last round ended
LAST_WINNER: Final = 15  # who alone won the last finished round
WINNER: Final = 16  # who won early
BARRIER: Final = 17  # per barrier: 0 beside, 1 + 2 × row (+ 1 if it shortens), 7 removed
LENGTH: Final = 20  # per row: buildings required
BUILT: Final = 23  # per row: lots with a building, always the first ones
ROOFED: Final = 26  # per row: buildings with a roof
ROOFS: Final = 29  # per value: face down
CERTIFICATE: Final = 35  # per colour: who holds it
LEFT: Final = 41  # per row of the offer: place of its first cube
RIGHT: Final = 44  # and of its last
OFFER_AT: Final = 47  # per place of the offer: the cube
CUBE_AT: Final = 71  # per cube: a lot, or one of the places below
TOP: Final = 107  # per lot: the top cube
VALUE: Final = 137  # per lot: cubes and roof together
ROOF: Final = 167  # per lot: the roof, 0: none
SEATS: Final = 197

# Cells of a seat, from SEATS + seat × STRIDE. The last five are the public ledger and what was won before.
HAND: Final = 0
BOX: Final = 1
START: Final = 2  # cheques in hand when the round began
NET: Final = 3  # received minus paid in this round
BOXED: Final = 4  # put into the box in this round
TOTAL: Final = 5  # points of the earlier rounds
WINS: Final = 6  # rounds won alone
STRIDE: Final = 7

# Phases
DEALING: Final = 0  # chance lays out the offer
DRAWING: Final = 1  # chance says who begins
CHOOSING: Final = 2
TURNING: Final = 3  # chance turns up the roof
BIDDING: Final = 4
DECIDING: Final = 5
PLACING: Final = 6
FINISHED: Final = 7

# Places of a cube besides the lots, of the mayor besides the rows, of a barrier besides the rows
OUT: Final = -1  # not (yet) in this round
IN_OFFER: Final = 30
ON_AUCTION: Final = 31
BESIDE: Final = -1
REMOVED: Final = 3
BARRIER_REMOVED: Final = 7
