"""What was found, and under which law."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kvartal.engine import fault
from kvartal.engine.fault import EndlessChance
from kvartal.engine.game import Game
from kvartal.engine.words import ENGINE

LAWS = {
    "conservation": "What the census counts is the same in every state.",
    "bounds": "Every cell has one name and stays inside its bounds.",
    "copies": "A state never changes because another one does.",
    "encoding": "A state is its encoding: bytes and back.",
    "position": "Any position can be written as JSON and read back, and has no problems.",
    "derived": "What is derived follows from the rest: blanked and worked out again it is the same.",
    "turn": "turn(), owes() and the seats that are waited for agree.",
    "score": "The score is the sum of its printed lines.",
    "places": "At the end every seat has a sensible place, and a rule says why it ended.",
    "notation": "Every move has a notation of its own that reads back as the same move.",
    "moves": "Move lists are ascending and without repetition, and somebody who owes a move has one.",
    "refusals": "For every code: either it is in the list, or a rule forbids it; a refused move changes nothing.",
    "default": "Whose time is up has a default move: a legal one, and the same for the same view.",
    "greedy": "The sensible player, if there is one, makes a legal move, and the same for the same view.",
    "chance": "Outcomes ascend with positive weights, pick() is fair and the same as the engine's, and chance ends.",
    "board": "The board can be drawn, written and told in every position, on every screen and in every language.",
    "bar": "The buttons of a bar are legal moves of its seat, with words in every language; one view has one bar.",
    "pictures": "What a picture of a rule shows as right can be done; what it shows as wrong, this very rule forbids.",
    "lessons": "Whoever follows the marks of a lesson comes to its end; what they point at is drawn on every screen.",
    "reasons": "What a reason claims about points is what the score lines do; what differs is told differently.",
    "words": "Moves, rules, options and the log have words in every language.",
    "sheets": "A sheet typed in or tapped is scored, or everything wrong with it is said.",
    "secrecy": "What a seat is shown does not change when what it may not know is dealt anew.",
    "observation": "A seat's row of numbers keeps its bounds, hides what is hidden, and reads moves back.",
    "imagine": "imagine() gives possible deals, each with its true probability, and never peeks.",
    "learned": "A move that shows its seat something hidden raises learned().",
    "interleaving": "Moves of different seats in one round commute.",
    "undo": "What is taken back is as if it had never been.",
    "replay": "A record plays through to the same state.",
}
MOST = 3  # findings of one law that are kept: the rest would say the same


@dataclass(frozen=True)
class Finding:
    law: str
    setup: str
    step: int
    message: str
    where: str = ""  # in the game's code: its file and line

    def __str__(self) -> str:
        return f"[{self.law}] {self.setup}, step {self.step}: {self.message}{f' ({self.where})' if self.where else ''}"


class Findings:
    """Collects what is wrong in one case."""

    def __init__(self, setup: str, game: Game) -> None:
        self.setup = setup
        self.game = game
        self.step = 0
        self.found: list[Finding] = []
        self.endless = False  # chance that never ends: the other laws would only wait for it
        self._said: Counter[str] = Counter()

    def say(self, law: str, message: str, of: Any = None) -> None:
        """`of` is the method that it is about, if it is about one."""
        self._say(law, message, self._written(of))

    def _say(self, law: str, message: str, where: str) -> None:
        self._said[law] += 1
        if self._said[law] <= MOST:
            self.found.append(Finding(law, self.setup, self.step, message, where))

    def run(self, law: Callable[..., None], *given: object) -> None:
        """Hold the game against a law. A game that raises an error breaks the law it is asked about."""
        if not self.endless:
            self.attempt(getattr(law, "law", "turn"), "", law, self, *given)

    def attempt(self, law: str, what: str, call: Callable[..., Any], *given: object, **named: object) -> Any:
        """What a call gives; an error of the game is a finding, with its place, and gives None."""
        try:
            return call(*given, **named)
        except Exception as error:
            self.endless = self.endless or isinstance(error, EndlessChance)
            law = "chance" if isinstance(error, EndlessChance) else law
            said = f"{what}: " if what else ""
            self._say(law, f"{said}{type(error).__name__}: {error}", fault.place(error, self.game))
            return None

    def _written(self, of: Any) -> str:
        """Where a method of the game stands; compiled ones do not say."""
        code = getattr(of, "__code__", None)
        if code is None or Path(code.co_filename).is_relative_to(ENGINE):
            return ""
        return fault.written(code.co_filename, code.co_firstlineno, code.co_name)


def under(law: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Says which law a check that raises an error is about."""

    def mark(check: Callable[..., None]) -> Callable[..., None]:
        check.law = law  # type: ignore[attr-defined]
        return check

    return mark
