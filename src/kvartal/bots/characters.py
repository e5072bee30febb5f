"""Characters: the guests who sit down at a table. Each plays any level in a style of its own: other weights, not more
mistakes. `level3-gardener` is the gardener at level 3.

What a style is, each game says in `bot/characters.toml` of its room: factors on the weights of its mind, and which of
its terms somebody likes where turns are as good as equal. In a game that says nothing the guests differ by their luck.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kvartal.bots.levels import Leveled
from kvartal.bots.think import Budget, Candidate, Click, Thinker, Thought, seat_of
from kvartal.engine.game import Game, Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, State
from kvartal.engine.thinking import LEVELS, Style, load_styles
from kvartal.engine.view import View
from kvartal.engine.words import N_, Words, introduce, words

FOLDER = Path(__file__).resolve().parent
BETWEEN = "-"  # a level and a character
THOUSAND = 1000
NEAR = 500  # thousandths of a standard error: what is no more behind than this is as good as the best


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


for _each in CHARACTERS.values():
    introduce(_each.name, lambda lang, name=_each.name: spoken(lang)(name))  # type: ignore[misc]


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


@lru_cache(64)
def styles(game: Game) -> Mapping[str, Style]:
    """By character, for those to whom the game gives a style."""
    return load_styles(game.folder / "bot" / "characters.toml", tuple(CHARACTERS), game.numbers.names)


def style(game: Game, character: str) -> Style:
    return styles(game).get(character, Style())


def styled(setup: Setup, character: str) -> list[int]:
    """The weights of a set-up as a character has them."""
    factors = style(setup.game, character).weights
    usual = setup.game.numbers.weights(setup.game.modes(setup))
    return [(weight * factors.get(name, 100) + 50) // 100 for name, weight in usual.items()]


@lru_cache(maxsize=16)
def _thinker(setup: Setup, character: str) -> Thinker:
    return Thinker(setup, styled(setup, character))


class Guest(Leveled):
    """A level with a style. Two of them at a table are no clones: each has luck of its own, and where turns are as good
    as equal, it does what it likes."""

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
        how = mind.thinking
        equal = [] if how.margin or how.certainty else as_good(thought)
        if len(equal) < 2:  # or the game trusts its policy more than what hardly differs
            return thought.turn
        seat = seat_of(view)
        own = mind.seed_of(view.known, seat, self.seed_at(seat))
        world = mind.world(view.known, seat, own)
        likes = style(view.setup.game, self.character).likes
        if likes:
            liked = [liking(mind, world, seat, each.turn, likes) for each in equal]
            equal = [each for each, much in zip(equal, liked, strict=True) if much == max(liked)]
        chosen = equal[Seeded(own, 1, 1).below(0, len(equal))]
        return thought.turn if chosen is thought.candidates[0] else mind.clicks(view.known, world, seat, chosen.turn)


def as_good(thought: Thought) -> list[Candidate]:
    """The candidate that would be played, and those that were looked at as closely and cannot be told from it."""
    if not thought.candidates:
        return []
    best = thought.candidates[0]
    closely = best.visits - 1 if thought.engine == "race" else (best.visits + 1) // 2
    least = best.value - best.error * NEAR / THOUSAND
    return [each for each in thought.candidates if each.visits >= max(1, closely) and each.value >= least]


def liking(mind: Thinker, world: State, seat: int, turn: Sequence[int], likes: Mapping[str, int]) -> int:
    """How much a character likes what a turn makes of its affairs."""
    here = world.copy()
    for code in turn:
        if here.turn() < 0 or not here.owes(seat) or here.refusal(seat, code) != LEGAL:
            break
        here.play(seat, code)
    terms = mind.mind.named_terms(here, seat)
    return sum(much * terms.get(name, 0) for name, much in likes.items())
