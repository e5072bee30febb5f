"""What can be typed besides a move. A move of the game comes first; `:undo` is a command even where it were a move."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kvartal.bots.levels import HINTS
from kvartal.engine.rule import ENGINE_RULES, RefusedMove
from kvartal.engine.words import N_
from kvartal.review.advice import Advised, advice, as_strong_as, text, why_not
from kvartal.terminal.answer import meant
from kvartal.terminal.report import log, score_sheet

if TYPE_CHECKING:
    from kvartal.terminal.dialogue import Dialogue

STOP, PLAYED = False, True  # what obey() answers; None: nothing has changed, ask again

HELP = (
    ("1, 2, …", N_("the move with that number in the list")),
    ("MOVE", N_("a move as it is written, or only the beginnings of its words")),
    ("why MOVE", N_("why a move is not allowed now; of one that is, what it is good for")),
    ("whynot MOVE", N_("what a move is worth beside the best one")),
    ("moves", N_("the list of moves again")),
    ("board", N_("the board again")),
    ("score", N_("the scores so far, line by line")),
    ("log", N_("everything that has happened")),
    ("hint", N_("what a strong bot would do, why, and what else")),
    ("undo", N_("take back the last move, if it has had no consequences yet")),
    ("save FILE", N_("write the match to a file")),
    ("quit", N_("stop (the end of the input does the same)")),
    (":undo", N_("a colon in front: always a command, never a move")),
)


class Commands:
    """The commands of one seat at one moment."""

    def __init__(self, dialogue: "Dialogue", seat: int) -> None:
        self.dialogue = dialogue
        self.match = dialogue.match
        self.words = dialogue.words
        self.seat = seat
        self.known: dict[str, Callable[[str], bool | None]] = {
            "?": self.help,
            "help": self.help,
            "why": self.why,
            "whynot": self.why_not,
            "moves": self.moves,
            "board": self.board,
            "score": self.score,
            "log": self.log,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "quit": self.quit,
            "exit": self.quit,
        }

    def obey(self, line: str) -> bool | None:
        """A command or a move. None: ask again."""
        word, _, rest = line.removeprefix(":").partition(" ")
        is_move = " ".join(line.split()) in self.match.setup.notation
        if word.lower() in self.known and not is_move:
            return self.known[word.lower()](rest.strip())
        if not line:
            print(self.words("Type a number or a move; ? for help."))
            return None
        return self.play(line)

    def code(self, typed: str) -> int | None:
        """The move that was meant; otherwise say what is unclear."""
        lang = self.dialogue.lang
        found = meant(typed, self.match.view(self.seat).moves(), self.match.setup, lang)
        if found.several:
            names = ", ".join(self.match.setup.notation[code] for code in found.several[:12])
            more = " …" if len(found.several) > 12 else ""
            print(self.words("That can be: {moves}", moves=names + more))
        elif found.code is None and typed.isdecimal():
            print(self.words("Type a number or a name of the list."))
        elif found.code is None:
            rule = ENGINE_RULES["engine.move.unknown"]
            near = " " + self.words("Did you mean “{move}”?", move=found.near) if found.near else ""
            print(f"{rule.said(self.words)}{near} [{rule.id}]")
        return found.code

    def play(self, typed: str) -> bool | None:
        code = self.code(typed)
        if code is None:
            return None
        try:
            self.match.play(self.seat, code, self.dialogue.lang)
        except RefusedMove as refused:
            print(refused)
            return None
        return PLAYED

    def help(self, _: str) -> None:
        for what, told in HELP:
            print(f"  {what:14}{self.words(told)}")

    def why(self, typed: str) -> None:
        if not typed:
            print(self.words("Type the move too: why MOVE"))
            return
        code = self.code(typed)
        if code is None:
            return
        setup = self.match.setup
        refusal = self.match.view(self.seat).refusal(code, self.dialogue.lang)
        if refusal is None:
            print(self.words("{move}: allowed now.", move=setup.notation[code]))
            for reason in self.match.view(self.seat).reasons(code, self.dialogue.lang):
                print(f"  {reason.text}")
            return
        where = refusal.rule.where(setup.game.words(self.dialogue.lang), setup.game.book(setup.options))
        place = ", ".join(filter(None, (refusal.rule.id, where)))
        print(f"{setup.notation[code]}: {refusal.text} [{place}]")

    def moves(self, _: str) -> None:
        self.dialogue.show_moves(self.seat)

    def board(self, _: str) -> None:
        print(self.match.view(self.seat).text(self.dialogue.lang).rstrip())

    def score(self, _: str) -> None:
        scores = self.match.view(self.seat).scores(self.dialogue.lang)
        print(score_sheet(self.match, scores, self.dialogue.lang))

    def log(self, _: str) -> None:
        print(log(self.match, self.seat, self.dialogue.lang))

    def hint(self, _: str) -> None:
        view = self.match.view(self.seat)
        self.advise(advice(view, as_strong_as(view, HINTS)))

    def why_not(self, typed: str) -> None:
        if not typed:
            print(self.words("Type the move too: whynot MOVE"))
            return
        code, view = self.code(typed), self.match.view(self.seat)
        if code is None:
            return
        if view.why(code) is not None:
            self.why(typed)
            return
        self.advise(why_not(view, code, as_strong_as(view, HINTS)))

    def advise(self, advised: Advised) -> None:
        """Said with the notation first: that is what is typed."""
        setup = self.match.setup
        print(f"{setup.notation[advised.best[0]]}: {text(advised, self.dialogue.lang)}")

    def undo(self, _: str) -> bool | None:
        before = len(self.match)
        self.dialogue.undo(self.seat)
        return PLAYED if len(self.match) < before else None

    def save(self, path: str) -> None:
        if not path:
            print(self.words("Type the file too: save FILE"))
            return
        self.dialogue.save(Path(os.path.expanduser(path)))  # noqa: PTH111 - leaves ~nobody as it is, without an error

    def quit(self, _: str) -> bool:
        return STOP
