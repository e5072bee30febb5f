"""A match as a dialogue, line by line: tell what happened, show the board, ask, play.

Written against the contract only: any number of seats may owe a move, and what a person reads is always made from
that person's own view.
"""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from kvartal.bots import CEILING, Budget, Seated, ask
from kvartal.bots.levels import Leveled
from kvartal.engine.deal import SeededDeal, ToldDeal
from kvartal.engine.log import in_full
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.terminal import names_of, terminal_words
from kvartal.terminal.commands import Commands
from kvartal.terminal.lines import Lines
from kvartal.terminal.report import ending, score_sheet
from kvartal.terminal.seats import Sitter, bots_of


class Dialogue:
    """One match, its people at this keyboard, and its bots."""

    def __init__(
        self, match: Match, seated: Sequence[Sitter], lang: str, lines: Lines | None = None, save: Path | None = None
    ) -> None:
        self.match = match
        self.lang = lang
        self.words = terminal_words(lang)
        self.lines = lines if lines is not None else Lines()
        self.names = names_of(match, lang)
        self.bots = bots_of(match, seated)
        self.thought = dict.fromkeys(self.bots, 0.0)  # seconds, each in its turn
        self.people = [seat for seat in range(match.setup.players) if seat not in self.bots]
        self.reader = self.people[0] if len(self.people) == 1 else None  # whose eyes the output is for
        self.asked: int | None = None  # who sits at the keyboard
        self.told: dict[int | None, int] = dict.fromkeys((None, *self.people), 0)  # lines of the log each has read
        self.save_to = save

    # The life of a match ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over, or until somebody stops or the input ends. Then save, if asked to."""
        self.introduce()
        going_on = True
        try:
            while going_on and not self.match.over:
                going_on = self.step()
            if self.match.over:
                self.finish()
        finally:  # also when interrupted: what was played is not lost
            if self.save_to is not None:
                self.match.save(self.save_to, private=True)
                print(self.words("Saved: {path}", path=self.save_to))

    def step(self) -> bool:
        """One move of anybody, bots first. False: the person wants to stop."""
        waiting = self.match.waiting
        if not waiting:
            return self.ask_chance()
        bots = [seat for seat in waiting if seat in self.bots]
        if bots:
            seat = bots[0]
            self.match.play(seat, self.chosen_by(seat))
            if len(self.people) < 2:  # several people read, each in their turn, what they may know
                self.tell(self.reader)
            return True
        return self.ask(self.asked if self.asked in waiting else waiting[0])

    def chosen_by(self, seat: int) -> Move:
        """A bot's move. A level that has to think several times in one turn has the seconds for all of it; bots of
        other people, which may not notice how few are left, have them for every answer."""
        player = self.bots[seat]
        ours = isinstance(player, Seated) and isinstance(player.player, Leveled)
        if not ours or not self.match.turn_of(seat):
            self.thought[seat] = 0.0
        began = perf_counter()
        move = ask(player, self.match.view(seat), Budget(max(0.0, CEILING - self.thought[seat])))
        self.thought[seat] += perf_counter() - began
        return move

    def introduce(self) -> None:
        game = self.match.setup.game
        print(game.title)
        for seat, name in enumerate(self.names):
            kind = self.words("bot") if seat in self.bots else self.words("person")
            print("  " + self.words("seat {seat}: {name} ({kind})", seat=seat, name=name, kind=kind))
        if self.people:
            print(self.words("Answer with a number, a move, or the beginning of one; ? for help."))

    def finish(self) -> None:
        self.tell(self.reader)
        print("\n" + self.match.view(self.reader).text(self.lang).rstrip())
        print("\n" + score_sheet(self.match, self.match.scores(self.lang), self.lang))
        print("\n" + ending(self.match, self.lang))
        if isinstance(self.match.deal, SeededDeal):
            print(self.words("The same deal again: --seed {seed}", seed=self.match.deal.seed))
        hurried = [seat for seat, bot in self.bots.items() if isinstance(bot, Seated) and bot.cut_short]
        if hurried:
            names = ", ".join(self.names[seat] for seat in hurried)
            print(self.words("Time ran out in some turns ({names}): the same deal may go differently.", names=names))

    # Telling ------------------------------------------------------------------------------------------------------

    def tell(self, seat: int | None) -> None:
        """The log lines this reader has not read yet."""
        words = self.match.setup.game.words(self.lang).at_table(self.match.names)
        for line, said in in_full(self.match.log(seat, self.lang, since=self.told[seat]), words):
            print(f"{'  · ' if line.seat is None else ''}{said}")
            self.told[seat] = line.number + 1

    def forget(self) -> None:
        """A step was taken back: nobody has read more than there is to read now."""
        for seat, told in self.told.items():
            readable = sum(self.match.said(number, seat) is not None for number in range(len(self.match)))
            self.told[seat] = min(told, readable)

    # Asking -------------------------------------------------------------------------------------------------------

    def ask(self, seat: int) -> bool:
        """Let a person act. False: stop."""
        self.hand_over(seat)
        self.tell(seat)
        self.show(seat)
        commands = Commands(self, seat)
        while True:
            line = self.lines.ask(f"{self.names[seat]}> ")
            if line is None:
                print(self.words("The input has ended."))
                return False
            outcome = commands.obey(line.strip())
            if outcome is not None:
                return outcome

    def show(self, seat: int) -> None:
        print("\n" + self.match.view(seat).text(self.lang).rstrip() + "\n")
        self.show_moves(seat)

    def show_moves(self, seat: int) -> None:
        moves = self.match.view(seat).moves()
        width = max((len(str(move)) for move in moves), default=0)
        for number, move in enumerate(moves, 1):
            label = move.label(self.lang)
            print(f"{number:3d}  {move!s:{width}}  {label}".rstrip() if label != str(move) else f"{number:3d}  {move}")

    def hand_over(self, seat: int) -> None:
        """A curtain between two people at one keyboard, if the next one must not see what the last one saw."""
        last, self.asked = self.asked, seat
        if len(self.people) < 2 or seat == last or not self.lines.person or not self.secrets():
            return
        self.lines.hide_what_was_shown()
        self.lines.ask(
            self.words("The keyboard goes to {name}. Press Enter when nobody else looks.", name=self.names[seat])
        )

    def secrets(self) -> bool:
        """Does anybody at this keyboard know what another does not?"""
        return len({self.match.view(seat).encode() for seat in self.people}) > 1

    def ask_chance(self) -> bool:
        """Somebody has real cards or dice: ask what they brought."""
        chance = self.match.chance
        if chance is None or not isinstance(self.match.deal, ToldDeal):
            raise BadSetup(self.words("This match cannot be played on here: its deal is not in the file."))
        outcomes = list(chance.outcomes)
        print(self.words("What did chance bring: {stream}?", stream=chance.stream))
        for number, outcome in enumerate(outcomes, 1):
            print(f"{number:3d}  {outcome}")
        while True:
            line = self.lines.ask("* ")
            if line is None or line.strip() in ("quit", "exit"):
                return False
            text = line.strip()
            if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= len(outcomes):
                text = outcomes[int(text) - 1]
            if text in outcomes:
                self.match.happen(text)
                return True
            print(self.words("Type a number or a name of the list."))

    # Acting -------------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> None:
        """Take back the seat's last move; without secrets, whoever of the people here moved last may."""
        last = self.match.entries[-1].seat if len(self.match) else None
        if last in self.people and last is not None and not self.secrets():
            seat = last
        try:
            move = self.match.undo(seat)
        except RefusedMove as refused:
            print(f"{refused.rule.said(self.words)} [{refused.rule.id}]")
            return
        self.forget()
        print(self.words("Taken back: {move}", move=move.label(self.lang)))

    def save(self, path: Path) -> bool:
        """Write the record; a disk that refuses is told, not fatal."""
        try:
            self.match.save(path, private=True)
        except OSError as error:
            print(self.words("Not saved: {path}: {reason}", path=path, reason=error.strerror or error))
            return False
        print(self.words("Saved: {path}", path=path))
        return True
