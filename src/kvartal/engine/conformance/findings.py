"""What was found, and under which law."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

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
    "chance": "Outcomes ascend with positive weights, and pick() is fair and the same as the engine's.",
    "secrecy": "What a seat is shown does not change when what it may not know is dealt anew.",
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

    def __str__(self) -> str:
        return f"[{self.law}] {self.setup}, step {self.step}: {self.message}"


class Findings:
    """Collects what is wrong in one case."""

    def __init__(self, setup: str) -> None:
        self.setup = setup
        self.step = 0
        self.found: list[Finding] = []
        self._said: Counter[str] = Counter()

    def say(self, law: str, message: str) -> None:
        self._said[law] += 1
        if self._said[law] <= MOST:
            self.found.append(Finding(law, self.setup, self.step, message))

    def run(self, law: Callable[..., None], *given: object) -> None:
        """Hold the game against a law. A game that raises an error breaks the law it is asked about."""
        self.guard(getattr(law, "law", "turn"), lambda: law(self, *given))

    def guard(self, law: str, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self.say(law, f"{type(error).__name__}: {error}")


def under(law: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Says which law a check that raises an error is about."""

    def mark(check: Callable[..., None]) -> Callable[..., None]:
        check.law = law  # type: ignore[attr-defined]
        return check

    return mark
