# compiled
"""What a sheet, a card and a plan are: the printed numbers of one set-up as flat lookups, and where its cells begin."""

from typing import final

from kvartal.engine.native import i64
from kvartal.engine.state import Tables
from kvartal.games.welcome.rules import cells as at


def below(numbers: bytes, counts: bytes) -> bytes:
    """For 0 … 18: how much of the deck has a lower number, in 162nds; 0, 16 and 17 come by temps, one of 162 each."""
    cards: i64 = sum(counts)
    found: list[int] = []
    mass: i64 = 0
    number: i64 = 0
    while number <= at.ROUNDABOUT:
        found.append(
            mass * 162 // cards + (1 if number > 0 else 0) + (1 if number > 16 else 0) + (1 if number > 17 else 0)
        )
        for kind in range(len(numbers)):
            if numbers[kind] == number:
                mass += counts[kind]
        number += 1
    return bytes(found)


def move_kinds(houses: int) -> bytes:
    """Which kind of move each code is."""
    kinds = [at.M_CHOOSE] * 3 + [at.M_PAIR] * 3 + [at.M_GIVE] * 3 + [at.M_CHOOSE, at.M_CONFIRM]
    kinds += [at.M_EFFECT] * 2 + [at.M_RESHUFFLE] + [at.M_PLAN] * 3 + [at.M_EFFECT] * 6 + [at.M_WRITE] * 18
    blocks = [at.M_WRITE, at.M_EFFECT, at.M_EFFECT, at.M_EFFECT, at.M_DIG, at.M_USE]
    return bytes(kinds + [kind for kind in blocks for _ in range(houses)])


def move_effects(houses: int) -> bytes:
    """The effect that a move uses, NO_EFFECT: none."""
    used = [at.NO_EFFECT] * at.MAKE_PARK + [at.PARK, at.POOL] + [at.NO_EFFECT] * 4 + [at.VALUE] * 6 + [at.TEMP] * 18
    blocks = [at.NO_EFFECT, at.FENCE, at.BIS, at.BIS, at.NO_EFFECT, at.NO_EFFECT]
    return bytes(used + [effect for effect in blocks for _ in range(houses)])


@final
class WelcomeTables(Tables):
    """One set-up. `sheet` and `plans` are the printed numbers as bytes; rows are as wide as named here."""

    def __init__(
        self,
        players: i64,
        mode: i64,
        new_edition: bool,
        houses: bytes,
        kind_numbers: bytes,
        kind_effects: bytes,
        kind_counts: bytes,
        sheet: dict[str, bytes],
        plans: dict[str, bytes],
        decks: list[bytes],
        rival: bytes,
        window: i64,
        roundabouts: bool,
        roundabout_counts: bool,
        reshuffle: i64,
        fixed: bytes,
    ) -> None:
        self.mode = mode
        self.hand = mode != at.PILES  # cards are chosen from a hand of three
        self.new_edition = new_edition
        self.houses: i64 = sum(houses)
        self.first = bytes([0, houses[0], houses[0] + houses[1]])  # first house of each street
        self.past = bytes([houses[0], houses[0] + houses[1], self.houses])  # one past its last
        self.street = bytes([0] * houses[0] + [1] * houses[1] + [2] * houses[2])
        # cards
        self.kinds: i64 = len(kind_numbers)
        self.number = kind_numbers
        self.effect = kind_effects
        self.effect_first = bytes([kind_effects.find(e) % 256 for e in range(at.EFFECTS)])  # first kind of each effect
        self.effect_past = bytes([kind_effects.rfind(e) + 1 for e in range(at.EFFECTS)])
        self.count = kind_counts
        self.cards: i64 = sum(kind_counts)
        self.below = below(kind_numbers, kind_counts)  # cards with a lower number, in 162nds of the deck
        self.zones: i64 = 3 if new_edition and mode == at.PILES else 1  # separate piles after the first pass
        self.discards: i64 = at.CARDS + self.zones * self.kinds
        self.rival_pile: i64 = self.discards + self.zones * self.kinds
        self.unseen: i64 = self.rival_pile  # draft, in a view: the cards in hands from before the deck was rebuilt
        singly: i64 = self.cards if mode == at.SOLO_2023 else 3 * players if mode == at.DRAFT else 0
        self.seats: i64 = self.rival_pile + singly
        # the sheet
        self.pool_of = sheet["pool_of"]  # house → which planned pool, 255: none
        self.pool_houses = sheet["pool_houses"]
        self.pools: i64 = len(self.pool_houses)
        self.park_boxes = sheet["park_boxes"]
        self.park_points = sheet["park_points"]  # rows of 16
        self.pool_points = sheet["pool_points"]
        self.value_boxes = sheet["value_boxes"]
        self.value_points = sheet["value_points"]  # rows of 16
        self.bis_points = sheet["bis_points"]
        self.bis_boxes: i64 = len(self.bis_points) - 1
        self.refusal_points = sheet["refusal_points"]
        self.refusal_boxes: i64 = len(self.refusal_points) - 1
        self.roundabout_points = sheet["roundabout_points"]
        self.roundabout_boxes: i64 = len(self.roundabout_points) - 1
        self.temp_boxes: i64 = sheet["temp"][0]
        self.temp_rank = sheet["temp_rank"]
        self.solo_temps = sheet["solo_temps"]  # 2018: boxes needed, points; level 0: boxes for each place
        # offsets inside a seat
        self.fences: i64 = at.NUMBERS + self.houses
        self.marks: i64 = self.fences + self.houses
        self.pool_at: i64 = self.marks + self.houses
        self.hand_at: i64 = self.pool_at + self.pools
        self.hand_effects: i64 = self.hand_at + 3
        self.ages: i64 = self.hand_at + 6  # draft, three: how often the deck was rebuilt since this card was dealt
        self.passed: i64 = self.hand_at + 9  # how often the card from the neighbour had been passed on before that
        self.unfit: i64 = self.hand_at + 10  # numbers it cannot have, as bits: they fitted whoever refused with it
        self.fitted: i64 = self.hand_at + 11  # numbers that fitted when the seat refused in this turn, as bits
        self.stride: i64 = self.hand_at + (12 if mode == at.DRAFT else 6 if self.hand else 0)
        # plans
        self.plan_kind = plans["kind"]
        self.plan_need = plans["need"]  # rows of 8: estates of size 1 … 6 at 1 … 6
        self.plan_street = plans["street"]
        self.plan_n = plans["n"]
        self.plan_rounds = plans["roundabouts"]
        self.plan_bis = plans["bis"]
        self.plan_pools = plans["pools"]
        self.plan_marks = plans["marks"]
        self.plan_first = plans["first"]
        self.plan_later = plans["later"]
        self.plan_deck = plans["deck"]
        self.decks = decks  # for each of the three places: the plans that may be drawn
        self.fixed = fixed  # for each of the three places: the plan chosen, 255: drawn
        # options
        self.rival = rival  # level, approves A B C, park, pool, temp, fence, bis, value, largest
        self.window = window  # the special card lies among so many last cards of the first pass
        self.roundabouts = roundabouts
        self.roundabout_counts = roundabout_counts
        self.reshuffle = reshuffle
        # moves
        self.fence_move: i64 = at.WRITE + self.houses
        self.bis_left: i64 = at.WRITE + 2 * self.houses
        self.bis_right: i64 = at.WRITE + 3 * self.houses
        self.dig: i64 = at.WRITE + 4 * self.houses
        self.use: i64 = at.WRITE + 5 * self.houses
        self.move_kind = move_kinds(self.houses)
        self.move_effect = move_effects(self.houses)
        streams: i64 = 6 if mode != at.DRAFT else at.HAND_STREAM + players
        widest: i64 = max(self.kinds, players, len(self.plan_kind), at.EFFECTS + 1)
        super().__init__(players, at.WRITE + at.BLOCKS * self.houses, streams, widest)
