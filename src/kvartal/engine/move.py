"""Move: an int inside the engine, a short readable notation everywhere else."""

from dataclasses import dataclass

from kvartal.engine.game import Setup
from kvartal.engine.option import shown
from kvartal.engine.rule import ENGINE_RULES, RefusedMove


@dataclass(frozen=True)
class Move:
    """One small move of one seat. `str(move)` is its notation, which reads back as the same move."""

    setup: Setup
    seat: int
    code: int

    def __str__(self) -> str:
        return self.setup.notation[self.code]

    def seen_by(self, seat: int | None) -> str:
        """The only text of this move that another seat, its log and its wire ever get."""
        return str(self) if seat == self.seat else self.setup.seen_notation[self.code]

    def label(self, lang: str = "en") -> str:
        """The move in words."""
        return self.setup.game.label(self.setup, self.code, self.setup.game.words(lang))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.seat, self.code) == (other.seat, other.code)

    def __hash__(self) -> int:
        return hash((self.seat, self.code))

    def __repr__(self) -> str:
        return f"<seat {self.seat}: {self}>"


def code_of(setup: Setup, move: "str | Move | int") -> int:
    """A move as a notation, a Move or a code → its code. What is no move of this set-up is refused."""
    if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(setup.notation):
        return move
    if isinstance(move, str | Move):
        return setup.code(str(move))
    last = len(setup.notation) - 1
    raise RefusedMove(
        ENGINE_RULES["engine.move.unknown"], f"{shown(move)} is neither a notation nor a code 0 to {last}."
    )
