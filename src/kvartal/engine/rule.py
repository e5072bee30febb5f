"""Rules with names. Every refused move and every line of a score points to one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kvartal.engine.words import N_, Words

if TYPE_CHECKING:
    from kvartal.engine.move import Move

PLACE = re.compile(r"(\w+):(\S.*)")  # the name of a rulebook, and a page or a chapter of it
SOURCES = ("rulebook", "public", "derived", "house")


@dataclass(frozen=True)
class Rule:
    """One rule: an id such as `flip.bust`, our own wording, where the rulebook has it, and where it comes from.

    `page` is a page (`12`) or the heading of a chapter, in English; with several rulebooks one place in each that has
    it, after the name of the book (`2018:12`)."""

    id: str
    text: str
    page: str | tuple[str, ...] = ""
    source: str = "rulebook"

    @property
    def topic(self) -> str:
        """What it is about: the second part of its id."""
        return self.id.split(".")[1]

    def said(self, words: Words) -> str:
        return words(self.text)

    def where(self, words: Words, book: str = "") -> str:
        """Where it stands, in the words of its game; `book`: only the place in that one of several rulebooks."""
        places = (self.page,) if isinstance(self.page, str) else self.page
        named = [(PLACE.fullmatch(place) or ("", "", place)) for place in places if place]
        return "; ".join(_place(name[1], name[2], words) for name in named if not (book and name[1]) or name[1] == book)

    def __str__(self) -> str:
        return self.id


def _place(book: str, part: str, words: Words) -> str:
    if part.isdigit():
        if book:
            return words("rulebook {book}, page {page}", book=book, page=part)
        return words("rulebook, page {page}", page=part)
    if book:
        return words("rulebook {book}, “{part}”", book=book, part=words(part))
    return words("rulebook, “{part}”", part=words(part))


@dataclass(frozen=True)
class Chapter:
    """A part of the rules as somebody learns it: a few sentences, and after them the rules by name that belong to it.

    `about` are the second parts of their ids: `("buy", "upgrade")` for `flip.buy.money` and `flip.upgrade.once`."""

    title: str
    text: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


def in_chapters(rules: Iterable[Rule], chapters: Iterable[Chapter]) -> list[tuple[Chapter | None, list[Rule]]]:
    """The rules as a person reads them: chapter by chapter, then (None) what no chapter is about."""
    left = list(rules)
    found: list[tuple[Chapter | None, list[Rule]]] = []
    for chapter in chapters:
        found.append((chapter, [rule for rule in left if rule.topic in chapter.about]))
        left = [rule for rule in left if rule.topic not in chapter.about]
    return [*found, (None, left)] if left else found


def rulebook(game: str, numbered: Mapping[int, Rule] | Iterable[Rule], rest: Iterable[Rule] = ()) -> tuple[Rule, ...]:
    """The rules of a game in a fixed order: their numbers are what State.refusal() and State.ending() return.

    `numbered` gives each constant of the room's `rules/ids` its rule; `rest` are those that no number is returned for,
    because they refuse nothing and end nothing. A small game may simply list all of its rules in their order."""
    if isinstance(numbered, Mapping):
        if sorted(numbered) != list(range(len(numbered))):
            raise ValueError(f"the rules of {game} are numbered from 0 to {len(numbered) - 1}, each once")
        numbered = [numbered[number] for number in range(len(numbered))]
    listed = (*numbered, *rest)
    seen: set[str] = set()
    for rule in listed:
        if not rule.id.startswith(game + ".") or rule.id in seen:
            raise ValueError(f"rule ids begin with {game + '.'!r} and are unique; this one does not: {rule.id!r}")
        if rule.source not in SOURCES:
            raise ValueError(f"rule {rule.id}: the source is one of {', '.join(SOURCES)}, not {rule.source!r}")
        seen.add(rule.id)
    return listed


ENGINE_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in rulebook(
        "engine",
        (
            Rule("engine.move.unknown", N_("There is no such move in this game."), source="derived"),
            Rule("engine.move.seat", N_("There is no such seat at this table."), source="derived"),
            Rule("engine.move.over", N_("The game is over: no more moves are made."), source="derived"),
            Rule("engine.move.waiting", N_("This seat does not owe a move now."), source="derived"),
            Rule("engine.undo.nothing", N_("This seat has made no move that could be taken back."), source="derived"),
            Rule("engine.undo.chance", N_("Chance has spoken since: a draw is never taken back."), source="derived"),
            Rule("engine.undo.revealed", N_("The move has shown this seat something hidden."), source="derived"),
            Rule("engine.undo.acted", N_("Another seat has acted since."), source="derived"),
        ),
    )
}


@dataclass(frozen=True)
class Advice:
    """What a game says of a refused move: a sentence, and the codes of the moves it tells to make instead."""

    text: str
    instead: tuple[int, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the rule, the reason in a sentence, and what could be done instead: legal moves."""

    rule: Rule
    text: str
    instead: "tuple[Move, ...]" = ()


class RefusedMove(ValueError):
    """A move (or an undo) that the rules do not allow; `.rule` says which one, `.instead` what could be done."""

    def __init__(self, rule: Rule, message: str, instead: "tuple[Move, ...]" = ()) -> None:
        super().__init__(f"{message} [{rule.id}]")
        self.rule = rule
        self.message = message
        self.instead = instead
