"""Mr House in words: the names of things, and every move as a label."""

from collections.abc import Iterable

from kvartal.engine.game import Setup
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import WALL_LABELS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.names import (
    BASIC_ROOF,
    BASIC_ROOF_OBJECT,
    ELEMENT_NAMES,
    ELEMENT_OBJECTS,
    GOOD_NAMES,
    GOOD_OBJECTS,
    PLACE_NAMES,
    PRIVILEGE_NAMES,
)


def player(seat: int, words: Words) -> str:
    return words.player(seat)


def good(number: int, words: Words) -> str:
    return words(GOOD_NAMES[number])


def good_object(number: int, words: Words) -> str:
    """The same where a coin is changed for it."""
    return words(GOOD_OBJECTS[number])


def goods(counts: Iterable[int], words: Words) -> str:
    """Goods as `2 × wood, 1 × metal`."""
    return ", ".join(f"{count} × {good(n, words)}" for n, count in enumerate(counts) if count)


def element(kind: int, tables: HouseTables, words: Words) -> str:
    return words(BASIC_ROOF if kind == at.ROOF and not tables.expert else ELEMENT_NAMES[kind])


def element_object(kind: int, tables: HouseTables, words: Words) -> str:
    """The same where somebody does something with it: `builds a chimney`."""
    return words(BASIC_ROOF_OBJECT if kind == at.ROOF and not tables.expert else ELEMENT_OBJECTS[kind])


def place_name(place: int, tables: HouseTables, words: Words) -> str:
    return words(PLACE_NAMES[tables.kind[place]])


def privilege(card: int, words: Words) -> str:
    return words(PRIVILEGE_NAMES[card])


def effect(card: int, tables: HouseTables, words: Words) -> str:
    """What a privilege does when it is used."""
    kind, amount = tables.effect[card], tables.amount[card]
    if kind < at.RAW:
        return words("{n} × {good} for nothing", n=amount, good=good(kind, words))
    if kind == at.BUY_GOOD:
        if tables.good[card] == at.WINDOW:
            return words("a window for {n}", n=amount)
        return words("a door for {n}", n=amount)
    if kind == at.RAISE_QUALITY:
        return words("quality +{n}", n=amount)
    if kind == at.PAY_PER_CHIP:
        return words("money on receipt, {n} × the chip", n=amount)
    return words("the top builder card for {n}", n=amount)


def recipe(kind: int, tables: HouseTables, words: Words) -> str:
    return goods(tables.recipe[kind * at.GOODS : (kind + 1) * at.GOODS], words)


def builder(card: int, tables: HouseTables, words: Words) -> str:
    """What is printed on a builder card."""
    shown = words.count("{n} worker", "{n} workers", tables.card_workers[card])
    if tables.card_stars[card]:
        shown += ", " + words.count("{n} star", "{n} stars", tables.card_stars[card])
    return shown


def crew_names(chosen: int, words: Words) -> str:
    """Who is sent to work."""
    names = [words("the printed builder")] if chosen & 1 else []
    names += [words("the crew of card {n}", n=slot) for slot in range(1, at.CREWS) if chosen >> slot & 1]
    if len(names) == 1:
        return names[0]
    return words("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])


def _put(spot: int, words: Words) -> str:
    if spot < at.ON_COLUMN:
        return words("Put it into wall {wall}", wall=WALL_LABELS[spot])
    if spot < at.AT_LEFT:
        return words("Put it on column {n}", n=spot - at.ON_COLUMN + 1)
    if spot == at.AT_LEFT:
        return words("Begin a new column on the left")
    return words("Begin a new column on the right") if spot == at.AT_RIGHT else words("Add it to the garage")


def _demolish(part: int, words: Words) -> str:
    if part < at.PULL_OPENING:
        return words("Demolish wall {wall} and all it carries", wall=WALL_LABELS[part])
    if part < at.PULL_COVER:
        return words("Take the window or door out of wall {wall}", wall=WALL_LABELS[part - at.PULL_OPENING])
    if part < at.PULL_STACK:
        return words("Take the roof off column {n}", n=part - at.PULL_COVER + 1)
    if part < at.PULL_GARAGE:
        return words("Take the chimney off column {n}", n=part - at.PULL_STACK + 1)
    number = part - at.PULL_GARAGE
    if number == at.G_WALL:
        return words("Demolish the whole garage")
    if number == at.G_DOORS:
        return words("Take a garage door out")
    return words("Take the roof off the garage") if number == at.G_COVER else words("Take the chimney off the garage")


def label(setup: Setup, code: int, words: Words) -> str:
    """A move as a button says it."""
    tables = setup.tables
    assert isinstance(tables, HouseTables)
    if code < at.TAKE:
        where = place_name(code % at.PLACES, tables, words)
        return words("Lay chip {value} ({place})", value=code // at.PLACES, place=where)
    if code < at.DONE:
        return words("Take {n}", n=code - at.TAKE) if code > at.TAKE else words("Take nothing")
    if code == at.DONE:
        return words("Done")
    if code < at.ASK:
        return words("Hire the builders in place {n}", n=code - at.HIRE + 1)
    if code < at.GET:
        return _office(code - at.ASK, tables, words)
    if code < at.KEEP:
        card = code - at.GET
        return words("Choose “{card}”: {effect}", card=privilege(card, words), effect=effect(card, tables, words))
    if code == at.KEEP:
        return words("Keep the card")
    if code == at.CASH:
        return words("Cash the card")
    return _label_at_home(tables, code, words)


def _office(option: int, tables: HouseTables, words: Words) -> str:
    if option == at.PERMIT_OPTION:
        return words("Office: building permit")
    if option == at.QUALITY_OPTION:
        return words("Office: quality +{n}", n=1)
    return words("Office: money, {n} × the chip", n=tables.office_money)


def momentary(code: int) -> bool:
    """Do the words of a move depend on the moment?"""
    return at.TAKE < code < at.DONE or at.HIRE <= code < at.GET or code == at.CASH or at.CREW <= code < at.AT


def offered(view: View, code: int, words: Words) -> str:
    """The same, with what it is about now: what it costs or brings, which card lies there, how many workers come."""
    tables, cells = view.setup.tables, view.known.cells
    assert isinstance(tables, HouseTables)
    if not tables.expert or view.seat is None or not momentary(code):
        return label(view.setup, code, words)
    base = at.SEATS + view.seat * at.STRIDE
    here = cells[at.HERE]
    if at.TAKE < code < at.DONE and tables.kind[here] < at.GOODS:
        n, cost = code - at.TAKE, (code - at.TAKE) * cells[at.PRICE + tables.kind[here]]
        return _paid(words("Buy {n} for {money}", n=n, money=cost), cells[base + at.MONEY], cost, tables, words)
    if at.HIRE <= code < at.ASK:
        place = code - at.HIRE
        card, cost = cells[at.SHOWN + place], tables.card_price[cells[at.SHOWN + place]] - cells[at.DISCOUNT + place]
        said = words("Hire for {money}: {card}", money=cost, card=builder(card, tables, words))
        return _paid(said, cells[base + at.MONEY], cost, tables, words)
    if code == at.ASK + at.MONEY_OPTION:
        return words("Office: money +{n}", n=tables.office_money * cells[base + at.CHIP + here])
    if code == at.CASH:
        return words("Cash the card: money +{n}", n=tables.amount[cells[at.CARD]] * cells[base + at.CHIP + here])
    if at.CREW <= code < at.AT:
        workers = workers_of(view, code - at.CREW + 1)
        return f"{label(view.setup, code, words)} ({words.count('{n} worker', '{n} workers', workers)})"
    return label(view.setup, code, words)


def workers_of(view: View, chosen: int) -> int:
    """How many come, if these crews are sent (expert)."""
    tables, cells = view.setup.tables, view.known.cells
    assert isinstance(tables, HouseTables)
    assert view.seat is not None
    base = at.SEATS + view.seat * at.STRIDE
    hired = [cells[base + at.SLOT + n] for n in range(at.SLOTS) if chosen >> n + 1 & 1]
    return (int(tables.printed) if chosen & 1 else 0) + sum(tables.card_workers[card] for card in hired)


def _paid(said: str, money: int, cost: int, tables: HouseTables, words: Words) -> str:
    """Whoever comes to 0 takes a loan: that is worth knowing before."""
    if money > cost:
        return said
    return f"{said} ({words.count('{n} loan', '{n} loans', (cost - money) // tables.loan + 1)})"


def _label_at_home(tables: HouseTables, code: int, words: Words) -> str:
    if code < at.REPAY:
        return words("Change a coin for {good}", good=good_object(code - at.CHANGE, words))
    if code == at.REPAY:
        return words("Repay a loan: {n}", n=tables.loan)
    if code < at.GROUP:
        card = code - at.USE
        return words("Use “{card}”: {effect}", card=privilege(card, words), effect=effect(card, tables, words))
    if code < at.BUILD:
        kind = code - at.GROUP
        return words(
            "Lay out goods for {element} ({goods})",
            element=element_object(kind, tables, words),
            goods=recipe(kind, tables, words),
        )
    if code < at.CREW:
        kind = code - at.BUILD
        return words(
            "Build {element} ({goods})", element=element_object(kind, tables, words), goods=recipe(kind, tables, words)
        )
    if code < at.AT:
        return words("Send {crews}", crews=crew_names(code - at.CREW + 1, words))
    if code < at.PULL:
        return _put(code - at.AT, words)
    return _demolish(code - at.PULL, words)
