"""What a move of Mr House is good for: points by rule, what the house lacks afterwards, goods and coins, and for a chip
how many lie at the building before it is served. Nothing is said of what follows when a phase ends: others decide too.

Terms besides the rules of the score: `lacks` (kinds of things that the house lacks then; 0: complete), `good brick`,
`coins`, `money`, `permit` and `workers` (change), `tower bank` (chips at that building then), `chips` (of mine left to
lay).
"""

from collections.abc import Iterator, Sequence

from kvartal.engine.reasons import Reason, afterwards, ending_reasons, score_reasons, seen_after
from kvartal.engine.score import signed
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import GOOD_KEYS, PLACE_KEYS
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text.labels import good, place_name
from kvartal.games.house.text.score_lines import lacking_line, missing

HOME = ("house-home",)


def reasons(view: View, codes: Sequence[int], words: Words) -> list[Reason]:
    worlds, seen = afterwards(view, codes), seen_after(view, codes)
    drawn = dict.fromkeys(("house.score.elements", "house.score.complete", "house.score.garage"), HOME)
    found = [*ending_reasons(view, worlds, words), *score_reasons(view, worlds, words, drawn)]
    before, after, seat = view.known, seen.known, view.seat or 0
    assert isinstance(before, HouseState)
    assert isinstance(after, HouseState)
    if any(before.cells[cell] != after.cells[cell] for cell in (at.PHASE, at.ROUND)):
        return found
    found += _home(before, after, seat, words)
    return [*found, *_belongings(before, after, seat, words), *_chips(before, after, seat, words)]


def _home(before: HouseState, after: HouseState, seat: int, words: Words) -> Iterator[Reason]:
    lacks = missing(after, seat, words)
    if lacks != missing(before, seat, words):
        text = words("the house then: {what}", what="; ".join(lacks)) if lacks else lacking_line(lacks, words)
        yield Reason("lacks", len(lacks), text, HOME)


def _belongings(before: HouseState, after: HouseState, seat: int, words: Words) -> Iterator[Reason]:
    base = at.SEATS + seat * at.STRIDE

    def changed(cell: int) -> tuple[int, int]:
        return after.cells[base + cell], after.cells[base + cell] - before.cells[base + cell]

    for number, key in enumerate(GOOD_KEYS):
        has, change = changed(at.STORE + number)
        if change:
            yield Reason(
                f"good {key}", change, f"{good(number, words)}: {has} ({signed(change)})", (f"house-good-{key}",)
            )
    has, change = changed(at.COINS)
    if change:
        yield Reason("coins", change, f"{words('coins: {n}', n=has)} ({signed(change)})", ("house-papers",))
    has, change = changed(at.MONEY)
    if change:
        yield Reason("money", change, f"{words('money: {n}', n=has)} ({signed(change)})", ("house-papers",))
    _, change = changed(at.PERMIT)
    if change:
        yield Reason("permit", change, words("a permit ({change})", change=signed(change)), ("house-papers",))
    has = queries.fresh_workers(after, seat)
    change = has - queries.fresh_workers(before, seat)
    if change and after.tables.expert:  # in the basic game nobody counts them
        text = words("fresh workers: {n} ({change})", n=has, change=signed(change))
        yield Reason("workers", change, text, ("house-crews",))


def _chips(before: HouseState, after: HouseState, seat: int, words: Words) -> Iterator[Reason]:
    if before.cells[at.PHASE] != at.MOVING:
        return
    chip = at.SEATS + seat * at.STRIDE + at.CHIP
    laid = [place for place in range(after.tables.places) if before.cells[chip + place] != after.cells[chip + place]]
    for place in laid:
        first, key = at.TOWER + place * at.SEAT_LIMIT, PLACE_KEYS[after.tables.kind[place]]
        there = sum(each >= 0 for each in after.cells[first : first + at.SEAT_LIMIT])
        name = place_name(place, after.tables, words)
        text = words.count("{place}: {n} chip there then", "{place}: {n} chips there then", there, place=name)
        yield Reason(f"tower {key}", there, text, (f"house-place-{key}",))
    if laid:
        left = [value for value in range(at.CHIP_VALUES) for _ in range(queries.in_hand(after, seat, value))]
        shown = ", ".join(map(str, left))
        text = words("chips left to lay: {chips}", chips=shown) if left else words("no chip is left to lay")
        yield Reason("chips", len(left), text)
