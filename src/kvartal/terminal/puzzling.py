"""Puzzles line by line: the board in words, a move at a time, and what is said of the turn."""

from collections.abc import Sequence

from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import N_
from kvartal.review.exercise import Exercise, grade, task, verdict, why
from kvartal.review.puzzle import Puzzle, Walk, walked
from kvartal.terminal import terminal_words
from kvartal.terminal.answer import meant
from kvartal.terminal.lines import Lines

HELP = (
    ("1, 2, …", N_("the move with that number in the list")),
    ("MOVE", N_("a move as it is written, or only the beginnings of its words")),
    ("undo", N_("take back the last move of the turn")),
    ("show", N_("show the answer")),
    ("next", N_("the next puzzle")),
    ("quit", N_("stop (the end of the input does the same)")),
)


class Puzzling:
    def __init__(self, puzzles: Sequence[Puzzle], lang: str, lines: Lines | None = None) -> None:
        self.puzzles = puzzles
        self.lang = lang
        self.words = terminal_words(lang)
        self.lines = lines if lines is not None else Lines()
        self.solved = 0

    def run(self) -> None:
        if not self.puzzles:
            print(self.words("There are no puzzles here."))
            return
        for number, puzzle in enumerate(self.puzzles, 1):
            game = puzzle.setup.game
            title = game.words(self.lang)(game.title)
            print(f"\n{title} · {number} / {len(self.puzzles)} · {grade(puzzle.missed, self.lang)}")
            if not self.ask(Exercise.of(puzzle)):
                break
        print(self.words("Solved: {n} of {all}", n=self.solved, all=len(self.puzzles)))

    def ask(self, exercise: Exercise) -> bool:
        """One puzzle, until it is solved, shown or passed over. False: stop."""
        print(task(exercise, self.lang))
        walk = Walk(exercise.view)
        self.show(walk)
        while True:
            line = self.lines.ask("> ")
            word = line.strip().lower() if line is not None else "quit"
            if word in ("quit", "exit"):
                return False
            if word == "next":
                return True
            if word == "show":
                self.tell(exercise)
                return True
            if word in ("?", "help"):
                for what, said in HELP:
                    print(f"  {what:14}{self.words(said)}")
                continue
            if word == "undo":
                walk = walked(exercise.view, walk.codes[:-1])
            elif not self.move(walk, line or ""):
                continue
            if not walk.over:
                self.show(walk)
                continue
            print(verdict(exercise, walk.codes, self.lang))
            if exercise.solved_by(walk.codes):
                self.solved += 1
                self.tell(exercise)
                return True
            print(self.words("Try again, or type show or next."))
            walk = Walk(exercise.view)
            self.moves(walk)

    def move(self, walk: Walk, typed: str) -> bool:
        view = walk.now()
        found = meant(typed, view.moves(), view.setup, self.lang)
        if found.several:
            names = ", ".join(view.setup.notation[code] for code in found.several[:12])
            print(self.words("That can be: {moves}", moves=names))
            return False
        if found.code is None:
            print(self.words("Type a number or a move; ? for help."))
            return False
        try:
            walk.move(found.code)
        except RefusedMove as refused:
            print(refused)
            return False
        return True

    def show(self, walk: Walk) -> None:
        print("\n" + walk.now().text(self.lang).rstrip() + "\n")
        self.moves(walk)

    def moves(self, walk: Walk) -> None:
        moves = walk.now().moves()
        width = max((len(str(move)) for move in moves), default=0)
        for number, move in enumerate(moves, 1):
            label = move.label(self.lang)
            print(f"{number:3d}  {move!s:{width}}  {label}".rstrip() if label != str(move) else f"{number:3d}  {move}")

    def tell(self, exercise: Exercise) -> None:
        for line in why(exercise, self.lang):
            print(f"  {line}")
