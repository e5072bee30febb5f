"""The log of Mr House: each step in words, and what followed from it."""

from kvartal.engine.game import Said
from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import WALL_LABELS
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import (
    builder,
    crew_names,
    effect,
    element,
    element_object,
    good,
    good_object,
    place_name,
    player,
    privilege,
    recipe,
)
from kvartal.games.house.text.score_lines import counted

Lines = list[tuple[Rule | None, str]]
DONE = "done"


def narrate(said: Said, before: View, after: View, words: Words) -> Lines:
    """Log lines for one step."""
    was, now = before.known, after.known
    assert isinstance(was, HouseState)
    assert isinstance(now, HouseState)
    if said.stream is not None:
        lines = _chance(said, before, was, now, words)
    elif said.code is None:  # the value of a face-down chip
        place = said.text.partition(" at ")[2]
        code = before.setup.code(f"place 0 at {place}")
        where = place_name(code % at.PLACES, now.tables, words)
        lines = [
            (
                before.setup.game.rule("house.move"),
                words("{player} lays a chip face down ({place}).", player=player(said.seat, words), place=where),
            )
        ]
    else:
        lines = _moved(said.seat, said.code, before, was, now, words)
    return lines + _consequences(said, before, was, now, words)


def _chance(said: Said, view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    assert said.code is not None
    rule, tables, cells = view.setup.game.rule, was.tables, was.cells
    wait = cells[at.WAIT]
    if wait == at.FOR_FIRST:
        return [(rule("house.setup.first"), words("{player} leads the first round.", player=player(said.code, words)))]
    if wait == at.FOR_TRACK:
        return [
            (rule("house.setup.order"), words("Next in the turn order: {player}.", player=player(said.code, words)))
        ]
    if wait == at.FOR_DISPLAY:
        shown = words("New at the exchange: {card}.", card=builder(said.code, tables, words))
        return [(rule("house.refill"), shown)]
    if wait == at.FOR_FAIR:
        card = privilege(said.code, words)
        return [(rule("house.fair.turn"), words("New at the fair: {card}.", card=card))]
    if wait == at.FOR_TOP:
        shown = words("The top builder card: {card}.", card=builder(said.code, tables, words))
        return [(rule("house.privilege.hire"), shown)]
    seat = cells[at.ACTIVE]
    roll, quality = said.code + 1, view.setup.tables.base_quality + _hired(was, seat)  # type: ignore[attr-defined]
    what = element(cells[at.KIND], tables, words)
    if now.cells[at.STEP] == at.PLACING:
        shown = words("Rolled {roll}, quality {quality}: built ({element}).", roll=roll, quality=quality, element=what)
        return [(rule("house.die"), shown)]
    shown = words("Rolled {roll}, quality {quality}: failed ({element}).", roll=roll, quality=quality, element=what)
    return [(rule("house.lock"), shown)]


def _hired(state: HouseState, seat: int) -> int:
    base = at.SEATS + seat * at.STRIDE
    return sum(state.cells[base + at.SLOT + n] >= 0 for n in range(at.SLOTS))


def _moved(seat: int, code: int, view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    rule, tables = view.setup.game.rule, was.tables
    base, who = at.SEATS + seat * at.STRIDE, player(seat, words)
    spent = was.cells[base + at.MONEY] - now.cells[base + at.MONEY]
    spent += tables.loan * (now.cells[base + at.LOANS] - was.cells[base + at.LOANS])
    if code < at.TAKE:
        where = place_name(code % at.PLACES, tables, words)
        laid = words("{player} lays chip {value} ({place}).", player=who, value=code // at.PLACES, place=where)
        return [(rule("house.move"), laid)]
    if code < at.DONE:
        return [(rule("house.buy"), _took(who, code - at.TAKE, spent, was, words))]
    if code == at.DONE:
        if was.cells[at.PHASE] == at.BUYING:
            place = place_name(was.cells[at.HERE], tables, words)
            return [(rule("house.decline"), words("{player} takes nothing more ({place}).", player=who, place=place))]
        return [(None, words("{player} has finished.", player=who))]
    if code < at.ASK:
        hired = builder(was.cells[at.SHOWN + code - at.HIRE], tables, words)
        shown = words("{player} hires builders for {money} ({card}).", player=who, money=spent, card=hired)
        return [(rule("house.hire"), shown)]
    if code < at.CHANGE:
        return [_in_town(who, code, view, -spent, words)]
    return [_any_time(who, code, view, words) if code < at.GROUP else _at_home(who, code, view, was, words)]


def _took(who: str, n: int, spent: int, was: HouseState, words: Words) -> str:
    """Goods of a shop, or in the basic game a builder card of the exchange."""
    kind = was.tables.kind[was.cells[at.HERE]]
    if n == 0:
        place = place_name(was.cells[at.HERE], was.tables, words)
        return words("{player} takes nothing ({place}).", player=who, place=place)
    if kind >= at.GOODS:
        return words("{player} takes a builder card.", player=who)
    what = good(kind, words)
    if was.tables.expert:
        return words("{player} buys {n} × {good} for {money}.", player=who, n=n, good=what, money=spent)
    return words("{player} takes {n} × {good}.", player=who, n=n, good=what)


def _any_time(who: str, code: int, view: View, words: Words) -> tuple[Rule | None, str]:
    """Coins, loans and privileges."""
    rule, tables = view.setup.game.rule, view.setup.tables
    assert isinstance(tables, HouseTables)
    if code < at.REPAY:
        changed = words("{player} changes a coin for {good}.", player=who, good=good_object(code - at.CHANGE, words))
        return rule("house.coins"), changed
    if code == at.REPAY:
        return rule("house.loan.repay"), words("{player} repays a loan of {n}.", player=who, n=tables.loan)
    card = code - at.USE
    does = effect(card, tables, words)
    shown = words("{player} uses “{card}”: {effect}.", player=who, card=privilege(card, words), effect=does)
    return rule("house.privilege.leaves"), shown


def _at_home(who: str, code: int, view: View, was: HouseState, words: Words) -> tuple[Rule | None, str]:
    """Groups, elements, crews and places; what is demolished."""
    rule, tables = view.setup.game.rule, was.tables
    if code < at.CREW:
        kind = code - (at.GROUP if code < at.BUILD else at.BUILD)
        what, takes = element_object(kind, tables, words), recipe(kind, tables, words)
        if code < at.BUILD:
            laid = words("{player} lays out goods for {element} ({goods}).", player=who, element=what, goods=takes)
            return rule("house.group"), laid
        reason = rule("house.crew" if tables.expert else "house.die")
        return reason, words("{player} builds {element} ({goods}).", player=who, element=what, goods=takes)
    if code < at.AT:
        sent = crew_names(code - at.CREW + 1, words)
        return rule("house.crew"), words("{player} sends {crews}.", player=who, crews=sent)
    if code < at.PULL:
        what = element_object(was.cells[at.KIND], tables, words)
        return rule("house.at.once"), _put(who, what, code - at.AT, words)
    return rule("house.demolish"), _pulled_down(who, code - at.PULL, words)


def _put(who: str, what: str, spot: int, words: Words) -> str:
    """Something built has found its place."""
    if spot < at.ON_COLUMN:
        return words("{player} puts {element} into wall {wall}.", player=who, element=what, wall=WALL_LABELS[spot])
    if spot < at.AT_LEFT:
        column = spot - at.ON_COLUMN + 1
        return words("{player} puts {element} on column {n}.", player=who, element=what, n=column)
    if spot == at.AT_LEFT:
        return words("{player} begins a new column on the left with {element}.", player=who, element=what)
    if spot == at.AT_RIGHT:
        return words("{player} begins a new column on the right with {element}.", player=who, element=what)
    return words("{player} builds {element} at the garage.", player=who, element=what)


def _pulled_down(who: str, part: int, words: Words) -> str:
    if part < at.PULL_OPENING:
        return words("{player} demolishes wall {wall} and all it carries.", player=who, wall=WALL_LABELS[part])
    if part < at.PULL_COVER:
        wall = WALL_LABELS[part - at.PULL_OPENING]
        return words("{player} takes the window or door out of wall {wall}.", player=who, wall=wall)
    if part < at.PULL_STACK:
        return words("{player} takes the roof off column {n}.", player=who, n=part - at.PULL_COVER + 1)
    if part < at.PULL_GARAGE:
        return words("{player} takes the chimney off column {n}.", player=who, n=part - at.PULL_STACK + 1)
    number = part - at.PULL_GARAGE
    if number == at.G_WALL:
        return words("{player} demolishes the whole garage.", player=who)
    if number == at.G_DOORS:
        return words("{player} takes a garage door out.", player=who)
    if number == at.G_COVER:
        return words("{player} takes the roof off the garage.", player=who)
    return words("{player} takes the chimney off the garage.", player=who)


def _in_town(who: str, code: int, view: View, earned: int, words: Words) -> tuple[Rule | None, str]:
    """At the office and the fair."""
    rule, tables = view.setup.game.rule, view.setup.tables
    assert isinstance(tables, HouseTables)
    if code == at.ASK + at.MONEY_OPTION:
        return rule("house.office.choice"), words("{player} gets money at the office: {n}.", player=who, n=earned)
    if code == at.ASK + at.PERMIT_OPTION:
        return rule("house.office.choice"), words("{player} gets a building permit at the office.", player=who)
    if code < at.GET:
        return rule("house.office.choice"), words("{player} raises quality by {n} at the office.", player=who, n=1)
    if code < at.KEEP:
        card = code - at.GET
        does = effect(card, tables, words)
        shown = words("{player} chooses “{card}”: {effect}.", player=who, card=privilege(card, words), effect=does)
        return rule("house.fair"), shown
    if code == at.KEEP:
        return rule("house.privilege.cash"), words("{player} keeps the card.", player=who)
    return rule("house.privilege.cash"), words("{player} cashes the card: money +{n}.", player=who, n=earned)


def _chips_up(view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    """Chips turned up, as they are served: by the number of the building, and from the first chip that arrived."""
    lines: Lines = []
    for place in range(was.tables.places):
        for floor in range(at.SEAT_LIMIT):
            cell = at.TOWER + place * at.SEAT_LIMIT + floor
            seat = max(was.cells[cell], now.cells[cell])  # just arrived, or gone home already
            if seat >= 0:
                lines += _served(place, floor, seat, view, was, now, words)
    return lines


def _served(place: int, floor: int, seat: int, view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    """A chip is turned up; in the basic game a coin or the permit comes by itself."""
    rule, tables = view.setup.game.rule, was.tables
    base, who = at.SEATS + seat * at.STRIDE, player(seat, words)
    lines: Lines = []
    home = now.cells[at.TOWER + place * at.SEAT_LIMIT + floor] < 0  # after the last purchase all chips go home
    value = (was if home else now).cells[base + at.CHIP + place]  # gone: only if it was the last that could lie there
    up = (home or queries.turned_up(now, place, floor)) and not queries.turned_up(was, place, floor)
    if up and value >= 0 and seat != view.seat:
        where = place_name(place, tables, words)
        shown = words("{place}: chip {value} of {player} is turned up.", place=where, value=value, player=who)
        lines.append((rule("house.reveal"), shown))
    if tables.expert:
        return lines
    if tables.kind[place] == at.BANK and now.cells[base + at.COINS] > was.cells[base + at.COINS]:
        lines.append((rule("house.bank"), words("{player} gets a coin.", player=who)))
    if tables.kind[place] == at.OFFICE and now.cells[base + at.PERMIT] > was.cells[base + at.PERMIT]:
        lines.append((rule("house.office.basic"), words("{player} gets the permit.", player=who)))
    return lines


def _consequences(said: Said, view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    """Chips turned up, coins and permits that came by themselves, loans, groups laid open, a new round, the end."""
    rule, tables = view.setup.game.rule, was.tables
    lines = _chips_up(view, was, now, words)
    for seat in range(tables.players):
        base, who = at.SEATS + seat * at.STRIDE, player(seat, words)
        loans = now.cells[base + at.LOANS] - was.cells[base + at.LOANS]
        if loans > 0:
            shown = words.count("{player} takes {n} loan.", "{player} takes {n} loans.", loans, player=who)
            lines.append((rule("house.loan"), shown))
        revealed = was.cells[at.PHASE] == at.ARRANGING and now.cells[at.PHASE] == at.BUILDING
        if revealed and seat == said.seat and said.text == DONE:  # once, though every step of the turn is told now
            groups = [now.cells[base + at.GROUPS + kind] for kind in range(at.ELEMENTS)]
            shown = ", ".join(counted(kind, n, tables.expert, words) for kind, n in enumerate(groups) if n)
            laid = words("{player} has laid out goods ({groups}).", player=who, groups=shown or words("nothing"))
            lines.append((rule("house.group.commit"), laid))
    moved = [
        f"{good(n, words)} {was.cells[at.PRICE + n]}→{now.cells[at.PRICE + n]}"
        for n in range(at.GOODS)
        if now.cells[at.PRICE + n] != was.cells[at.PRICE + n]
    ]
    if moved:
        lines.append((rule("house.prices"), words("Prices: {prices}.", prices=", ".join(moved))))
    if now.cells[at.ROUND] != was.cells[at.ROUND]:
        lines.append((None, words("Round {n} begins.", n=now.cells[at.ROUND])))
    if now.cells[at.PHASE] == at.ENDING:
        lines.append(_end(view, now, words))
    return lines


def _end(view: View, now: HouseState, words: Words) -> tuple[Rule | None, str]:
    rule = view.setup.game.rule
    winners = [seat for seat in range(now.tables.players) if now.place(seat) == 1]
    if not winners:
        return rule("house.end.nobody"), rule("house.end.nobody").said(words)
    shown = words.count(
        "{winners}: victory with {n} point.",
        "{winners}: victory with {n} points.",
        max(now.score(seat) for seat in winners),
        winners=", ".join(player(seat, words) for seat in winners),
    )
    return rule("house.end.rounds"), shown
