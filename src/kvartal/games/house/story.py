"""The log of Mr House: each step in words, and what followed from it."""

from kvartal.engine.game import Said
from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house import asked
from kvartal.games.house import cells as at
from kvartal.games.house.report import counted
from kvartal.games.house.speech import (
    builder,
    crew_names,
    effect,
    element,
    good,
    label,
    part_name,
    place_name,
    player,
    privilege,
    recipe,
    spot_name,
)
from kvartal.games.house.state import HouseState
from kvartal.games.house.tables import HouseTables

Lines = list[tuple[Rule | None, str]]
DONE = "done"


def narrate(said: Said, before: View, after: View, words: Words) -> Lines:
    """Log lines for one step. They have no subject: whoever shows them puts the player's name in front."""
    was, now = before.known, after.known
    assert isinstance(was, HouseState)
    assert isinstance(now, HouseState)
    if said.stream is not None:
        lines = _chance(said, before, was, now, words)
    elif said.code is None:  # the value of a face-down chip
        place = said.text.partition(" at ")[2]
        code = before.setup.code(f"place 0 at {place}")
        where = place_name(code % at.PLACES, now.tables, words)
        lines = [(before.setup.game.rule("house.move"), words("A chip, face down: {place}.", place=where))]
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
    base = at.SEATS + seat * at.STRIDE
    spent = was.cells[base + at.MONEY] - now.cells[base + at.MONEY]
    spent += tables.loan * (now.cells[base + at.LOANS] - was.cells[base + at.LOANS])
    if code < at.TAKE:
        return [(rule("house.move"), label(view.setup, code, words) + ".")]
    if code < at.DONE:
        n = code - at.TAKE
        place = place_name(was.cells[at.HERE], tables, words)
        if n == 0:
            return [(rule("house.buy"), words("{place}: takes nothing.", place=place))]
        if tables.expert:
            shown = words("{place}: buys {n} for {money}.", place=place, n=n, money=spent)
        else:
            shown = words("{place}: takes {n}.", place=place, n=n)
        return [(rule("house.buy"), shown)]
    if code == at.DONE:
        if was.cells[at.PHASE] == at.BUYING:
            place = place_name(was.cells[at.HERE], tables, words)
            return [(rule("house.decline"), words("{place}: nothing more.", place=place))]
        return [(None, words("Has finished."))]
    if code < at.ASK:
        card = was.cells[at.SHOWN + code - at.HIRE]
        shown = words("Hires for {money}: {card}.", money=spent, card=builder(card, tables, words))
        return [(rule("house.hire"), shown)]
    if code < at.CHANGE:
        return [_in_town(code, view, -spent, words)]
    if code < at.REPAY:
        changed = words("Changes a coin for {good}.", good=good(code - at.CHANGE, words))
        return [(rule("house.coins"), changed)]
    if code == at.REPAY:
        return [(rule("house.loan.repay"), words("Repays a loan: {n}.", n=tables.loan))]
    if code < at.GROUP:
        card = code - at.USE
        shown = words("Uses {card}: {effect}.", card=privilege(card, words), effect=effect(card, tables, words))
        return [(rule("house.privilege.leaves"), shown)]
    if code < at.CREW:
        kind = code - (at.GROUP if code < at.BUILD else at.BUILD)
        what, takes = element(kind, tables, words), recipe(kind, tables, words)
        if code < at.BUILD:
            return [(rule("house.group"), words("Lays out for: {element} ({goods}).", element=what, goods=takes))]
        reason = rule("house.crew" if tables.expert else "house.die")
        return [(reason, words("Builds: {element} ({goods}).", element=what, goods=takes))]
    if code < at.AT:
        return [(rule("house.crew"), words("Sends: {crews}.", crews=crew_names(code - at.CREW + 1, words)))]
    if code < at.PULL:
        what = element(was.cells[at.KIND], tables, words)
        shown = words("Places: {element}, {spot}.", element=what, spot=spot_name(code - at.AT, words))
        return [(rule("house.at.once"), shown)]
    return [(rule("house.demolish"), words("Demolishes: {part}.", part=part_name(code - at.PULL, words)))]


def _in_town(code: int, view: View, earned: int, words: Words) -> tuple[Rule | None, str]:
    """At the office and the fair."""
    rule, tables = view.setup.game.rule, view.setup.tables
    assert isinstance(tables, HouseTables)
    if code == at.ASK + at.MONEY_OPTION:
        return rule("house.office.choice"), words("Office: money +{n}", n=earned) + "."
    if code < at.GET:
        return rule("house.office.choice"), label(view.setup, code, words) + "."
    if code < at.KEEP:
        card = code - at.GET
        shown = words("Chooses {card}: {effect}.", card=privilege(card, words), effect=effect(card, tables, words))
        return rule("house.fair"), shown
    if code == at.KEEP:
        return rule("house.privilege.cash"), words("Keeps the card.")
    return rule("house.privilege.cash"), words("Cashes the card: money +{n}", n=earned) + "."


def _served(place: int, floor: int, seat: int, view: View, was: HouseState, now: HouseState, words: Words) -> Lines:
    """A chip is turned up; in the basic game a coin or the permit comes by itself."""
    rule, tables = view.setup.game.rule, was.tables
    base, who = at.SEATS + seat * at.STRIDE, player(seat, words)
    lines: Lines = []
    value, where = now.cells[base + at.CHIP + place], place_name(place, tables, words)
    up = asked.turned_up(now, place, floor) and not asked.turned_up(was, place, floor)
    if up and value >= 0 and seat != view.seat:
        shown = words("Turned up at {place}: {value} of {player}.", place=where, value=value, player=who)
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
    lines: Lines = []
    for place in range(tables.places):  # as they are served: by number, and from the first chip that arrived
        for floor in range(at.SEAT_LIMIT):
            cell = at.TOWER + place * at.SEAT_LIMIT + floor
            seat = max(was.cells[cell], now.cells[cell])  # just arrived, or gone home already
            if seat >= 0:
                lines += _served(place, floor, seat, view, was, now, words)
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
            laid = words("{player} has laid out: {groups}.", player=who, groups=shown or words("nothing"))
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
        winners = [player(seat, words) for seat in range(tables.players) if now.place(seat) == 1]
        if winners:
            points = max(now.score(seat) for seat in range(tables.players) if now.place(seat) == 1)
            shown = words.count(
                "{winners}: victory with {n} point.",
                "{winners}: victory with {n} points.",
                points,
                winners=", ".join(winners),
            )
            lines.append((rule("house.end.rounds"), shown))
        else:
            lines.append((rule("house.end.nobody"), rule("house.end.nobody").said(words)))
    return lines
