"""The board of Welcome To… in words alone, for whoever listens to it: every house by its number in the street."""

from typing import Any

from kvartal.engine.score import figure
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.text.labels import plan_text, points_of
from kvartal.games.welcome.text.score_lines import plan_letter
from kvartal.games.welcome.text.terminal import cards, hand, rival
from kvartal.games.welcome.text.turn import headline

Told = list[tuple[str, list[str]]]


def told(view: View, words: Words) -> Told:
    tables: Any = view.setup.tables
    cells: Any = view.known.cells
    seat = 0 if view.seat is None else view.seat
    now, advice = headline(view, words)
    parts: Told = [
        (now, [advice] if advice else []),
        (words("City plans"), [_plan(view, tables, cells, p, words) for p in range(3) if cells[at.PLANS_AT + p] >= 0]),
        (words("Cards of this round"), [line.strip() for line in cards(tables, cells, view.seat, words)]),
        _sheet(view, tables, cells, seat, words),
    ]
    for other in range(tables.players):
        if other != seat:
            parts.append(_other(view, tables, cells, other, words))
    if tables.mode == at.SOLO_2023:
        head, *lines = rival(view, tables, cells, words)
        parts.append((head, [line.strip() for line in lines]))
    return parts


def _plan(view: View, tables: Any, cells: Any, place: int, words: Words) -> str:
    plan = cells[at.PLANS_AT + place]
    letter, what = plan_letter(tables, place), plan_text(view.setup, plan, words)
    first, later = tables.plan_first[plan], tables.plan_later[plan]
    if cells[at.FLIPPED + place]:
        said = words("Plan {plan}: {what} ({points}, for the later ones)", plan=letter, what=what, points=later)
    else:
        said = words("Plan {plan}: {what} ({first}, later {later})", plan=letter, what=what, first=first, later=later)
    done = []
    for seat in range(tables.players):
        if cells[tables.seats + seat * tables.stride + at.PLANS + place] > 0:
            done.append(_who(view, seat, words))
    return said + (f". {words('Approved: {players}', players=', '.join(done))}" if done else "")


def _who(view: View, seat: int, words: Words) -> str:
    return words("You") if view.seat == seat else words.player(seat)


def _head(view: View, seat: int, words: Words) -> str:
    return f"{_who(view, seat, words)}: {points_of(view.known.score(seat), words)}"


def street(tables: Any, cells: Any, base: int, number: int, words: Words) -> str:
    """House by house: 1–2: empty, 3: 4; fence; 4: empty (pool planned). Empty ones side by side are said together."""
    estates: list[list[str]] = [[]]
    first, past = tables.first[number], tables.past[number]
    empty = words("empty")
    since = 0  # where a run of empty houses began
    for house in range(first, past):
        place, said = house - first + 1, _house(tables, cells, base, house, words)
        if said == empty and since:
            estates[-1][-1] = f"{since}–{place}: {empty}"
        else:
            estates[-1].append(f"{place}: {said}")
            since = place if said == empty else 0
        if cells[base + tables.fences + house] and house + 1 < past:
            estates.append([])
            since = 0
    fenced = f"; {words('fence')}; ".join(", ".join(houses) for houses in estates)
    return words("Street {n}, house by house: {houses}", n=number + 1, houses=fenced)


def _house(tables: Any, cells: Any, base: int, house: int, words: Words) -> str:
    cell, pool = cells[base + at.NUMBERS + house], tables.pool_of[house]
    if cell == at.ROUNDABOUT:
        return words("roundabout")
    notes = []
    if pool != 255 and cells[base + tables.pool_at + pool]:
        notes.append(words("pool built"))
    elif pool != 255 and cell < 0:
        notes.append(words("pool planned"))
    if cells[base + tables.marks + house]:
        notes.append(words("used for a plan"))
    said = words("empty") if cell < 0 else str(cell if cell < at.BIS_BASE else cell - at.BIS_BASE)
    if cell >= at.BIS_BASE:
        said += f" {words('bis')}"
    return said + (f" ({', '.join(notes)})" if notes else "")


def track(what: str, crossed: int, points: bytes, words: Words, sign: int = 1) -> str:
    """What a row of boxes is worth now, and with one box more."""
    boxes = len(points) - 1
    fact = {"what": what, "n": crossed, "boxes": boxes, "points": points_of(sign * points[crossed], words)}
    if crossed >= boxes:
        return words("{what}: {n} of {boxes}, {points}", **fact)
    further = figure(sign * points[crossed + 1])
    return words("{what}: {n} of {boxes}, {points}, next {further}", **fact, further=further)


def _sheet(view: View, tables: Any, cells: Any, seat: int, words: Words) -> tuple[str, list[str]]:
    known: Any = view.known
    base = tables.seats + seat * tables.stride
    lines = [street(tables, cells, base, number, words) for number in range(3)]
    for number in range(3):
        row = tables.park_points[number * 16 : number * 16 + tables.park_boxes[number] + 1]
        what = words("parks of street {n}", n=number + 1)
        lines.append(track(what, cells[base + at.PARKS + number], row, words))
    lines.append(track(words("Pools"), queries.pools_built(known, seat), tables.pool_points, words))
    lines.append(words("temps {n} of {boxes}", n=cells[base + at.TEMPS], boxes=tables.temp_boxes))
    for size in range(6):
        row = tables.value_points[size * 16 : size * 16 + tables.value_boxes[size] + 1]
        crossed, count = cells[base + at.VALUES + size], cells[base + at.ESTATES + size]
        said = words("Estates of {size}: {count} × {worth}", size=size + 1, count=count, worth=row[crossed])
        if crossed + 1 < len(row):
            said += ", " + words("next {n}", n=row[crossed + 1])
        lines.append(said)
    lines.append(track(words("Bis"), cells[base + at.BISES], tables.bis_points, words, -1))
    lines.append(track(words("Refusals"), cells[base + at.REFUSALS], tables.refusal_points, words, -1))
    if tables.roundabouts:
        rounds = cells[base + at.ROUNDABOUTS]
        lines.append(track(words("Roundabouts"), rounds, tables.roundabout_points, words, -1))
    return _head(view, seat, words), lines


def _other(view: View, tables: Any, cells: Any, seat: int, words: Words) -> tuple[str, list[str]]:
    """The sheet of somebody else: its streets, and what it scores."""
    base = tables.seats + seat * tables.stride
    lines = [words("turn confirmed")] if cells[base + at.STAGE] == at.CONFIRMED else []
    if tables.players <= 12:
        lines += [street(tables, cells, base, number, words) for number in range(3)]
    lines += [f"{line.text}: {figure(line.points)}" for line in view.score(seat, words.lang).lines]
    if tables.mode == at.DRAFT:
        lines.append(hand(tables, cells, base, words))
    return _head(view, seat, words), lines
