"""The board of Welcome To… as SVG: wide for a desk, and street by street for a phone."""

from kvartal.engine.svg import at, box, document, lines, text
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome import scoring
from kvartal.games.welcome import tables as cell
from kvartal.games.welcome.names import effect_name
from kvartal.games.welcome.pen import Pen, scorebox
from kvartal.games.welcome.pictures import INK, PAPER

NARROW = 620  # below this width the phone's layout is drawn
DESK, PHONE = 1280, 360


def draw(view: View, words: Words, width: int = 1280) -> str:
    pen = Pen(view, words)
    across = PHONE if width < NARROW else DESK
    height, inside = _phone(pen) if across == PHONE else _desk(pen)
    ground = box(0, 0, across, height, "table")
    return document("welcome", width, across, height, pen.summary(), words.lang, "", ground, *inside)


def _deck_text(pen: Pen) -> str:
    """With a deck lying effect-up: how many cards are left and what is on top."""
    tables, cells, words = pen.tables, pen.cells, pen.words
    if not tables.hand:
        return ""
    top = cells[cell.DECK_TOP]
    if top == cell.SPECIAL:
        shown = words("the solo card") if tables.mode == cell.SOLO_2018 else words("an approval card")
    else:
        shown = effect_name(top, words) if top >= 0 else words("nothing")
    return words("Deck: {n}, on top: {what}", n=cells[cell.DECK_SIZE], what=shown)


# A desk ---------------------------------------------------------------------------------------------------------------


def _desk(pen: Pen) -> tuple[float, list[str]]:
    edge, gap, wide = 18, 12, DESK - 36
    first, advice = pen.headline()
    buttons, rows = pen.buttons(wide - 540, 12, 528)
    high = 64 + max(0, rows - 1) * 48
    head = [box(0, 0, wide, high, "panel", "edge", 14), text(18, 28, first, 19, bold=True, room=640)]
    head.append(text(18, 50, " · ".join(part for part in (advice, _deck_text(pen)) if part), 14, room=660))
    parts = [at(edge, edge, *head, buttons, id="welcome-headline")]
    y = edge + high + gap
    for i in range(3):
        parts.append(pen.offer(i, edge + i * 196, y, 184, 132))
    for i in range(3):
        parts.append(pen.plan(i, edge + 604 + i * 216, y, 204, 132))
    y += 132 + gap
    tables = pen.tables
    step = min(86.0, (wide - 244) / max(tables.past[s] - tables.first[s] for s in range(3)))
    sheet = [box(0, 0, wide, 3 * 128 + 216, PAPER, INK, 14, stroke_width=1.4)]
    for street in range(3):
        top = 20 + street * 128
        sheet.append(text(14, top + 44, str(street + 1), 18, "#8a8172", bold=True))
        sheet.append(pen.houses(tables.first[street], tables.past[street], 34, top, step, 62))
        sheet.append(pen.parks(street, wide - 202, top + 22))
    sheet.append(_desk_tracks(pen, 20 + 3 * 128 + 14))
    parts.append(at(edge, y, *sheet, id="welcome-sheet"))
    y += 3 * 128 + 216 + gap
    shown, used = pen.others(edge, y, wide, 4)
    return y + (used + edge if used else 0), [*parts, shown]


def _desk_tracks(pen: Pen, y: float) -> str:
    tables, cells, base, words = pen.tables, pen.cells, pen.base, pen.words
    parts = [scorebox(pen, 16, y + 4, 170)]
    named = words.player(pen.seat) if pen.view.seat is None else words("Your sheet")
    parts.append(text(18, y + 66, named, 14, INK, bold=True, room=168))
    pools = scoring.pools_built(cells, base, tables)
    parts.append(pen.track("pools", words("Pools"), 220, y + 14, pools, tables.pool_points, 5))
    parts.append(pen.temps(220, y + 92, 11))
    parts.append(text(520, y + 8, words("Value of estates"), 12.5, INK, bold=True, room=220))
    parts.append(pen.values(520, y + 14, 42))
    parts.append(pen.track("bis", "− " + words("Bis"), 800, y + 14, cells[base + cell.BISES], tables.bis_points, 5))
    refusals = cells[base + cell.REFUSALS]
    parts.append(pen.track("refusals", "− " + words("Refusals"), 800, y + 92, refusals, tables.refusal_points, 4))
    if tables.roundabouts:
        count = cells[base + cell.ROUNDABOUTS]
        shown = "− " + words("Roundabouts")
        parts.append(pen.track("roundabouts", shown, 990, y + 92, count, tables.roundabout_points, 3))
    return "".join(parts)


# A phone --------------------------------------------------------------------------------------------------------------


def _phone(pen: Pen) -> tuple[float, list[str]]:
    edge, wide = 8, PHONE - 16
    first, advice = pen.headline()
    said = lines(" · ".join(part for part in (advice, _deck_text(pen)) if part), wide - 20, 13)[:3]
    buttons, rows = pen.buttons(8, 34 + len(said) * 16, wide - 16)
    high = 36 + len(said) * 16 + rows * 48
    head = [box(0, 0, wide, high, "panel", "edge", 12), text(10, 22, first, 16, bold=True, room=wide - 20)]
    head += [text(10, 40 + i * 16, each, 13, room=wide - 18) for i, each in enumerate(said)]
    parts = [at(edge, edge, *head, buttons, id="welcome-headline")]
    y: float = edge + high + 8
    for i in range(3):
        parts.append(pen.offer(i, edge + i * 116, y, 112, 96))
    y += 104
    for i in range(3):
        parts.append(pen.plan(i, edge, y + i * 82, wide, 76))
    y += 3 * 82 + 4
    shown, y = _phone_sheet(pen, edge, y, wide)
    parts += shown
    small, used = pen.others(edge, y, wide, 1)
    return y + (used + 8 if used else 0), [*parts, small]


def _phone_sheet(pen: Pen, edge: float, y: float, wide: float) -> tuple[list[str], float]:
    """Each street on two rows of half its houses, its parks above."""
    tables, cells, base, words = pen.tables, pen.cells, pen.base, pen.words
    sheet: list[str] = []
    top: float = 12
    for street in range(3):
        sheet.append(text(10, top + 16, words("Street {n}", n=street + 1), 13, INK, bold=True, room=86))
        sheet.append(pen.parks(street, 104, top, 24))
        top += 38
        first, past = tables.first[street], tables.past[street]
        half = (past - first + 1) // 2
        step = (wide - 20) / max(half, 1)
        for begin in (first, first + half):
            sheet.append(pen.houses(begin, min(begin + half, past), 10, top, step, 46))
            top += 46 + step * 0.46 + 26
        top += 2
    top += 12
    pools = scoring.pools_built(cells, base, tables)
    sheet.append(pen.track("pools", words("Pools"), 10, top, pools, tables.pool_points, 10))
    sheet.append(pen.temps(10, top + 48, 11))
    sheet.append(text(10, top + 92, words("Value of estates"), 12.5, INK, bold=True, room=200))
    sheet.append(pen.values(14, top + 98, 54))
    top += 98 + (max(tables.value_boxes) + 1) * 25 + 54
    sheet.append(pen.track("bis", "− " + words("Bis"), 10, top, cells[base + cell.BISES], tables.bis_points, 10))
    top += 48
    refusals = cells[base + cell.REFUSALS]
    sheet.append(pen.track("refusals", "− " + words("Refusals"), 10, top, refusals, tables.refusal_points, 4))
    if tables.roundabouts:
        count = cells[base + cell.ROUNDABOUTS]
        shown = "− " + words("Roundabouts")
        sheet.append(pen.track("roundabouts", shown, 140, top, count, tables.roundabout_points, 3))
    sheet.append(scorebox(pen, wide - 110, top - 16, 100))
    top += 36
    paper = box(0, 0, wide, top, PAPER, INK, 12, stroke_width=1.4)
    return [at(edge, y, paper, *sheet, id="welcome-sheet")], y + top + 8
