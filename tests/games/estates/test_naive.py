"""A second, deliberately naive Estates: lists of names, everything worked out anew at every step.

It follows the text of a match (moves and draws) and knows nothing of the engine's state; both must agree all the way:
on who is to move, on every legal move, on every score, and on who has won.
"""

import random

import pytest

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.state import NOBODY
from kvartal.games import game

WHITE = {"A1", "A7", "B3", "B5", "C2"}
COLOURS = ["blue", "green", "yellow", "red", "purple", "grey"]


class Naive:
    def __init__(self, players: int, options: dict[str, object]) -> None:
        self.players = players
        self.options = {"money": "hidden", "max_length": 9, "min_length": 0, "rounds": 1} | options
        self.hand = [12] * players
        self.earlier = [0] * players
        self.winners: list[int | None] = []
        self.new_round()

    def new_round(self) -> None:
        self.offer: list[list[str]] = [[], [], []]
        self.dealt = 0
        self.roofs_gone = 0
        self.buildings: dict[str, list[str]] = {}  # lot → floors from below, then perhaps "roof 4"
        self.barriers: dict[int, tuple[str, int]] = {}  # value → row, +1 or −1
        self.beside = ["barrier 1", "barrier 2", "barrier 3", "mayor", "cancel"]
        self.mayor: str | None = None
        self.certificates: dict[str, int] = {}
        self.box = [0] * self.players
        self.auctioneer: int | None = None
        self.over = False
        self.new_turn()

    def new_turn(self) -> None:
        self.boxed = False
        self.piece: str | None = None
        self.bids: list[tuple[int, int]] = []  # seat, amount (0: passed)
        self.owner: int | None = None

    # What is there

    def length(self, row: str) -> int:
        return 4 + sum(value * sign for value, (where, sign) in self.barriers.items() if where == row)

    def built(self, row: str) -> list[str]:
        return [f"{row}{place}" for place in range(1, 11) if f"{row}{place}" in self.buildings]

    def complete(self, row: str) -> bool:
        lots = [f"{row}{place}" for place in range(1, self.length(row) + 1)]
        return all(lot in self.buildings and self.buildings[lot][-1].startswith("roof") for lot in lots)

    def open_lots(self) -> list[str]:
        return [lot for lot, floors in self.buildings.items() if not floors[-1].startswith("roof")]

    def lots_for(self, cube: str) -> list[str]:
        found = []
        for row in "ABC":
            for place in range(1, self.length(row) + 1):
                lot = f"{row}{place}"
                if lot not in self.buildings:
                    found.append(lot)
                    break
                floors = self.buildings[lot]
                if lot not in WHITE and not floors[-1].startswith("roof") and int(floors[-1][-1]) > int(cube[-1]):
                    found.append(lot)
        return found

    # Who does what

    def high(self) -> int:
        return max((amount for _, amount in self.bids), default=0)

    def leader(self) -> int:
        return next(seat for seat, amount in self.bids if amount == self.high())

    def settle_what_is_forced(self) -> None:
        """With open money nobody is asked who has no choice."""
        if self.options["money"] == "hidden" or self.piece is None or self.owner is not None:
            return
        while len(self.bids) < self.players - 1:
            if self.hand[self.bidder()] > self.high():
                return
            self.bids.append((self.bidder(), 0))
        if self.high() > self.hand[self.auctioneer]:
            self.pay(sold=True)

    def bidder(self) -> int:
        return (self.auctioneer + 1 + len(self.bids)) % self.players

    def to_move(self) -> int:
        if self.owner is not None:
            return self.owner
        if self.piece is not None and len(self.bids) < self.players - 1:
            return self.bidder()
        return self.auctioneer

    def moves(self) -> list[str]:
        if self.piece is None:
            found = ["box"] if not self.boxed and self.hand[self.auctioneer] else []
            ends = [cube for row in self.offer if row for cube in dict.fromkeys((row[0], row[-1]))]
            found += [f"offer {cube}" for cube in ends if self.lots_for(cube)]
            if self.open_lots() and self.roofs_gone < 12:
                found.append("offer roof")
            return found + [f"offer {piece}" for piece in self.beside]
        if len(self.bids) < self.players - 1:
            most = self.hand[self.to_move()]
            return ["pass", *(f"bid {amount}" for amount in range(self.high() + 1, most + 1))]
        if self.owner is None:
            return ["sell", "keep"] if self.hand[self.auctioneer] >= self.high() else ["sell"]
        return self.places()

    def places(self) -> list[str]:
        piece = self.piece
        if piece == "mayor":
            return ["place A", "place B", "place C", "discard"]
        if piece == "cancel":
            found = []
            for value, (row, sign) in self.barriers.items():
                after = self.length(row) - value * sign
                if after >= len(self.built(row)) and after >= self.options["min_length"]:
                    found.append(f"place on barrier {value}")
            return [*found, "discard"]
        if piece.startswith("barrier"):
            found = []
            for row in "ABC":
                for word, sign in (("longer", 1), ("shorter", -1)):
                    after = self.length(row) + int(piece[-1]) * sign
                    if self.options["min_length"] <= after <= self.options["max_length"]:
                        if after >= len(self.built(row)):
                            found.append(f"place {row} {word}")
            return [*found, "discard"]
        lots = self.open_lots() if piece.startswith("roof") else self.lots_for(piece)
        return [f"place {lot}" for lot in lots]

    # What happens

    def happens(self, stream: str, outcome: str) -> None:
        if stream == "cubes":
            self.offer[self.dealt // 8].append(outcome)
            self.dealt += 1
        elif stream == "first player":
            self.auctioneer = int(outcome)
        else:
            self.piece = f"roof {outcome}"
            self.roofs_gone += 1
            self.settle_what_is_forced()
            self.nobody_bid()

    def move(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "box":
            self.hand[self.auctioneer] -= 1
            self.box[self.auctioneer] += 1
            self.boxed = True
        elif word == "offer":
            if rest == "roof":
                return  # it is turned up first
            self.piece = rest
            if rest in self.beside:
                self.beside.remove(rest)
            for row in self.offer:
                if rest in row:
                    row.remove(rest)
            self.settle_what_is_forced()
            self.nobody_bid()
        elif word in ("bid", "pass"):
            self.bids.append((self.bidder(), int(rest or 0)))
            self.settle_what_is_forced()
            self.nobody_bid()
        elif word in ("sell", "keep"):
            self.pay(sold=word == "sell")
        else:
            self.put(rest if word == "place" else None)
            self.finish_turn()

    def nobody_bid(self) -> None:
        if self.piece and len(self.bids) == self.players - 1 and self.high() == 0 and self.owner is None:
            self.owner = self.auctioneer

    def pay(self, sold: bool) -> None:
        self.owner = self.leader() if sold else self.auctioneer
        other = self.auctioneer if sold else self.leader()
        self.hand[self.owner] -= self.high()
        self.hand[other] += self.high()

    def put(self, where: str | None) -> None:
        piece = self.piece
        if where is None:
            return
        if piece == "mayor":
            self.mayor = where
        elif piece == "cancel":
            del self.barriers[int(where[-1])]
        elif piece.startswith("barrier"):
            self.barriers[int(piece[-1])] = (where[0], 1 if where.endswith("longer") else -1)
        else:
            self.buildings.setdefault(where, []).append(piece)
            if not piece.startswith("roof"):
                self.certificates.setdefault(piece.split()[0], self.owner)

    def finish_turn(self) -> None:
        cubes = sum(map(len, self.offer))
        ended = sum(map(self.complete, "ABC")) >= 2 or self.roofs_gone == 12
        ended = ended or (cubes == 0 and (not self.open_lots() or bool(self.options.get("end_when_cubes_gone"))))
        if not ended:
            self.auctioneer = (self.auctioneer + 1) % self.players
            self.new_turn()
            return
        points = [self.points(seat) for seat in range(self.players)]
        keys = [(points[seat], self.hand[seat] + self.box[seat]) for seat in range(self.players)]
        best = [seat for seat in range(self.players) if keys[seat] == max(keys)]
        self.winners.append(best[0] if len(best) == 1 else None)
        last = self.winners[-1]
        twice = last is not None and (
            self.winners.count(last) > 1
            if self.options.get("early_end") == "two_wins"
            else self.winners[-2:] == [last] * 2
        )
        self.total = [self.earlier[seat] + points[seat] for seat in range(self.players)]
        if twice:
            self.over, self.first = True, {last}
        elif len(self.winners) == self.options["rounds"]:
            self.over = True
            keys = [(self.total[seat], self.hand[seat] + self.box[seat]) for seat in range(self.players)]
            self.first = {seat for seat in range(self.players) if keys[seat] == max(keys)}
        else:
            self.earlier = self.total
            self.hand = [self.hand[seat] + self.box[seat] for seat in range(self.players)]
            self.new_round()

    def points(self, seat: int) -> int:
        total = self.box[seat]
        for lot, floors in self.buildings.items():
            cubes = [floor for floor in floors if not floor.startswith("roof")]
            if self.certificates[cubes[-1].split()[0]] == seat:
                value = sum(int(floor[-1]) for floor in floors)
                value *= 1 if self.complete(lot[0]) else -1
                total += value * 2 if self.mayor == lot[0] else value
        return total


def follow(match: Match, options: dict[str, object], rng: random.Random) -> Naive:
    """Play at random to the end with the naive game beside it."""
    naive = Naive(match.setup.players, options)
    told = 0
    while True:
        for entry in match.entries[told:]:
            if entry.seat == NOBODY:
                stream = match.setup.streams[entry.stream]
                naive.happens(stream.name, stream.outcomes[entry.code])
            else:
                naive.move(match.setup.notation[entry.code])
        told = len(match.entries)
        if match.over:
            return naive
        assert match.waiting == (naive.to_move(),)
        seat = match.waiting[0]
        moves = match.moves(seat)
        assert {str(move) for move in moves} == set(naive.moves())
        assert [score.total for score in match.scores()] == [
            naive.earlier[each] + naive.points(each) for each in range(match.setup.players)
        ]
        # low bids are likelier: otherwise the money is soon with one player
        few = [move for move in moves if not str(move).startswith("bid")] + moves[:3]
        match.play(seat, rng.choice(few if rng.random() < 0.7 else moves))


CASES: list[dict[str, object]] = [
    {},
    {"money": "open"},
    {"rounds": 2},
    {"rounds": 4, "early_end": "two_wins", "money": "open"},
    {"min_length": 1, "max_length": 10},
    {"end_when_cubes_gone": True},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", CASES, ids=str)
def test_both_games_agree_all_the_way(players: int, options: dict[str, object]) -> None:
    setup = game("estates").set_up(players, options)
    for seed in range(3):
        match = Match(setup, SeededDeal(seed))
        naive = follow(match, options, random.Random(f"{players} {seed}"))
        assert naive.over
        assert [score.total for score in match.scores()] == naive.total
        assert set(match.outcome().winners) == naive.first
