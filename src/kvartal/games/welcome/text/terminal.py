"""The board of Welcome To… for a terminal: the cards on offer, one's own sheet in full, the others in short."""

from typing import Any

from kvartal.engine.columns import wrap
from kvartal.engine.state import UNKNOWN
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.labels import card_name, effect_name, plan_text, points_of
from kvartal.games.welcome.text.score_lines import plan_letter, rival_lines

COLUMNS = 78


def text(view: View, words: Words) -> str:
    tables: Any = view.setup.tables
    cells: Any = view.known.cells
    seat = 0 if view.seat is None else view.seat
    lines = [words("Round {n}", n=cells[at.ROUND]), *_plans(view, tables, cells, words), ""]
    lines += [*cards(tables, cells, view.seat, words), ""]
    lines += _sheet(view, tables, cells, seat, words)
    others = [other for other in range(tables.players) if other != seat]
    lines += [""] if others else []
    for other in others:
        lines += _short(view, tables, cells, other, words)
    if tables.mode == at.SOLO_2023:
        lines += ["", *rival(view, tables, cells, words)]
    return "\n".join(part for line in lines for part in (wrap(line, COLUMNS, drop_whitespace=False) or [""]))


def _plans(view: View, tables: Any, cells: Any, words: Words) -> list[str]:
    lines = []
    for place in range(3):
        plan = cells[at.PLANS_AT + place]
        if plan >= 0:
            first = f"[{tables.plan_first[plan]}]" if not cells[at.FLIPPED + place] else str(tables.plan_first[plan])
            later = f"[{tables.plan_later[plan]}]" if cells[at.FLIPPED + place] else str(tables.plan_later[plan])
            letter = plan_letter(tables, place)
            lines.append(f"  {letter}: {plan_text(view.setup, plan, words)} — {first} / {later}")
    return lines


def cards(tables: Any, cells: Any, seat: int | None, words: Words) -> list[str]:
    if tables.mode == at.PILES:
        lines = []
        for pile in range(3):
            if cells[at.TOP + pile] >= 0 and cells[at.TURNED + pile] >= 0:
                top, turned = cells[at.TOP + pile], cells[at.TURNED + pile]
                now, later = effect_name(tables.effect[turned], words), effect_name(tables.effect[top], words)
                number = tables.number[top]
                lines.append(
                    words(
                        "  {n}: {number} with {effect} (next round: {later})",
                        n=pile + 1,
                        number=number,
                        effect=now,
                        later=later,
                    )
                )
        return lines
    lines = []
    if seat is not None:
        hand = tables.seats + seat * tables.stride + tables.hand_at
        for slot in range(3):
            if cells[hand + slot] >= 0:
                lines.append(f"  {slot + 1}: {card_name(tables, cells[hand + slot], words)}")
    top = cells[at.DECK_TOP]
    if top == at.SPECIAL:
        shown = words("the solo card") if tables.mode == at.SOLO_2018 else words("an approval card")
    else:
        shown = effect_name(top, words) if top >= 0 else words("nothing")
    lines.append("  " + words("Deck: {n}, on top: {what}", n=cells[at.DECK_SIZE], what=shown))
    return lines


def street_text(tables: Any, cells: Any, base: int, street: int) -> str:
    """One street: numbers with b for bis, ~ where a pool is built, ≈ where one is planned, | for a fence."""
    shown = "|"
    for house in range(tables.first[street], tables.past[street]):
        cell = cells[base + at.NUMBERS + house]
        pool = tables.pool_of[house]
        if cell < 0:
            name = "·"
        elif cell == at.ROUNDABOUT:
            name = "o"
        else:
            name = f"{cell - at.BIS_BASE}b" if cell >= at.BIS_BASE else str(cell)
        if pool != 255:
            name += "~" if cells[base + tables.pool_at + pool] else "≈" if cell < 0 else ""
        if cells[base + tables.marks + house]:
            name += "'"
        shown += f"{name:>4}" + ("|" if cells[base + tables.fences + house] else " ")
    return shown


def _track(crossed: int, points: bytes) -> str:
    """Crossed boxes as ×, then the number that counts in brackets, then the rest."""
    shown = ["×"] * crossed + [f"[{points[crossed]}]"] + [str(point) for point in points[crossed + 1 :]]
    return " ".join(shown)


def _sheet(view: View, tables: Any, cells: Any, seat: int, words: Words) -> list[str]:
    known: Any = view.known
    base = tables.seats + seat * tables.stride
    who = words("You") if view.seat == seat else words.player(seat)
    lines = [f"{who}: {points_of(view.known.score(seat), words)}"]
    for street in range(3):
        lines.append(street_text(tables, cells, base, street))
        boxes = tables.park_boxes[street]
        row = tables.park_points[street * 16 : street * 16 + boxes + 1]
        lines.append("     " + words("parks {track}", track=_track(cells[base + at.PARKS + street], row)))
    pools = queries.pools_built(known, seat)
    lines.append(words("pools {track}", track=_track(pools, tables.pool_points)))
    lines.append(words("temps {n} of {boxes}", n=cells[base + at.TEMPS], boxes=tables.temp_boxes))
    for size in range(6):
        row = tables.value_points[size * 16 : size * 16 + tables.value_boxes[size] + 1]
        track = _track(cells[base + at.VALUES + size], row)
        lines.append(
            words("estates of {size}: {n}, each {track}", size=size + 1, n=cells[base + at.ESTATES + size], track=track)
        )
    lines.append(words("bis {track}", track=_track(cells[base + at.BISES], tables.bis_points)))
    lines.append(words("refusals {track}", track=_track(cells[base + at.REFUSALS], tables.refusal_points)))
    if tables.roundabouts:
        lines.append(words("roundabouts {track}", track=_track(cells[base + at.ROUNDABOUTS], tables.roundabout_points)))
    return lines


def _short(view: View, tables: Any, cells: Any, seat: int, words: Words) -> list[str]:
    base = tables.seats + seat * tables.stride
    mark = " ✓" if cells[base + at.STAGE] == at.CONFIRMED else ""
    lines = [f"{words.player(seat)}: {points_of(view.known.score(seat), words)}{mark}"]
    if tables.players <= 12:
        lines += [street_text(tables, cells, base, street) for street in range(3)]
    if tables.mode == at.DRAFT:
        lines.append("  " + hand(tables, cells, base, words))
    return lines


def hand(tables: Any, cells: Any, base: int, words: Words) -> str:
    """The cards of somebody else, as far as they are known."""
    effects = [cells[base + tables.hand_effects + slot] for slot in range(3)]
    known = [cells[base + tables.hand_at + slot] for slot in range(3)]
    names = [
        effect_name(effect, words) if kind == UNKNOWN else card_name(tables, kind, words)
        for effect, kind in zip(effects, known, strict=True)
        if effect >= 0
    ]
    return words("hand: {cards}", cards=", ".join(names))


def rival(view: View, tables: Any, cells: Any, words: Words) -> list[str]:
    known: Any = view.known
    name = view.setup.data.get_value(f"rivals.r{tables.rival[0]}.name")
    points = points_of(queries.rival_total(known), words)
    lines = [f"{words('Rival {name}', name=words(name))}: {points}"]
    pile = [effect_name(tables.effect[cells[tables.rival_pile + i]], words) for i in range(cells[at.RIVAL_SIZE])]
    if pile:
        lines.append("  " + words("cards: {cards}", cards=", ".join(pile)))
    lines += [f"  {line}" for line in rival_lines(view.setup.game, view.setup, view.known, words)]
    return lines
