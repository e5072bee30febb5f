"""Game: a box on the shelf. Setup: that box laid out for some players with some options."""

import hashlib
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kvartal.engine.bar import Bar, Button, turn_of
from kvartal.engine.board import HEIGHT, WIDTH
from kvartal.engine.data import BadData, Data, load_data
from kvartal.engine.layout import MOST_NAMED, Layout
from kvartal.engine.mind import Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.option import (
    WITHOUT_EFFECT,
    BadSetup,
    BadVersion,
    Option,
    OptionValue,
    Preset,
    listing,
    nearest,
    read_options,
    shown,
)
from kvartal.engine.reasons import Reason, afterwards, ending_reasons, score_reasons
from kvartal.engine.rule import ENGINE_RULES, Advice, Chapter, RefusedMove, Rule
from kvartal.engine.score import Line, SheetReport, SheetScore, TappedSheet
from kvartal.engine.state import NOBODY, State, Tables, decoded
from kvartal.engine.strength import Setting, load_settings
from kvartal.engine.thinking import BadWeights, Numbers, Thinking, load_numbers
from kvartal.engine.words import Words, words

if TYPE_CHECKING:
    from kvartal.engine.coach import Lesson
    from kvartal.engine.picture import Drawn, RulePicture
    from kvartal.engine.svg import Drawing
    from kvartal.engine.view import View

LONGEST_NOTATION = 200


@dataclass(frozen=True)
class Stream:
    """One source of chance: whose it is (or nobody's), whether only the owner sees it, its outcomes by name."""

    name: str
    outcomes: tuple[str, ...]
    owner: int = NOBODY
    private: bool = False


@dataclass(frozen=True)
class Said:
    """A move or a draw as one observer may read it. `code` is None where part of it is secret."""

    seat: int
    text: str
    code: int | None
    stream: Stream | None = None


class Game(ABC):
    """What a game tells the engine, the bots, the server, the pages and the terminal. One object per game."""

    key: str
    title: str
    tagline: str
    seats: range
    minutes: str
    rules: tuple[Rule, ...]
    chapters: tuple[Chapter, ...] = ()  # how they are told to somebody who learns the game
    pictures: "tuple[RulePicture, ...]" = ()  # those that are easier seen than told
    lessons: "tuple[Lesson, ...]" = ()  # first games with marks on the board, the usual one first
    version: int  # the newest one of the rules: raised when an old record would no longer replay
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    undecided: tuple[str, ...] = ()  # endings, by the ids of their rules, after which nobody has won
    folder: Path  # the game's room: data.toml, locale/, README.md. It is where the module of its class lies
    per_turn: bool = False  # points are those of a turn and gone with it: in the end everybody has had a best turn
    tapping: str = ""  # how its sheets are tapped, in a sentence, if it draws them

    def __init_subclass__(cls) -> None:
        """Find the room, unless the class names one, or is another shape of a game that has one."""
        if not hasattr(cls, "folder"):
            cls.folder = Path(getattr(sys.modules[cls.__module__], "__file__", None) or "game.py").resolve().parent

    def versions(self, players: int, options: Mapping[str, OptionValue]) -> range:
        """The versions of the rules by which such a table can be played; a new one takes the last of them.

        A game that can still play by its older rules says so here, and its states look at `tables.version`."""
        return range(self.version, self.version + 1)

    # Numbers ------------------------------------------------------------------------------------------------------

    @cached_property
    def data(self) -> Data:
        """The printed numbers: `data.toml` in the room, if the game has any."""
        file = self.folder / "data.toml"
        return load_data(file) if file.is_file() else Data({})

    def data_problems(self, data: Data) -> list[str]:
        """Everything wrong with corrected data, beyond places and types."""
        return []

    @abstractmethod
    def tables(self, players: int, options: Mapping[str, OptionValue], data: Data) -> Tables: ...

    @abstractmethod
    def layout(self, tables: Any) -> Layout: ...

    @abstractmethod
    def start(self, tables: Any) -> State:
        """The state before the first draw."""

    # Names --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def notation(self, tables: Any) -> Sequence[str]:
        """The name of every move code, in order."""

    def seen_notation(self, tables: Any) -> Sequence[str]:
        """What the others may read of every move code: the same, unless part of a move is secret."""
        return self.notation(tables)

    def misread(self, setup: "Setup", notation: str) -> tuple[Rule, str] | None:
        """The game's own rule, and the reason, for a text that is no move, e.g. `bid 2.5`; None: no such move."""
        return None

    def seat_codes(self, tables: Any) -> Sequence[int]:
        """Where moves name a seat, e.g. `give to 0`, `give to 1`, …: the first code of each such run, one per seat."""
        return ()

    @abstractmethod
    def streams(self, tables: Any) -> Sequence[Stream]: ...

    def label(self, setup: "Setup", code: int, words: Words) -> str:
        """A move in words, for buttons and logs."""
        return setup.notation[code]

    def offered(self, view: "View", code: int, words: Words) -> str:
        """A move in words where it is offered: a game may add what it is about now, such as the card behind a place."""
        return self.label(view.setup, code, words)

    def turn_number(self, state: State) -> int:
        """Which turn it is where somebody plays alone; −1: a turn lasts from draw to draw."""
        return -1

    # Scores and laws ----------------------------------------------------------------------------------------------

    def ties(self, options: Mapping[str, OptionValue], ending: str) -> Sequence[str]:
        """The rules, by their ids, that decide where points alone do not, in a game that ended by the rule `ending`."""
        return ()

    def ended(self, view: "View", words: Words) -> str:
        """How a game that is over came to its end, in a sentence that names who ended it; "": its rule says enough."""
        return ""

    def reached(self, setup: "Setup", state: State, seat: int) -> Sequence[str]:
        """What a seat has reached at the end that is worth counting over many games, by name, e.g. a whole house."""
        return ()

    def may_lose(self, setup: "Setup") -> bool:
        """Can somebody end without a place (`State.place` 0)? Alone one can; among several few games have losers."""
        return setup.players == 1

    def secrets(self, tables: Any) -> bool:
        """Is anything ever hidden from a seat, be it only until the others have confirmed?"""
        return type(self.start(tables)).known is not State.known

    def longest(self, tables: Any) -> int:
        """No game has more moves than this, draws not counted; 0: no bound is known."""
        return 0

    @abstractmethod
    def score_lines(self, setup: "Setup", state: State, seat: int, words: Words) -> list[Line]: ...

    def derive(self, setup: "Setup", cells: list[int]) -> list[int]:
        """The cells with every derived field (`Field(derived=True)`) worked out from the others.

        The others are inside their bounds, but may be a position that cannot be: `problems` says so afterwards.
        """
        return cells

    def problems(self, setup: "Setup", state: State) -> list[str]:
        """Everything wrong with a position that is inside its bounds and whose derived fields follow from the rest."""
        return []

    def pieces(self, setup: "Setup", state: State, seat: int, code: int) -> int:
        """With how many pieces a seat can make a move that others cannot read, e.g. with either of two equal chips.

        There is no true probability for what a rival chose: to those who cannot see it, every piece is as likely.
        """
        return 1

    def census(self, setup: "Setup", state: State) -> dict[str, int]:
        """How many there are of each thing that is never lost. It is the same in every state of a game."""
        return {}

    def score_sheet(self, text: str, words: Words) -> SheetReport:
        """Check and score an end position that a person typed in, as text or JSON (see the game's README)."""
        raise NotImplementedError(f"{self.key} scores no sheets typed in")

    def sheet_position(self, text: str, words: Words) -> dict[str, Any]:
        """The position of a sheet typed in, in the form of `Match.to_json()`, with the players' `names`.

        A sheet that does not tell enough for the game to go on, or what cannot be, is a BadPosition.
        """
        raise NotImplementedError(f"{self.key} begins at no sheets typed in")

    def tap_sheet(self, text: str, tap: str, words: Words, *, width: int = WIDTH) -> TappedSheet:
        """The sheets of `score_sheet` drawn for tapping; `tap` is what was touched, empty to begin with."""
        raise NotImplementedError(f"{self.key} draws no sheets to tap")

    # Words and pictures ---------------------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        return words(lang, self.folder)

    def book(self, options: Mapping[str, OptionValue]) -> str:
        """Which of several rulebooks is played by, as `Rule.page` names them; empty where there is only one."""
        return ""

    def value_text(self, option: Option, value: OptionValue, words: Words) -> str:
        """One value of an option in words."""
        if isinstance(value, str) and option.value_texts:
            return words(option.value_texts[option.values.index(value)])
        return str(value)

    def explain(self, view: "View", code: int, rule: Rule, words: Words) -> str | Advice:
        """Why a move is refused, with the numbers of this position; a sentence that says what to do instead is an
        Advice, with the codes of those moves: all of them are legal now."""
        return rule.said(words)

    def narrate(self, said: Said, before: "View", after: "View", words: Words) -> list[tuple[Rule | None, str]]:
        """Log lines for one step as the observer of both views saw it."""
        return [(None, said.text)]

    def rivals(self, view: "View", words: Words) -> list[SheetScore]:
        """The score sheets of those who have no seat, such as an opponent made of cards."""
        return []

    def notes(self, view: "View", words: Words) -> list[str]:
        """What the rules conclude from the position and a player wants to be told, e.g. what a building lacks."""
        return []

    def text(self, view: "View", words: Words) -> str:
        """The board for a terminal."""
        return json.dumps(view.facts(), ensure_ascii=False, indent=1)

    def told(self, view: "View", words: Words) -> Sequence[tuple[str, Sequence[str]]]:
        """The board in words alone, for whoever listens: headings, each with its lines. None: its text will do."""
        return ()

    def draw(self, view: "View", words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> "str | Drawing":
        """The board as SVG for a place so wide and high; every target carries an id, its move's notation and a spoken
        label. It may be higher than the place: then people scroll."""
        raise NotImplementedError

    def draw_picture(self, view: "View", picture: "RulePicture", words: Words) -> "Drawn":
        """A part of the board as an example of a rule, with the move that it is about marked. `view` is after the move
        where that is right, and before it where it is wrong."""
        raise NotImplementedError

    def bar(self, view: "View", words: Words) -> Bar:
        """Headline, sentence and buttons of the moment, apart from the board: the moves that have no place on it."""
        codes = view.codes() if type(self).draw is Game.draw else ()
        buttons = (Button(code, self.label(view.setup, code, words), self.offered(view, code, words)) for code in codes)
        return Bar(turn_of(view, words), buttons=tuple(buttons))

    def reasons(self, view: "View", codes: Sequence[int], words: Words) -> Sequence[Reason]:
        """What a move or a whole turn of this seat is good for; nothing that the seat may not know. Here: by which
        rules its points change. A game adds what becomes or stays possible."""
        after = afterwards(view, codes)
        return [*ending_reasons(view, after, words), *score_reasons(view, after, words)]

    def greedy(self, view: "View") -> int:
        """The code of a sensible move, from what the seat knows. Frozen once a game is finished."""
        raise NotImplementedError

    def default(self, view: "View") -> int:
        """The code of the move made for a seat whose time is up: always legal, and the least committal there is."""
        return view.moves()[0].code

    # Minds --------------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> Numbers:
        """What `bot/weights.toml` in the room says about playing well, if there is one."""
        return load_numbers(self.folder / "bot" / "weights.toml")

    @cached_property
    def strength(self) -> tuple[Setting, ...]:
        """Where its bots are compared, and what they are to reach: `bot/strength.toml` in the room, if there is one."""
        return load_settings(self.folder / "bot" / "strength.toml")

    def modes(self, setup: "Setup") -> Sequence[str]:
        """The sections of weights.toml that apply to a set-up besides `usual`, the most particular last."""
        return ("solo",) if setup.players == 1 else ()

    def mind(self, setup: "Setup", weights: Sequence[int] | Mapping[str, int] | None = None) -> Mind:
        """What judges this game: a new one, because it owns its scratch. Here: one that knows the rules and no more.

        A game with a mind of its own says `return MyMind(setup.tables, self.weighed(setup, weights))`.
        """
        mind = Mind(setup.tables, self.weighed(setup, weights))
        mind.trust = 0
        return mind

    def thinking(self, setup: "Setup") -> Thinking:
        """How the search goes about this set-up, and what its levels are."""
        return self.numbers.thinking(self.modes(setup), setup.players == 1)

    def weighed(self, setup: "Setup", weights: Sequence[int] | Mapping[str, int] | None = None) -> list[int]:
        """The weights of this set-up as the mind gets them: those of the file, some of them replaced by name, or a
        whole list of others."""
        usual = self.numbers.weights(self.modes(setup))
        if weights is None:
            return list(usual.values())
        if isinstance(weights, Mapping):
            strange = [name for name in weights if name not in usual]
            if strange:
                hint = nearest(strange[0], usual)
                raise BadWeights(
                    [f"{self.key} has no weight {shown(strange[0])}{hint}; there are: {listing(usual) or 'none'}"]
                )
            return list((usual | dict(weights)).values())
        if len(weights) != len(usual):
            raise BadWeights([f"{self.key} has {len(usual)} weights, not {len(weights)}: {listing(usual) or 'none'}"])
        return list(weights)

    # The same for all games -----------------------------------------------------------------------------------------

    def rule(self, rule_id: str) -> Rule:
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        return ENGINE_RULES[rule_id]

    def check_version(self, version: int) -> None:
        """Refuse what can be no version of these rules here, whatever the set-up."""
        if isinstance(version, bool) or not isinstance(version, int) or not 0 < version <= self.version:
            raise BadVersion(
                f"this program plays the rules of {self.key} up to version {self.version}, not version {shown(version)}"
            )

    def without_effect(self, players: int, options: Mapping[str, OptionValue]) -> dict[str, str]:
        """The options that change nothing with the others chosen so, each with a sentence that says why."""
        needing = [(option.name, option.needs) for option in self.options if option.needs is not None]
        return {name: needs.text for name, needs in needing if not needs.met(players, options)}

    def set_up(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        corrections: Mapping[str, Any] | None = None,
        preset: str | None = None,
        version: int | None = None,
        stored: bool = False,
    ) -> "Setup":
        """Lay the game out, by the newest rules unless told. Anything unknown or impossible is a BadSetup that lists
        what there is.

        So is an option without effect, unless this set-up was chosen earlier and is only read again (`stored`)."""
        if version is not None:
            self.check_version(version)  # first of all: newer rules may have options that nobody knows here
        if players is None:
            players = max(self.seats.start, min(2, self.seats.stop - 1))
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.seats:
            raise BadSetup(
                f"{self.key} is for {self.seats.start} to {self.seats.stop - 1} players, not {shown(players)}"
            )
        bundle = {} if preset is None else self._bundle(preset)
        usual = read_options(self.options, bundle)
        chosen = read_options(self.options, bundle | dict(options or {}))
        for name, why in () if stored else self.without_effect(players, chosen).items():
            if chosen[name] != usual[name]:
                value = next(option for option in self.options if option.name == name).write(chosen[name])
                raise BadSetup(WITHOUT_EFFECT, option=name, value=value, why=why)
        data = self.data.corrected(corrections or {})
        problems = self.data_problems(data)
        if problems:
            raise BadData(problems)
        played = self.versions(players, chosen)
        if version is None:
            version = played[-1]
        elif version not in played:
            known = "–".join(map(str, sorted({played[0], played[-1]})))
            raise BadVersion(
                f"with this set-up this program plays version {known} of the rules of {self.key}, not version {version}"
            )
        if corrections:
            return Setup(self, players, chosen, data, version)
        return _as_printed(self, players, tuple(chosen.items()), version)

    def _bundle(self, preset: str) -> dict[str, object]:
        """The options of a preset."""
        by_name = {each.name: each for each in self.presets}
        if not isinstance(preset, str) or preset not in by_name:
            hint = nearest(preset, by_name)
            raise BadSetup(f"unknown preset {shown(preset)}{hint}; there are: {listing(by_name) or 'none'}")
        return dict(by_name[preset].options)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, tuple[type["Game"]]]:
        KNOWN[type(self)] = self
        return of_class, (type(self),)

    def __repr__(self) -> str:
        return f"<{self.key}: {self.title}>"


KNOWN: dict[type[Game], Game] = {}  # that were pickled here, or read


def of_class(kind: type[Game]) -> Game:
    """The game of this class: the very one where its set-ups were pickled, another one elsewhere."""
    if kind not in KNOWN:
        KNOWN[kind] = kind()
    return KNOWN[kind]


@lru_cache(maxsize=64)
def laid_out(game: Game, told: str) -> "Setup":
    """A set-up that was pickled."""
    players, options, corrections, version = json.loads(told)
    return game.set_up(players, options, corrections, version=version, stored=True)


@lru_cache(maxsize=64)
def _as_printed(game: Game, players: int, options: tuple[tuple[str, OptionValue], ...], version: int) -> "Setup":
    """Laid out alike, with the printed numbers: one for all. A set-up and its tables know each other, so that one that
    nobody needs any more would stay until all memory is looked through."""
    return Setup(game, players, dict(options), game.data, version)


class Setup:
    """A game laid out: the immutable frame of every state, move and view of one match."""

    def __init__(self, game: Game, players: int, options: Mapping[str, OptionValue], data: Data, version: int) -> None:
        self.game = game
        self.version = version  # of the rules
        self.players = players
        self.options = dict(options)
        self.data = data
        self.tables = game.tables(players, options, data)
        self.tables.version = version
        self.tables.frame = self
        self.layout = game.layout(self.tables)
        self.notation = tuple(game.notation(self.tables))
        self.seen_notation = tuple(game.seen_notation(self.tables))
        self.streams = tuple(game.streams(self.tables))
        self._codes = {name: code for code, name in enumerate(self.notation)}

    @cached_property
    def digest(self) -> str:
        """Names exactly these rules, numbers, options and players."""
        parts = [self.game.key, self.version, self.players, self.options, self.data.digest()]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Tables laid out alike are alike: what is remembered of one serves the others, and only one is kept."""
        return self is other or (isinstance(other, Setup) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def renewed(self) -> "Setup":
        """The same table by the newest rules: what a rematch is played by."""
        newest = self.game.versions(self.players, self.options)[-1]
        if newest == self.version:
            return self
        return Setup(self.game, self.players, self.options, self.data, newest)

    def start(self) -> State:
        return self.game.start(self.tables)

    def state(self, cells: Sequence[int]) -> State:
        """A state with these cells. (A set-up keeps no state of its own: every view leads to its set-up.)"""
        return self.start().with_cells(list(cells))

    def restore(self, data: bytes) -> State:
        """The state that `State.encode` wrote, one of a view included; what cannot be one of this set-up is refused."""
        cells = decoded(data)
        state = self.state(cells)
        wrong = self.layout.out_of_bounds(cells, known=True)
        if wrong:
            raise ValueError(f"not a state of this set-up of {self.game.key}: {'; '.join(wrong[:MOST_NAMED])}")
        return state

    def __copy__(self) -> "Setup":
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> "Setup":
        return self

    def __reduce__(self) -> tuple[Any, tuple[Game, str]]:
        """For pickle, between one's own processes: laid out again, and checked like any other."""
        told = [self.players, self.options, self.data.corrections(), self.version]
        return laid_out, (self.game, json.dumps(told))

    def buffer(self) -> "vec[i64]":
        """A buffer that any fill_moves fits into. Keep it: one that Python hands to compiled code is never freed."""
        return vec[i64]([0] * len(self.notation))

    def code(self, notation: str) -> int:
        """Notation → code. What is no move of this set-up is refused, with the nearest one as a hint."""
        plain = len(notation) <= LONGEST_NOTATION and notation.isprintable()
        text = " ".join(notation.split()) if plain else ""
        code = self._codes.get(text) if plain else None
        if code is None:
            own = self.game.misread(self, text)
            if own is not None:
                raise RefusedMove(*own)
            rule = ENGINE_RULES["engine.move.unknown"]
            raise RefusedMove(rule, f"{shown(notation)} is not a move of this game{nearest(notation, self._codes)}.")
        return code
