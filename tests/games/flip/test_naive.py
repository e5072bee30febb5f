"""A second, deliberately naive Flip City: lists of card names, everything worked out anew at every step.

It follows the text of a match (moves and draws) and knows nothing of the engine's state; both must agree all the way.
"""

import pytest

from kvartal.bots import bot
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games import game

# The table of the cards, typed in once more.
COINS = {"residential": 1, "apartment": 1, "store": 1, "mall": 2, "factory": 2, "plant": 3}
SAD = {"residential", "apartment", "hospital", "plant"}
POINTS = {"mall": 1, "plant": 1, "park": 2, "station": 3}
TURNED = {"residential": "apartment", "store": "mall", "hospital": "church", "factory": "plant", "park": "station"}
OTHER = TURNED | {upgraded: base for base, upgraded in TURNED.items()}
BUY = {"store": 2, "hospital": 4, "factory": 5, "park": 7}
TURN = {"residential": 1, "apartment": 8, "store": 3, "hospital": 4, "factory": 6, "park": 5}
AGAIN = {"mall": "coins", "church": "limit", "plant": "points"}


class NaiveTown:
    """One player's cards: deck and discard as plain lists, a turned card written as `mall turned`."""

    def __init__(self) -> None:
        self.deck = ["residential"] * 4 + ["apartment", "store", "hospital", "factory", "park"]
        self.discard: list[str] = []


class Naive:
    def __init__(self, players: int, options: dict[str, object]) -> None:
        self.options = options
        self.towns = [NaiveTown() for _ in range(players)]
        self.active = 0
        self.area: list[str] = []
        self.recycled: list[str] = []
        self.spent = 0
        self.building = False
        self.turns = 0
        self.over: str | None = None

    # Totals, from the cards alone

    def sad(self) -> int:
        return sum(card in SAD for card in self.area)

    def limit(self) -> int:
        return 3 + self.area.count("church") + self.recycled.count("church")

    def points(self) -> int:
        return sum(POINTS.get(card, 0) for card in self.area) + self.recycled.count("plant")

    def coins(self) -> int:
        total = -self.spent + self.recycled.count("mall")
        for number, card in enumerate(self.area):
            if card == "hospital":
                total += 1 + sum(each in SAD for each in self.area[: number + 1])
            else:
                total += COINS.get(card, 0)
        return total

    # Steps

    def draw(self, stream: str, outcome: str) -> None:
        if stream == "first player":
            self.active = int(outcome)

    def card_played(self, card: str) -> None:
        town = self.towns[self.active]
        town.deck.remove(card)
        self.area.append(card.removesuffix(" turned"))
        if self.sad() >= self.limit():
            self.end_turn()

    def milled(self, card: str) -> None:
        town = self.towns[self.active]
        town.deck.remove(card)
        town.discard.append(card)

    def check_win(self) -> None:
        if self.points() >= 8:
            self.over = "flip.win.points"
        elif len(self.area) >= 18 and "store" in self.area:
            self.over = "flip.win.cards"

    def move(self, seat: int, notation: str) -> None:
        assert seat == self.active
        town = self.towns[seat]
        verb, _, card = notation.partition(" ")
        if verb == "shuffle":
            town.deck, town.discard = town.discard, []
        elif verb == "recycle":
            town.discard.remove(card)
            town.discard.append(OTHER[card] if self.options["recycle"] == "flip" else f"{card} turned")
            self.recycled.append(card)
        elif verb == "buy":
            town.discard.append(card)
            self.spent += BUY[card] if card in BUY else BUY[OTHER[card]] + TURN[OTHER[card]]
            self.end_turn()
        elif verb == "upgrade":
            town.discard.remove(card)
            if card != "apartment" or len(self.towns) > 1:
                town.discard.append(OTHER[card])
            self.spent += TURN[card]
            self.end_turn()
        elif verb == "give":
            town.discard.remove("apartment")
            self.towns[int(notation[-1])].discard.append("residential")
            self.spent += 8
            self.end_turn()
        elif verb == "pass":
            self.end_turn()

    def end_turn(self) -> None:
        assert self.coins() >= 0
        town = self.towns[self.active]
        town.discard = [card.removesuffix(" turned") for card in town.discard + self.area]
        town.deck = [card.removesuffix(" turned") for card in town.deck]
        self.area, self.recycled, self.spent = [], [], 0
        self.active = (self.active + 1) % len(self.towns)
        self.turns += 1


def follow(match: Match) -> None:
    """Walk through a finished match with the naive game beside it, comparing the printed position each time."""
    naive = Naive(match.setup.players, match.setup.options)
    streams = match.setup.streams
    state = match.setup.start()
    layout = match.setup.layout
    for entry in match.entries:
        before = layout.write(list(state.cells))
        if entry.seat < 0:
            stream, card = streams[entry.stream], streams[entry.stream].outcomes[entry.code]
            naive.draw(stream.name, card)
            if before["waiting_for"] == "mill":
                naive.milled(card)
            elif before["waiting_for"] == "draw":
                naive.card_played(card)
            state.happen(entry.code)
        else:
            notation = match.setup.notation[entry.code]
            if notation == "play" and match.setup.options["top_visible"]:
                naive.card_played(before["seats"][entry.seat]["top"])
            else:
                naive.move(entry.seat, notation)
            state.play(entry.seat, entry.code)
        compare(naive, layout.write(list(state.cells)))
    naive.check_win()
    if match.outcome().rule.id.startswith("flip.win"):
        assert naive.over == match.outcome().rule.id
        assert match.outcome().winners == (naive.active,)
    assert match.scores()[naive.active].total == naive.points()


def compare(naive: Naive, table: dict) -> None:
    if table["phase"] != "over" and table["waiting_for"] != "mill":
        assert naive.over is None
        assert naive.points() < 8
    assert table["active"] == naive.active
    assert table["turns"] == naive.turns
    totals = {name: table[name] for name in ("coins", "sad", "points", "limit", "cards_in_play")}
    expected = {"coins": naive.coins(), "sad": naive.sad(), "points": naive.points(), "limit": naive.limit()}
    assert totals == expected | {"cards_in_play": len(naive.area)}
    for seat, town in zip(table["seats"], naive.towns, strict=True):
        deck = dict(seat["deck"])
        if seat["top"] != "none":
            deck[seat["top"]] = deck.get(seat["top"], 0) + 1
        assert deck == {card: town.deck.count(card) for card in set(town.deck)}
        assert seat["discard"] == {card: town.discard.count(card) for card in set(town.discard)}


OPTIONS = [{}, {"recycle": "flip"}, {"top_visible": False}, {"gift": False}, {"supply": "fixed", "must_play": False}]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_the_engine_agrees_with_the_naive_town(players: int, options: dict, player: str) -> None:
    for seed in range(3):
        setup = game("flip").set_up(players, {**options, "turn_cap": 25}, stored=True)
        match = Match(setup, SeededDeal(seed))
        seats = [bot(player, seed + seat, players) for seat in range(players)]
        while not match.over:
            seat = match.waiting[0]
            view = match.view(seat)
            match.play(seat, seats[seat].choose(view, view.moves(), None))
        follow(match)
