"""Rules with names. Every refused move and every line of a score points to one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kvartal.engine.words import N_, Words

SOURCES = ("rulebook", "public", "derived", "house")


@dataclass(frozen=True)
class Rule:
    """One rule: an id such as `flip.bust`, our own wording, the page of the rulebook, and where it comes from."""

    id: str
    text: str
    page: str = ""
    source: str = "rulebook"

    @property
    def topic(self) -> str:
        """What it is about: the second part of its id."""
        return self.id.split(".")[1]

    def said(self, words: Words) -> str:
        return words(self.text)

    def where(self, words: Words) -> str:
        """Where it stands: on a page (12) of the book or of one of them (2018:12), in a line (L12), in a named part."""
        book, _, page = self.page.rpartition(":")
        if page.isdigit():
            if book:
                return words("rulebook {book}, page {page}", book=book, page=page)
            return words("rulebook, page {page}", page=page)
        if self.page.startswith("L") and self.page[1:].isdigit():
            return words("rulebook, line {line}", line=self.page[1:])
        return words("rulebook, “{part}”", part=self.page) if self.page else ""

    def __str__(self) -> str:
        return self.id


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


def rulebook(game: str, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules of a game in a fixed order: their numbers are what State.refusal() returns."""
    listed = tuple(rules)
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


class RefusedMove(ValueError):
    """A move (or an undo) that the rules do not allow; `.rule` says which one."""

    def __init__(self, rule: Rule, message: str) -> None:
        super().__init__(f"{message} [{rule.id}]")
        self.rule = rule
        self.message = message
