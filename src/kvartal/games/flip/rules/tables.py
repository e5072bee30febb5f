# compiled
"""What a card is: faces, kinds, and the numbers printed on them, as flat lookups."""

from typing import Final, final

from kvartal.engine.native import i64
from kvartal.engine.state import Tables

# Faces. A card is {kind, side}: face = 2 × kind + side, and the other side is face ^ 1.
RESIDENTIAL: Final = 0
APARTMENT: Final = 1
STORE: Final = 2
MALL: Final = 3
HOSPITAL: Final = 4
CHURCH: Final = 5
FACTORY: Final = 6
PLANT: Final = 7
PARK: Final = 8
STATION: Final = 9
FACES: Final = 10
KINDS: Final = 5
MARKED: Final = 10  # a card turned this turn (recycle=turn) lies in its pile as face + MARKED
PILE: Final = 20  # cells of a pile: unmarked faces, then marked ones

# Moves
PLAY: Final = 0
STOP: Final = 1
SHUFFLE: Final = 2
PASS: Final = 3
RECYCLE: Final = 4  # + face
BUY: Final = 14  # + face (an upgraded one: bought and turned at once)
UPGRADE: Final = 24  # + face
REMOVE: Final = 34  # + kind − 1
GIVE: Final = 38  # + seat

# Streams of chance: who begins, then one for each seat's deck
FIRST: Final = 0
DECK_OF: Final = 1  # + seat

PRINTED: Final = (
    "buy",
    "up",
    "coins",
    "per_sad",
    "sad",
    "points",
    "limit",
    "must_play",
    "force_next",
    "mill",
    "wins_by_cards",
    "again_coins",
    "again_points",
    "again_limit",
    "builds",
)
NEVER: Final = 255  # as a price: not for sale


@final
class FlipTables(Tables):
    """One byte per face for each thing printed on the cards; prices of NEVER mean "not possible"."""

    def __init__(
        self,
        players: i64,
        printed: dict[str, bytes],
        start: bytes,
        supply: bytes,
        bust: i64,
        win_points: i64,
        win_cards: i64,
        turn_cap: i64,
        top_visible: bool,
        must_play: bool,
        recycle_flips: bool,
        gift: bool,
        mild_loss: bool,
    ) -> None:
        super().__init__(players, GIVE + players, DECK_OF + players, PILE)
        self.solo = players == 1
        self.buy = printed["buy"]  # of an upgraded face: the price of both steps
        self.up = printed["up"]
        self.cheapest: i64 = min(*self.buy, *self.up)  # nothing is built for less
        self.coins = printed["coins"]
        self.per_sad = printed["per_sad"]
        self.sad = printed["sad"]
        self.points = printed["points"]
        self.limit = printed["limit"]
        self.must_play = printed["must_play"]
        self.force_next = printed["force_next"]
        self.mill = printed["mill"]
        self.wins_by_cards = printed["wins_by_cards"]
        self.again_coins = printed["again_coins"]
        self.again_points = printed["again_points"]
        self.again_limit = printed["again_limit"]
        self.builds = printed["builds"]
        gives = zip(self.again_coins, self.again_points, self.again_limit, strict=True)
        self.again = bytes([1 if any(each) else 0 for each in gives])  # has a green arrow
        self.start = start
        self.supply = supply  # per kind
        self.bust = bust
        self.win_points = win_points
        self.win_cards = win_cards  # 0: off
        self.turn_cap = turn_cap  # turns per player, 0: none
        self.top_visible = top_visible
        self.must_play_on = must_play and top_visible
        self.recycle_flips = recycle_flips
        self.gift = gift and players > 1  # alone nobody is there to get it
        self.mild_loss = mild_loss
