"""A seat in plain text, for language models: what it knows and what it can do; and its answer, read with good will.

from kvartal.research.reading import answered, reading

view = match.view(seat)
answer = answered(view, ask_a_model(reading(view)))
if answer.move is None:
    answer = answered(view, ask_a_model(answer.retry))
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.move import Move
from kvartal.engine.option import listing, nearest, shown
from kvartal.engine.rule import ENGINE_RULES, Refusal, Rule
from kvartal.engine.view import View
from kvartal.research.fields import written

MOVES, FIELDS = "Your moves", "Every field"  # headings
LONGEST_ANSWER = 10_000  # characters of an answer that are looked at, from its end: models decide last
SOME = 40  # legal moves that a refusal names
SEVERAL = Rule("answer.several", "An answer names one move.", source="derived")
NONE = Rule("answer.none", "An answer names a move as it is written.", source="derived")

QUOTES = "`'\"*_“”‘’„«»<>[](){}"
MARKED = re.compile(r"`+([^`\n]+)`+|\*\*([^*\n]+)\*\*|\"([^\"\n]+)\"|“([^”\n]+)”|«([^»\n]+)»|'([^'\n]+)'")
NAMED = re.compile(r"\b(?:move|answer|action|choice|decision)[`'\"*_”]*\s*(?:is\s*:?|[:=])\s*(.+)", re.IGNORECASE)
NUMBERED = re.compile(r"^\s*(?:[-•–—>]+|\(?\d{1,3}[.)](?=\s))\s*")
# Words before a move that say that it is not the one: `do not stop`, `rather than pass`.
AGAINST = re.compile(r"(?:\b(?:not|cannot|never|without|than|instead of)|n['’]t)\s+(?:[\w'’]+\s+){0,2}$")


# What a seat is told ----------------------------------------------------------------------------------------------


def reading(view: View, lang: str = "en", *, brief: bool = False, names: bool = False) -> str:
    """Everything that a seat knows and can do, as text that needs nothing said before.

    The board in words comes first, then every field as JSON (`brief` leaves it out: it has what people would have to
    remember, such as the cards that are gone), at the end the moves. People are called by their seats unless `names`
    asks for what they call themselves, which is text of strangers.
    """
    shown_to = view if names else View(view.setup, view.seat, view.known)
    parts = [head(shown_to), *board(shown_to, lang)]
    if not brief:
        parts.append(f"## {FIELDS} (what is left out is 0, none or empty; null: you may not know it)\n{written(view)}")
    return "\n\n".join([*parts, moves(shown_to, lang)])


def head(view: View) -> str:
    """Which game, with which options, and whose eyes these are."""
    setup = view.setup
    usual = {option.name: option.default for option in setup.game.options}
    chosen = [
        f"{option.name} = {option.write(setup.options[option.name])}"
        for option in setup.game.options
        if setup.options[option.name] != usual[option.name]
    ]
    who = "You watch." if view.seat is None else f"You are seat {view.seat}, Player {view.seat + 1}."
    options = f" ({listing(chosen)})" if chosen else ""
    return f"# {setup.game.title}{options}, {setup.players} players, seats 0 to {setup.players - 1}. {who}"


def board(view: View, lang: str = "en") -> list[str]:
    """The board in words, heading by heading."""
    told = view.told(lang)
    if not told:
        return [view.text(lang)]
    return ["\n".join([f"## {title}", *(f"- {line}" for line in lines)]) for title, lines in told]


def moves(view: View, lang: str = "en") -> str:
    """What the seat can do, each as it is to be answered, with what it means; else why there is nothing."""
    legal = view.moves()
    if legal:
        rows = [f"- {move} — {move.label(lang)}" for move in legal]
        return "\n".join([f"## {MOVES} (answer with one of them, as it stands before the dash)", *rows])
    if view.over:
        return f"## {MOVES}\nnone: the game is over. {how_it_ended(view)}"
    return f"## {MOVES}\nnone now: seats that owe a move: {listing(view.waiting) or 'nobody'}"


def how_it_ended(view: View) -> str:
    """Points and place of every seat, and the rule that ended the game."""
    known, game = view.known, view.setup.game
    rule = game.rules[known.ending()]
    ended = []
    for seat in range(view.setup.players):
        place = 0 if rule.id in game.undecided else known.place(seat)
        ended.append(f"seat {seat}: {known.score(seat)} points, {f'place {place}' if place else 'no place'}")
    return f"{rule.id}: {rule.text} {'; '.join(ended)}"


# What it answers --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """A move, or why the answer is none: then `retry` tells the model what was wrong and what would be right."""

    move: Move | None
    refusal: Refusal | None = None
    retry: str = ""


def answered(view: View, text: str, lang: str = "en") -> Answer:
    """The move that an answer means, whatever stands around it: prose, quotes, numbers of a list, other letters."""
    code = _meant(view, text)
    if isinstance(code, int):
        refusal = view.refusal(code, lang)
        if refusal is None and view.seat is not None:
            return Answer(Move(view.setup, view.seat, code))
        assert refusal is not None
        return _refused(view, refusal, view.setup.notation[code])
    return _refused(view, code)


def _refused(view: View, refusal: Refusal, move: str = "") -> Answer:
    legal = [str(each) for each in view.moves()]
    lines = [f"Refused by the rule {refusal.rule.id}{f', {shown(move)}' if move else ''}: {refusal.text}"]
    if refusal.instead:
        lines.append(f"You could: {'; '.join(map(str, refusal.instead))}.")
    if legal:
        more = f" … ({len(legal) - SOME} more)" if len(legal) > SOME else ""
        lines.append(f"Legal now: {'; '.join(legal[:SOME])}{more}. Answer with exactly one of them and nothing else.")
    else:
        lines.append("You have no move now.")
    return Answer(None, refusal, "\n".join(lines))


def _meant(view: View, text: str) -> int | Refusal:
    """The code of the one move that an answer names, legal or not."""
    if not view.codes():
        rule = ENGINE_RULES["engine.move.over" if view.over else "engine.move.waiting"]
        return Refusal(rule, rule.text)
    text = unicodedata.normalize("NFKC", text)[-LONGEST_ANSWER:].strip()
    setup = view.setup
    for codes in (_exactly(setup, part) for part in _clearest(text)):
        if codes:
            return _one_of(setup, codes)
    codes = _labelled(view, text) or _mentioned(setup, text, set(view.codes()))
    if codes:
        return _one_of(setup, codes)
    said = f"the answer {shown(text[-60:])} names no move of this game{nearest(plain(text), setup.notation)}."
    return Refusal(NONE, said)


def _one_of(setup: Setup, codes: Iterable[int]) -> int | Refusal:
    different = list(dict.fromkeys(codes))
    if len(different) == 1:
        return different[0]
    named = "; ".join(setup.notation[code] for code in different[:SOME])
    return Refusal(SEVERAL, f"the answer names several moves ({named}), and it is not clear which one is meant.")


def plain(text: str) -> str:
    """Small letters, single spaces, and nothing around it: no quotes, no number of a list, no full stop."""
    before = None
    while text != before:
        before = text
        text = NUMBERED.sub("", text.strip().strip(QUOTES).strip()).rstrip(".!,;:")
    return " ".join(text.casefold().split())


@lru_cache(maxsize=64)
def _names(setup: Setup) -> dict[str, int]:
    """Every move as it is looked for, the longest first."""
    names = {plain(name): code for code, name in enumerate(setup.notation)}
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))


def _exactly(setup: Setup, parts: Iterable[str]) -> list[int]:
    names = _names(setup)
    return [names[said] for part in parts if (said := plain(part)) in names]


def _clearest(text: str) -> Iterable[Sequence[str]]:
    """Where a decision stands if there is one: alone; after `move:`; in a line of its own; in quotes."""
    yield [text]
    yield NAMED.findall(text)
    yield text.splitlines()
    yield [next(filter(None, found)) for found in MARKED.findall(text)]


def _mentioned(setup: Setup, text: str, legal: set[int]) -> list[int]:
    """The moves that stand in a text as whole words; of those that overlap, the longest."""
    said = " ".join(text.casefold().split())
    found: list[tuple[int, int, int]] = []
    for name, code in _names(setup).items():
        for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?!\w|\.\w)", said):
            start, end = match.span()
            if not any(first < end and start < last for first, last, _ in found):
                found.append((start, end, code))
    codes = [code for start, _, code in sorted(found) if not AGAINST.search(said[:start])]
    # `play` or `keep` are words of any sentence: beside a legal move they are none that was meant.
    return [code for code in codes if code in legal or " " in setup.notation[code]] or codes


def _labelled(view: View, text: str) -> list[int]:
    """The legal moves whose words are the answer."""
    said = plain(text)
    return [move.code for move in view.moves() if plain(move.label()) == said]


def read_turn(text: str | Sequence[str]) -> list[str]:
    """The moves of a whole turn: a list, or text with semicolons or line ends between."""
    parts = re.split(r"[;\n]", text) if isinstance(text, str) else text
    return [part.strip() for part in parts if part.strip()]
