"""Characters: the guests who sit down at a table. Each plays any level in a style of its own: other weights, not more
mistakes. `level3-gardener` is the gardener at level 3.

What a style is, each game says in `bot/characters.toml` of its room: factors in per cent on the weights of its mind. In a
game that says nothing the guests differ by their luck alone.
"""

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from kvartal.bots.levels import Leveled
from kvartal.bots.think import Budget, Candidate, Click, Thinker, Thought, seat_of
from kvartal.engine.game import Game, Setup
from kvartal.engine.source import Seeded
from kvartal.engine.thinking import LEVELS, load_styles
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words, words

FOLDER = Path(__file__).resolve().parent
BETWEEN = "-"  # a level and a character
MILLION = 1_000_000
NEAR = 4_000  # millionths of a win (alone: of a point): what is no more behind than this is as good


@dataclass(frozen=True)
class Character:
    """Somebody, in the words of the catalogue beside this module."""

    id: str
    name: str
    title: str  # the name, and what they are
    line: str  # what they say about themselves

    def told(self, lang: str) -> "Character":
        """The same in a language."""
        said = spoken(lang)
        return Character(self.id, said(self.name), said(self.title), said(self.line))


CHARACTERS = {
    each.id: each
    for each in (
        Character(
            "gardener",
            N_("Marta"),
            N_("Marta the gardener"),
            N_("I plant first and count later. Give me a green corner and a little time."),
        ),
        Character(
            "builder",
            N_("Anton"),
            N_("Anton the builder"),
            N_("A plan, a wall, a roof: what I begin, I finish."),
        ),
        Character(
            "gambler",
            N_("Felix"),
            N_("Felix the gambler"),
            N_("The next card is the one. It nearly always is."),
        ),
        Character(
            "accountant",
            N_("Nina"),
            N_("Nina the accountant"),
            N_("Every coin is written down twice. Yours too."),
        ),
    )
}
# Every guest by the name of the bot: which level, and who.
GUESTS = {
    f"level{number}{BETWEEN}{each}": (number, each) for number in range(1, len(LEVELS) + 1) for each in CHARACTERS
}


def spoken(lang: str) -> Words:
    """The words of the guests."""
    return words(lang, FOLDER)


def character_of(name: str) -> Character | None:
    """Who plays under the name of a bot; nobody in particular, if it is no guest."""
    return CHARACTERS[GUESTS[name][1]] if name in GUESTS else None


def company(count: int, seed: int) -> list[str]:
    """Some company: characters for so many seats, all different as long as there are enough of them."""
    dealer, found = random.Random(seed), list[str]()
    while len(found) < count:
        found += dealer.sample(list(CHARACTERS), len(CHARACTERS))
    return found[:count]


# Styles ---------------------------------------------------------------------------------------------------------------


@cache
def styles(game: Game) -> Mapping[str, Mapping[str, int]]:
    """Factors in per cent by weight, for each character to whom the game gives a style."""
    return load_styles(game.folder / "bot" / "characters.toml", tuple(CHARACTERS), game.numbers.names)


def styled(setup: Setup, character: str) -> list[int]:
    """The weights of a set-up as a character has them."""
    factors = styles(setup.game).get(character, {})
    usual = setup.game.numbers.weights(setup.game.modes(setup))
    return [(weight * factors.get(name, 100) + 50) // 100 for name, weight in usual.items()]


@lru_cache(maxsize=16)
def _thinker(setup: Setup, character: str) -> Thinker:
    return Thinker(setup, styled(setup, character))


class Guest(Leveled):
    """A level with a style. Two of them at a table are never clones: each has luck of its own, and where candidates are
    as good as equal, luck decides."""

    def __init__(self, number: int, seed: int, character: str) -> None:
        super().__init__(number, seed)
        self.character = character

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        return self.turn_by(_thinker(view.setup, self.character), view, budget)

    def seed_at(self, seat: int) -> int:
        text = f"{self.seed} {self.character} {seat}"
        digest = hashlib.blake2b(text.encode(), digest_size=8, person=b"kvartal guest").digest()
        return int.from_bytes(digest, "big") >> 1

    def settled(self, mind: Thinker, view: View, thought: Thought) -> tuple[Click, ...]:
        equal = as_good(thought, mind.unit)
        if len(equal) < 2:
            return thought.turn
        seat = seat_of(view)
        luck = Seeded(mind.seed_of(view.known, seat, self.seed_at(seat)), 1, 1)
        chosen = equal[luck.below(0, len(equal))]
        if chosen is thought.candidates[0]:
            return thought.turn
        return mind.clicks(view.known, self._world(mind, view, seat), seat, chosen.turn)


def as_good(thought: Thought, unit: int) -> list[Candidate]:
    """The candidate that would be played, and those looked at as closely that are no worse, or hardly."""
    if not thought.candidates:
        return []
    best = thought.candidates[0]
    closely = best.visits - 1 if thought.engine == "race" else (best.visits + 1) // 2
    least = best.value - NEAR * unit / MILLION / MILLION
    return [each for each in thought.candidates if each.visits >= max(1, closely) and each.value >= least]
