# compiled
"""What there is in the box: cubes, roofs, the board, the moves, and the numbers of one set-up."""

from typing import Final, final

from kvartal.engine.native import i64
from kvartal.engine.state import Tables

ROWS: Final = 3
LOTS: Final = 10  # lots of a row, from the street
BOARD: Final = 30  # lots in all: lot = LOTS × row + place, from 0
COLOURS: Final = 6
VALUES: Final = 6  # printed on cubes and on roofs: 1 … 6
CUBES: Final = 36  # cube = VALUES × colour + printed value − 1
OFFER_ROWS: Final = 3
PER_ROW: Final = 8  # cubes in a row of the offer
OFFERED: Final = 24
BARRIERS: Final = 3  # barrier b has the value b + 1

# Pieces that can be put up
ROOF_PIECE: Final = 36
BARRIER_PIECE: Final = 37  # + value − 1
MAYOR_PIECE: Final = 40
CANCEL_PIECE: Final = 41
PIECES: Final = 42
NO_PIECE: Final = -1

# Moves
BOX_MOVE: Final = 0
OFFER: Final = 1  # + piece
PASS: Final = 43
SELL: Final = 44
KEEP: Final = 45
PLACE_LOT: Final = 46  # + lot: a cube or a roof
PLACE_BARRIER: Final = 76  # + 2 × row, + 1 to shorten
PLACE_MAYOR: Final = 82  # + row
PLACE_CANCEL: Final = 85  # + value of the barrier − 1
DISCARD: Final = 88
BID: Final = 88  # + amount, from 1

# Streams of chance
FIRST: Final = 0
CUBE_STREAM: Final = 1
ROOF_STREAM: Final = 2
STREAMS: Final = 3


@final
class EstatesTables(Tables):
    def __init__(
        self,
        players: i64,
        cheques: i64,
        length: i64,
        white: bytes,
        roofs: bytes,
        open_money: bool,
        max_length: i64,
        min_length: i64,
        end_when_cubes_gone: bool,
        rounds: i64,
        two_wins: bool,
    ) -> None:
        super().__init__(players, BID + cheques * players + 1, STREAMS, CUBES)
        self.cheques = cheques  # of each player at the start
        self.money = cheques * players  # in the whole game, for ever
        self.length = length  # what a row without barriers requires
        self.white = white  # per lot: takes one floor only
        self.roofs = roofs  # per value, from 1
        self.open_money = open_money
        self.max_length = max_length
        self.min_length = min_length
        self.end_when_cubes_gone = end_when_cubes_gone
        self.rounds = rounds
        self.two_wins = two_wins  # two wins in all end the game (otherwise: two in a row)
        self.value = bytes([cube % VALUES + 1 for cube in range(CUBES)])
        self.colour = bytes([cube // VALUES for cube in range(CUBES)])
