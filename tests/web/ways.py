"""Every way of playing that the shelf offers, and positions from the beginning to the end of a match of each."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.games import shelf


@dataclass(frozen=True)
class Way:
    """A game, a preset or none, options besides, and how many play."""

    key: str
    preset: str = ""
    players: int = 3
    options: dict[str, object] = field(default_factory=dict)
    short: dict[str, object] = field(default_factory=dict)  # further options that make a match through the page quick

    @property
    def game(self) -> Game:
        return shelf()[self.key]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.key, *filter(None, [self.preset]), *chosen, *(["alone"] if self.players == 1 else [])])

    def match(self, seed: int = 1) -> Match:
        names = ["Ann", "Богдана Володимирівна", "Player 3", "Константин", "Eve"]  # a long one; one without a name
        setup = self.game.set_up(self.players, self.options, preset=self.preset or None)
        return Match(setup, SeededDeal(seed), names=names[: self.players])


QUICK = {"win_cards": 6}  # cards in play that win: a game in a few turns; with five a bot may win before I move at all
WAYS = [
    Way("flip", "russian", short=QUICK),
    Way("flip", "international", short=QUICK),
    Way("flip", "", options={"top_visible": False, "gift": False, "extra_build": "plant"}, short=QUICK),
    Way("flip", players=1, short={"turn_cap": 8}),
    Way("welcome", "2018"),
    Way("welcome", "2023"),
    Way("welcome", "expert"),
    Way("welcome", "expert 2023"),
    Way("welcome", "blueprint"),
    Way("welcome", "draft"),
    Way("welcome", "2018", players=1),
    Way("welcome", "2023", players=1, options={"rival": 3}),
    Way("estates"),
    Way("estates", options={"money": "open", "max_length": 10, "min_length": 1}),
    Way("estates", options={"rounds": 3, "early_end": "two_wins"}, short={"rounds": 2}),
    Way("house", "basic"),
    Way("house", "expert"),
    Way("toy"),
    Way("toy", "long"),
]


def positions(way: Way, most: int, seed: int = 1) -> Iterator[Match]:
    """The same match at about `most` moments, the first and the last among them; its players are careless at times."""
    length = sum(1 for _ in _steps(way, seed))
    wanted = {round(n * (length - 1) / (most - 1)) for n in range(most)}
    for step, match in enumerate(_steps(way, seed)):
        if step in wanted:
            yield match


def _steps(way: Way, seed: int) -> Iterator[Match]:
    match, rng = way.match(seed), random.Random(seed)
    yield match
    while not match.over:
        seat = rng.choice(match.waiting)
        careless = rng.random() < 0.2
        match.play(seat, rng.choice(match.moves(seat)) if careless else way.game.greedy(match.view(seat)))
        yield match
