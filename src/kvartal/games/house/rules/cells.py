# compiled
"""Where everything stands: the cells of a state of Mr House, and the codes of its moves."""

from typing import Final

# Goods (materials and the two bought parts), as indices of stores, shops and pools
WOOD: Final = 0
METAL: Final = 1
BRICK: Final = 2
CEMENT: Final = 3
WINDOW: Final = 4
DOOR: Final = 5
GOODS: Final = 6
RAW: Final = 4  # goods that a coin buys

# Elements of a house. The basic game knows one kind of roof: ROOF.
WOOD_WALL: Final = 0
BRICK_WALL: Final = 1
ROOF: Final = 2  # expert: metal roof
TILE_ROOF: Final = 3  # expert only
CHIMNEY: Final = 4
WINDOW_IN: Final = 5
DOOR_IN: Final = 6
ELEMENTS: Final = 7
PIECES: Final = 5  # the first five are pieces of their own; windows and doors are goods

# What stands at a building of the town: the shop of goods 0–5, or one of these
BANK: Final = 6
OFFICE: Final = 7
EXCHANGE: Final = 8
FAIR: Final = 9
ORDER: Final = 10

PLACES: Final = 10  # the most buildings there are
SEAT_LIMIT: Final = 4
CHIP_VALUES: Final = 4  # chips are worth 0 to 3
CARDS: Final = 12  # kinds of builder cards
DISPLAY: Final = 5  # the most builder cards on display
PRIVILEGES: Final = 15
SLOTS: Final = 4  # places for builder cards on a player's board
CREWS: Final = 5  # the printed builder and the slots
COLUMNS: Final = 6
STOREYS: Final = 6
WALLS: Final = 36

# Cells of the table
PHASE: Final = 0
STEP: Final = 1  # a move that needs a second one: choosing a crew, a place, keep or cash
WAIT: Final = 2  # what chance is asked for
ROUND: Final = 3
ACTIVE: Final = 4
STARTER: Final = 5  # who led at the start of this round
TURN: Final = 6  # chips placed, or seats that have finished building
HERE: Final = 7  # the building whose tower is served, −1 outside the purchases
QUEUE: Final = 8  # the chip of that tower
LEFT: Final = 9  # builder cards the chip may still hire
SERVED: Final = 10  # players served at the fair or the office
OFFERED: Final = 11  # bits of the office options taken
KIND: Final = 12  # the element in work, −1: none
CARD: Final = 13  # the privilege in hand for a decision, −1: none
DRAWN: Final = 14  # privileges drawn so far
ENDED: Final = 15  # the rule by which the game ended, −1: it goes on
POOL: Final = 16  # goods in the general pool
PIECE: Final = 22  # walls, roofs, chimneys in the pool
COIN_POOL: Final = 27
PERMITS: Final = 28
SHOP: Final = 29
PRICE: Final = 35
DECK: Final = 41  # builder cards not yet seen, per kind
BOXED: Final = 53  # builder cards out of the game, per kind
SHOWN: Final = 65  # builder cards on display, −1: an empty place
DISCOUNT: Final = 70  # coins on them
WHERE: Final = 75  # where each privilege is
TRACK: Final = 90  # the turn-order track, −1: an empty position
TOWER: Final = 94  # seats in the order of arrival, four cells a building, −1: none
SEATS: Final = 134

# Cells of a seat, from SEATS + seat × STRIDE
STORE: Final = 0  # all goods of the player; what is locked or laid out in groups is part of it
LOCKED: Final = 6  # failed this round
PLEDGED: Final = 12  # laid out in groups
GROUPS: Final = 18  # groups laid out, per element
ASKED: Final = 25  # goods asked for a coin while arranging; served when everybody is ready
BEGUN: Final = 29  # has made a move while arranging
READY: Final = 30
COINS: Final = 31
PERMIT: Final = 32
QUALITY: Final = 33
MONEY: Final = 34
LOANS: Final = 35
SLOT: Final = 36  # builder cards, −1: empty
TIRED: Final = 40  # the printed builder and the slots
REVEALED: Final = 45  # own chips turned up so far in the game
CHIP: Final = 46  # value of the own chip at each building, −1: none
WALL: Final = 56  # column × STOREYS + storey
COVER: Final = 92  # the roof of each column: 0 none, 1 metal (or the basic one), 2 tile
STACK: Final = 98  # chimneys
GARAGE: Final = 104
STRIDE: Final = 108

# The garage, from GARAGE
G_WALL: Final = 0  # 0 none, 1 wood, 2 brick
G_DOORS: Final = 1
G_COVER: Final = 2
G_STACK: Final = 3

# A wall cell: 0 none; 1–4 wood, 5–8 brick, each with nothing, one window, two windows, a door
BARE: Final = 0
ONE_WINDOW: Final = 1
TWO_WINDOWS: Final = 2
WITH_DOOR: Final = 3

# Where a privilege can be
IN_DECK: Final = 0
CURRENT: Final = 1
NEXT: Final = 2
IN_BOX: Final = 3
KEPT: Final = 4  # + seat

# Phases
SETTING_UP: Final = 0
MOVING: Final = 1
BUYING: Final = 2
ARRANGING: Final = 3
BUILDING: Final = 4
PREPARING: Final = 5
ENDING: Final = 6

# Steps
FREE: Final = 0
CREWING: Final = 1
PLACING: Final = 2
CASHING: Final = 3

# What chance is asked for
NOTHING: Final = 0
FOR_FIRST: Final = 1  # the first player
FOR_TRACK: Final = 2  # the next position of the turn-order track
FOR_DISPLAY: Final = 3  # a builder card for the display
FOR_FAIR: Final = 4  # a privilege
FOR_DIE: Final = 5
FOR_TOP: Final = 6  # the top builder card, for boiler and plants

# Streams of chance
FIRST_STREAM: Final = 0
BUILDER_STREAM: Final = 1
FAIR_STREAM: Final = 2
DIE_STREAM: Final = 3  # + seat

# Moves
PLACE: Final = 0  # + value × PLACES + building
TAKE: Final = 40  # + how many
DONE: Final = 44
HIRE: Final = 45  # + place on display
ASK: Final = 50  # + office option
PERMIT_OPTION: Final = 0
QUALITY_OPTION: Final = 1
MONEY_OPTION: Final = 2
GET: Final = 53  # + privilege
KEEP: Final = 68
CASH: Final = 69
CHANGE: Final = 70  # + material
REPAY: Final = 74
USE: Final = 75  # + privilege
GROUP: Final = 90  # + element
BUILD: Final = 97  # + element
CREW: Final = 104  # + set of crews − 1
CREW_SETS: Final = 31
AT: Final = 135  # + spot
PULL: Final = 180  # + part
MOVES: Final = 268

# Spots
ON_COLUMN: Final = 36  # + column; before it the walls
AT_LEFT: Final = 42
AT_RIGHT: Final = 43
AT_GARAGE: Final = 44
SPOTS: Final = 45

# Parts that can be demolished: walls, then openings of walls, then
PULL_OPENING: Final = 36
PULL_COVER: Final = 72  # + column
PULL_STACK: Final = 78  # + column
PULL_GARAGE: Final = 84  # + 0 wall (and all of it), 1 door, 2 roof, 3 chimney
PARTS: Final = 88

# Effects of privileges: goods 0–3 free, or
BUY_GOOD: Final = 4
RAISE_QUALITY: Final = 5
PAY_PER_CHIP: Final = 6
HIRE_TOP: Final = 7
