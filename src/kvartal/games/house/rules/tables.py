# compiled
"""The printed numbers of one set-up of Mr House as flat lookups."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import Tables
from kvartal.games.house.rules import cells as at

WIDEST: Final = 15  # the privileges; a chance never has more outcomes
OFFSET: Final = 100  # signed numbers are kept as bytes with this added


@final
class HouseTables(Tables):
    """`rows` are bytes by name (one per good, element, building, card …), `numbers` single numbers by name."""

    def __init__(self, players: i64, rows: dict[str, bytes], numbers: dict[str, int]) -> None:
        widest: i64 = numbers["die"]
        super().__init__(players, at.MOVES, at.DIE_STREAM + players, widest if widest > WIDEST else WIDEST)
        self.expert = numbers["expert"] != 0
        self.commit = numbers["commit"] != 0  # basic: groups are laid out by all before anybody rolls
        self.one_centre = numbers["one_centre"] != 0
        # The town
        self.places: i64 = numbers["places"]
        self.kind = rows["kind"]  # per building: what stands there
        self.borders = rows["borders"]  # building × PLACES + building: do they share a side?
        self.centre: i64 = numbers["centre"]  # the fair, for centre=one
        self.chips = rows["chips"]  # how many chips of each value
        self.rounds: i64 = numbers["rounds"]
        self.die: i64 = numbers["die"]
        # Goods
        self.pool = rows["pool"]
        self.pieces = rows["pieces"]
        self.start = rows["start"]
        self.coins: i64 = numbers["coins"]
        self.permits: i64 = numbers["permits"]
        self.setup = rows["setup"]
        self.refill = rows["refill"]
        self.scarce = rows["scarce"]
        self.price = rows["price"]
        self.lowest = rows["lowest"]
        self.highest = rows["highest"]
        # Elements
        self.recipe = rows["recipe"]  # element × GOODS + good
        self.workers = rows["workers"]
        self.points = rows["points"]
        self.columns: i64 = numbers["columns"]
        self.storeys: i64 = numbers["storeys"]
        # Builders
        self.display: i64 = numbers["display"]
        self.slots: i64 = numbers["slots"]
        self.printed: i64 = numbers["printed"]
        self.base_quality: i64 = numbers["base_quality"]  # basic
        self.card_workers = rows["card_workers"]
        self.card_stars = rows["card_stars"]
        self.card_price = rows["card_price"]
        self.card_copies = rows["card_copies"]
        # Privileges
        self.colour = rows["colour"]
        self.effect = rows["effect"]
        self.good = rows["good"]  # what a BUY_GOOD card buys
        self.amount = rows["amount"]
        self.fair_limit: i64 = numbers["fair_limit"]
        self.office_limit: i64 = numbers["office_limit"]
        self.used_privileges: i64 = numbers["used_privileges"]
        self.fair_cards: i64 = numbers["fair_cards"]
        # Money and quality
        self.money = rows["money"]  # by position on the track
        self.loan: i64 = numbers["loan"]
        self.loan_points = rows["loan_points"]  # + OFFSET
        self.office_money: i64 = numbers["office_money"]
        self.first_quality: i64 = numbers["first_quality"]
        self.last_quality: i64 = numbers["last_quality"]
        # The end
        self.complete_walls: i64 = numbers["complete_walls"]
        self.complete_roofs: i64 = numbers["complete_roofs"]
        self.complete_chimneys: i64 = numbers["complete_chimneys"]
        self.every_column: i64 = numbers["every_column"]
        self.every_wall: i64 = numbers["every_wall"]
        self.need_permit: i64 = numbers["need_permit"]
        self.complete_points: i64 = numbers["complete_points"]
        self.most_coins: i64 = numbers["most_coins"]
        self.second_coins: i64 = numbers["second_coins"]
        self.garage: i64 = numbers["garage"]
        self.garage_begun: i64 = numbers["garage_begun"]
        self.colour_points: i64 = numbers["colour_points"]
        assert len(self.borders) == at.PLACES * at.PLACES
        assert len(self.card_price) == at.CARDS
        assert len(self.effect) == at.PRIVILEGES
        self.errands = errands(self.borders, self.places, self.centre if self.one_centre else -1)


def errands(borders: bytes, places: i64, centre: i64) -> vec[i64]:
    """Every five buildings that hang together, as sets of bits: where the chips of one player can end up."""
    found: list[int] = []
    chosen: i64 = 0
    one: i64 = 1
    while chosen < (one << places):
        if size(chosen) == 5 and connected(borders, places, chosen):
            if centre < 0 or not ((chosen >> centre) & 1 and (chosen >> (places - 1)) & 1):
                found.append(chosen)
        chosen += 1
    return vec[i64](found)


def size(chosen: i64) -> i64:
    count: i64 = 0
    while chosen:
        chosen &= chosen - 1
        count += 1
    return count


def connected(borders: bytes, places: i64, chosen: i64) -> bool:
    one: i64 = 1
    reached: i64 = chosen & -chosen
    grown: i64 = 0
    while grown != reached:
        grown = reached
        place: i64 = 0
        while place < places:
            if (chosen >> place) & 1 and not (reached >> place) & 1:
                other: i64 = 0
                while other < places:
                    if (reached >> other) & 1 and borders[place * at.PLACES + other]:
                        reached |= one << place
                        break
                    other += 1
            place += 1
    return reached == chosen
