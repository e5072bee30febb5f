"""The log of Welcome To…: each step in words. What the others did is told when everybody has confirmed."""

from collections.abc import Iterator
from typing import Any

from kvartal.engine.game import Said
from kvartal.engine.rule import Rule
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.text.catalogue import EFFECT_NAMES, EFFECT_RULES
from kvartal.games.welcome.text.labels import card_name, effect_name, in_hand, pair, plan_text, points_of
from kvartal.games.welcome.text.score_lines import plan_letter

Lines = list[tuple[Rule | None, str]]
RULES_OF_MOVES = {
    at.M_PAIR: "welcome.round",
    at.M_GIVE: "welcome.turn.give",
    at.M_WRITE: "welcome.write.order",
    at.M_CONFIRM: "welcome.reveal",
    at.M_RESHUFFLE: "welcome.reshuffle",
    at.M_PLAN: "welcome.plan",
    at.M_USE: "welcome.plan",
    at.M_DIG: "welcome.roundabout",
}


def narrate(said: Said, before: View, after: View, words: Words) -> Lines:
    """Log lines for one step."""
    if said.stream is not None:
        return _chance(said, before, after, words)
    lines: Lines = []
    if said.code is not None and said.seat == before.seat:
        lines.append(_own(said.code, before, after, words))
    if said.code == at.DONE and _revealed(before, after):  # each seat's confirmation tells what that seat did
        players = before.setup.players
        if said.seat != before.seat:
            lines.append(_other(said.seat, before, after, words))
        if said.seat == max((seat for seat in range(players) if seat != before.seat), default=0):  # the last to be told
            lines += _ended(after, words)
    return lines


def _own(code: int, before: View, after: View, words: Words) -> tuple[Rule | None, str]:
    """A step of the one who reads."""
    did = _did(code, before, after, words)
    said = words("{player} {did}.", player=words.player(before.seat or 0), did=did)
    return before.setup.game.rule(_rule_of(before.setup.tables, code)), said


def _rule_of(tables: Any, code: int) -> str:
    """The rule by which a step is possible."""
    effect, kind = tables.move_effect[code], tables.move_kind[code]
    if effect != at.NO_EFFECT:
        return EFFECT_RULES[effect]
    if kind == at.M_CHOOSE:
        return "welcome.refusal" if code == at.REFUSE else "welcome.round"
    return RULES_OF_MOVES[kind]


def _did(code: int, before: View, after: View, words: Words) -> str:
    """What a step has done, as it is told of others at the reveal; a choice by what was chosen."""
    tables: Any = before.setup.tables
    if code < at.PAIR and not tables.hand:
        return words("takes pair {n}: {cards}", n=code + 1, cards=pair(before, code, words))
    if code < at.PAIR:
        return words("takes the number of card {n}: {card}", n=code + 1, card=in_hand(before, code, words))
    if code < at.GIVE:
        slot = code - at.PAIR
        return words("takes the effect of card {n}: {card}", n=slot + 1, card=in_hand(before, slot, words))
    if code < at.REFUSE:
        return words("gives card {n} away", n=code - at.GIVE + 1)
    if code == at.DONE:
        return words("confirms the turn")
    if code == at.RESHUFFLE:
        return words("asks for the cards to be reshuffled")
    if at.HIRE <= code < at.WRITE:
        return words("makes the number {n} with temps", n=code - at.HIRE)
    did = changes(tables, before.known.cells, after.known.cells, before.seat or 0, words)
    if did:
        return ", ".join(did)
    if code < at.RAISE:
        return words("begins plan {plan}", plan=plan_letter(tables, code - at.PLAN))
    place = _place(tables, (code - at.WRITE) % tables.houses)
    return words("uses the estate that begins at house {house} of street {street}", **place)


def _place(tables: Any, house: int) -> dict[str, int]:
    street = tables.street[house]
    return {"street": street + 1, "house": house - tables.first[street] + 1}


def _revealed(before: View, after: View) -> bool:
    then: Any = before.known.cells
    now: Any = after.known.cells
    return bool(now[at.PHASE] == at.OVER_NOW or (now[at.WAIT] != at.NOTHING and then[at.WAIT] == at.NOTHING))


def _other(seat: int, before: View, after: View, words: Words) -> tuple[Rule, str]:
    """What somebody else did in this round: the difference between two sheets."""
    did = changes(before.setup.tables, before.known.cells, after.known.cells, seat, words)
    said = words("{player} {did}.", player=words.player(seat), did=", ".join(did) or words("confirms the turn"))
    return before.setup.game.rule("welcome.reveal"), said


def changes(tables: Any, then: Any, now: Any, seat: int, words: Words) -> list[str]:
    """What is new on a sheet, in words."""
    base = tables.seats + seat * tables.stride
    had, has = (list(cells[base : base + tables.stride]) for cells in (then, now))
    found = [*_new_houses(tables, had, has, words), *_new_fences(tables, had, has, words)]

    def crossed(first: int, count: int) -> list[int]:
        return [i for i in range(count) if has[first + i] > had[first + i]]

    found += [words("builds a park in street {street}", street=street + 1) for street in crossed(at.PARKS, 3)]
    found += [words("builds a pool beside it") for _ in crossed(tables.pool_at, tables.pools)]  # at the house numbered
    found += [words("raises the value of estates of {size}", size=size + 1) for size in crossed(at.VALUES, 6)]
    found += [words("uses temps") for _ in crossed(at.TEMPS, 1)]
    found += [words("refuses") for _ in crossed(at.REFUSALS, 1)]
    for place in range(3):
        points = has[at.PLANS + place]
        if points >= 0 and had[at.PLANS + place] < 0:
            worth = points_of(points, words)
            found.append(words("gets plan {plan} approved ({points})", plan=plan_letter(tables, place), points=worth))
    return found


def _new_houses(tables: Any, had: list[int], has: list[int], words: Words) -> list[str]:
    """The number first, whatever stands left of it."""
    found = []
    for house, number in enumerate(has[at.NUMBERS : at.NUMBERS + tables.houses]):
        place = _place(tables, house)
        if number == had[at.NUMBERS + house]:
            continue
        if number == at.ROUNDABOUT:
            found.append(words("builds a roundabout at house {house} of street {street}", **place))
        elif number >= at.BIS_BASE:
            n = number - at.BIS_BASE
            found.append(words("writes {n} bis in house {house} of street {street}", n=n, **place))
        else:
            found.insert(0, words("writes {n} in house {house} of street {street}", n=number, **place))
    return found


def _new_fences(tables: Any, had: list[int], has: list[int], words: Words) -> Iterator[str]:
    for house, fence in enumerate(has[tables.fences : tables.fences + tables.houses]):
        sides = has[at.NUMBERS + house : at.NUMBERS + min(house + 2, tables.houses)]
        if fence and not had[tables.fences + house] and at.ROUNDABOUT not in sides:  # which brings its fences
            yield words("builds a fence right of house {house} of street {street}", **_place(tables, house))


def ended(view: View, words: Words) -> str:
    """Who has ended the game, and by what."""
    tables: Any = view.setup.tables
    how, cells = view.known.ending(), view.known.cells
    seats = {seat: tables.seats + seat * tables.stride for seat in range(view.setup.players)}
    if how == ids.END_PLANS:
        who = [seat for seat, base in seats.items() if min(cells[base + at.PLANS + n] for n in range(3)) >= 0]
        return words("All three plans approved: {players}.", players=_named(who, words))
    if how == ids.END_REFUSALS:
        who = [seat for seat, base in seats.items() if cells[base + at.REFUSALS] >= tables.refusal_boxes]
        return words("The last refusal box crossed: {players}.", players=_named(who, words))
    if how == ids.END_FULL:
        who = [seat for seat, base in seats.items() if cells[base + at.BUILT] == tables.houses]
        return words("Every house numbered: {players}.", players=_named(who, words))
    return ""


def _named(seats: list[int], words: Words) -> str:
    return ", ".join(map(words.player, seats))


def _ended(after: View, words: Words) -> Lines:
    if not after.over:
        return []
    rule = after.setup.game.rules[after.known.ending()]
    winners = [words.player(seat) for seat in range(after.setup.players) if after.known.place(seat) == 1]
    won = words("Won by: {players}.", players=", ".join(winners)) if winners else words("The rival has won.")
    return [(rule, f"{ended(after, words) or rule.said(words)} {won}")]


def _chance(said: Said, before: View, after: View, words: Words) -> Lines:
    tables: Any = before.setup.tables
    rule = before.setup.game.rule
    then: Any = before.known.cells
    wait, place = then[at.WAIT], then[at.WAIT_AT]
    if said.code is None:  # a card into another hand: its effect was seen on top of the deck
        seat = place // 3
        effect = effect_name(then[at.DECK_TOP], words)
        return [
            (
                rule("welcome.draft"),
                words("{player} is dealt a card ({effect}).", player=words.player(seat), effect=effect),
            )
        ]
    if wait == at.DRAW_PLAN:
        plan = said.code
        text = words(
            "Plan {plan}: {what} ({first}, later {later})",
            plan=plan_letter(tables, place),
            what=plan_text(before.setup, plan, words),
            first=tables.plan_first[plan],
            later=tables.plan_later[plan],
        )
        return [(rule("welcome.setup.plans"), f"{text}.")]
    if wait == at.DRAW_NUMBER and (shown := pair(after, place, words)):  # what can be taken, and what it is later
        later = effect_name(tables.effect[said.code], words)
        text = words("Pair {n}: {cards}, next: {effect}.", n=place + 1, cards=shown, effect=later)
        return [(rule("welcome.round"), text)]
    if wait in (at.DRAW_TURNED, at.DRAW_NUMBER):
        card = card_name(tables, said.code, words)
        return [(rule("welcome.round"), words("Pile {n}: {card}.", n=place + 1, card=card))]
    if wait == at.DRAW_DEALER:
        return [(rule("welcome.draft"), words("Cards are dealt from {player} on.", player=words.player(said.code)))]
    if wait == at.DRAW_TOP:
        solo = rule("welcome.solo.2018") if tables.mode == at.SOLO_2018 else rule("welcome.solo.2023")
        rule_of_mode = rule("welcome.draft") if tables.mode == at.DRAFT else solo
        if said.code == at.SPECIAL:
            shown = words("the solo card") if tables.mode == at.SOLO_2018 else words("an approval card")
        else:
            shown = words(EFFECT_NAMES[said.code])
        return [(rule_of_mode, words("On top of the deck: {what}.", what=shown))]
    if wait == at.DRAW_HAND:
        name = "welcome.draft" if tables.mode == at.DRAFT else "welcome.round"
        who, card = words.player(place // 3), card_name(tables, said.code, words)
        return [(rule(name), words("{player} draws {card}.", player=who, card=card))]
    points = after.known.cells[at.RIVAL_PLANS + said.code]
    letter = plan_letter(tables, said.code)
    text = words("Approval card {plan}: the rival does not approve it.", plan=letter)
    if points >= 0:
        worth = points_of(points, words)
        text = words("Approval card {plan}: the rival gets {points}.", plan=letter, points=worth)
    return [(rule("welcome.solo.approval"), text)]
