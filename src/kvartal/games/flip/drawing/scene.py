"""One view being drawn: what lies where, what may be done, who is who at this table."""

from kvartal.engine.svg import short
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.drawing.widgets import Pen
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import BUY, FACES, GIVE, KINDS, PLAY, RECYCLE, REMOVE, UPGRADE
from kvartal.games.flip.text.bar import bar_of
from kvartal.games.flip.text.board import Town, read
from kvartal.games.flip.text.labels import label, pile

# The moves that each zone of the table stands for
OF_DECK = frozenset((PLAY,))
OF_SUPPLY = frozenset((*range(BUY, BUY + FACES), *range(REMOVE, REMOVE + KINDS - 1)))
OF_DISCARD = frozenset((*range(RECYCLE, RECYCLE + FACES), *range(UPGRADE, UPGRADE + FACES)))

ANY = 1e9  # room for a name
Counter = tuple[str, str, int, int | None, str]  # id, sign, number, limit, word


class Scene:
    def __init__(self, view: View, words: Words) -> None:
        self.view = view
        self.words = words
        self.board = read(view)
        self.legal = frozenset(view.codes())
        self.bar = bar_of(view, self.board, words)
        self.counters = self._counters()

    def pen(self, moves: frozenset[int] = frozenset()) -> Pen:
        """For a zone that stands for these moves: only what it shows makes it another one."""
        board = self.board
        return Pen(self.view.setup, self.words.plain, board.phase, board.me is None, self.legal & moves)

    def gift(self, town: Town) -> str:
        """The move that hands the Apartment to this town, in words, if it can be made now."""
        code = GIVE + town.seat
        return label(self.view.setup, code, self.words) if code in self.legal else ""

    def owner(self, town: Town, room: float = ANY) -> str:
        return self.words("You") if town.seat == self.board.me else short(self.words.player(town.seat), room, 13, True)

    def playing(self, room: float = ANY) -> str:
        """Whose cards are in play, where that is not clear anyway; a long name is cut where there is little room."""
        board = self.board
        if len(board.towns) == 1 or board.phase == at.SETTING_UP:
            return ""
        return self.owner(board.towns[board.active], room)

    def whose(self, town: Town, room: float = ANY) -> str:
        """In front of the name of a zone: the near town needs no name if it is mine."""
        return "" if town.seat == self.board.me else f"{self.owner(town, room)} · "

    @property
    def shines(self) -> bool:
        """Somebody is waited for here, or it is over."""
        return self.board.phase == at.ENDING or self.board.mine

    @property
    def won(self) -> bool:
        """The cards in play have won."""
        return self.board.phase == at.ENDING and self.board.winner == self.board.active

    def _counters(self) -> tuple[Counter, ...]:
        board, words = self.board, self.words
        return (
            ("coins", "coin", board.coins, None, words("coins")),
            ("sad", "sad", board.sad, board.limit, words("sad faces")),
            ("points", "medal", board.points, board.tables.win_points, words("points")),
            ("cards", "cards", board.in_play, board.tables.win_cards or None, words("cards in play")),
        )

    def summary(self) -> str:
        """The board in a sentence, for those who hear it."""
        words, board = self.words, self.board
        parts = [self.bar.title]
        if board.in_play:
            parts.append(words("In play: {cards}", cards=pile(board.area, words.plain)))
        parts += [f"{shown}: {number}" for _, _, number, _, shown in self.counters]
        return ". ".join(parts)
