"""The board of Welcome To… as SVG: wide for a desk, and street by street for a phone."""

from kvartal.engine.board import DESK, HEIGHT, PHONE, WIDTH, board, for_phone
from kvartal.engine.svg import Drawing, box, group, panel, text, within
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.scene import Scene
from kvartal.games.welcome.drawing.tracks import temps, titled, track
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import effect_name


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:  # noqa: ARG001
    """It becomes as high as it needs to be, whatever the height of its place: people scroll."""
    scene = Scene(view, words)
    phone = for_phone(width)
    edge, columns = (4, 1) if phone else (5, 4)
    y, inside = _phone(scene) if phone else _desk(scene)
    room = (PHONE if phone else DESK) - 2 * edge
    used = scene.others_height(room, columns)
    tall = y + (used + (8 if phone else edge) if used else 0)
    if not phone:
        high, drawn = scene.legend(room)
        inside.append(group(edge, tall + edge, drawn, id="welcome-legend"))
        tall += high + 2 * edge
    return board(
        "welcome", width, tall, scene.summary(), words.lang, *inside,
        beside=lambda: (scene.others(edge, y, room, columns),),
    )  # fmt: skip


def _deck_text(scene: Scene) -> str:
    """With a deck lying effect-up: how many cards are left and what is on top."""
    tables, cells, words = scene.tables, scene.cells, scene.words
    if not tables.hand:
        return ""
    top = cells[at.DECK_TOP]
    if top == at.SPECIAL:
        shown = words("the solo card") if tables.mode == at.SOLO_2018 else words("an approval card")
    else:
        shown = effect_name(top, words) if top >= 0 else words("nothing")
    return words("Deck: {n}, on top: {what}", n=cells[at.DECK_SIZE], what=shown)


# A desk ---------------------------------------------------------------------------------------------------------------


def _desk(scene: Scene) -> tuple[float, list[str]]:
    """All but the others: how high it is, and its parts."""
    edge, gap, wide = 5, 10, DESK - 10
    first, advice = scene.bar.title, scene.bar.sentence
    buttons, rows = scene.buttons(wide - 460, 9, 450)
    high = 58 + max(0, rows - 1) * 48
    if not rows:
        buttons = group(wide - 460, 9, scene.course(450), id="welcome-course")
    left = 504  # beside the buttons
    head = [panel(wide, high, mine=bool(scene.legal) or scene.view.over), text(16, 26, first, 18, bold=True, room=left)]
    head.append(text(16, 46, " · ".join(part for part in (advice, _deck_text(scene)) if part), 14, room=left))
    parts = [group(edge, edge, *head, buttons, id="welcome-headline")]
    y = edge + high + gap
    tall = 114
    for i in range(3):
        parts.append(scene.offer(i, edge + 2 + i * 160, y, 150, tall))
    for i in range(3):
        parts.append(scene.plan(i, edge + 490 + i * 168, y, 160, tall))
    y += tall + gap
    tables = scene.tables
    step = (wide - 36 - 186) / max(tables.past[s] - tables.first[s] for s in range(3))
    down = 112
    sheet = [box(0, 0, wide, 3 * down + 212, "paper", INK, 12, stroke_width=1.4)]
    for street in range(3):
        top = 20 + street * down
        first_, past = tables.first[street], tables.past[street]
        sheet.append(text(16, top + 46, str(street + 1), 17, "#6d6455", bold=True, anchor="middle"))
        sheet.append(scene.houses(first_, past, 30, top, step, 56))
        sheet.append(scene.parks(street, 30 + (past - first_) * step + 12, top + 22))
    sheet.append(_desk_tracks(scene, 20 + 3 * down + 14))
    parts.append(group(edge, y, *sheet, id="welcome-sheet"))
    return y + 3 * down + 212 + gap, parts


def _desk_tracks(scene: Scene, y: float) -> str:
    tables, cells, base, words = scene.tables, scene.cells, scene.base, scene.words
    parts = [scene.points(14, y + 2, 150)]
    named = words.player(scene.seat) if scene.view.seat is None else words("Your sheet")
    parts.append(text(16, y + 64, named, 14, INK, bold=True, room=150))
    parts.append(track(scene.plain, "pools", 190, y + 14, scene.pools, tables.pool_points, 5))
    parts.append(temps(scene.setup, scene.plain, 190, y + 92, cells[base + at.TEMPS]))
    parts.append(group(492, y + 14, titled(words("Value of estates"), at.VALUE, 240)))
    parts.append(scene.values(492, y + 14, 42))
    parts.append(track(scene.plain, "bis", 772, y + 14, cells[base + at.BISES], tables.bis_points, 5))
    refusals, room = cells[base + at.REFUSALS], 106 if tables.roundabouts else 200
    parts.append(track(scene.plain, "refusals", 772, y + 92, refusals, tables.refusal_points, 4, room))
    if tables.roundabouts:
        count = cells[base + at.ROUNDABOUTS]
        parts.append(track(scene.plain, "roundabouts", 888, y + 92, count, tables.roundabout_points, 3, 94))
    return "".join(parts)


# A phone --------------------------------------------------------------------------------------------------------------


def _phone(scene: Scene) -> tuple[float, list[str]]:
    edge, wide = 4, PHONE - 8
    first, advice = scene.bar.title, scene.bar.sentence
    size, said = within(" · ".join(part for part in (advice, _deck_text(scene)) if part), wide - 20, 13, 2)
    buttons, rows = scene.buttons(8, 68, wide - 16)
    if not rows:
        buttons = group(8, 68, scene.course(wide - 16), id="welcome-course")
    high = 68 + max(1, rows) * 48
    ground = panel(wide, high, mine=bool(scene.legal) or scene.view.over)
    head = [ground, text(10, 22, first, 16, bold=True, room=wide - 20)]
    head += [text(10, 40 + i * 17, each, size, room=wide - 18) for i, each in enumerate(said)]
    parts = [group(edge, edge, *head, buttons, id="welcome-headline")]
    y: float = edge + high + 8
    step = (wide + 6) / 3
    for i in range(3):
        parts.append(scene.offer(i, edge + i * step, y, step - 6, 94))
    y += 102
    size = 12.0
    most = max(scene.plan_lines(i, step - 6, size) for i in range(3))
    tall = 40 + most * (size + 2.5) + 22  # below the words: what it has given
    for i in range(3):
        parts.append(scene.plan(i, edge + i * step, y, step - 6, tall, size))
    y += tall + 8
    shown, y = _phone_sheet(scene, edge, y, wide)
    return y, [*parts, *shown]


def _phone_sheet(scene: Scene, edge: float, y: float, wide: float) -> tuple[list[str], float]:
    """Each street on two rows of half its houses, its park above."""
    tables, cells, base, words = scene.tables, scene.cells, scene.base, scene.words
    sheet: list[str] = []
    top: float = 6
    for street in range(3):
        sheet.append(text(10, top + 34, words("Street {n}", n=street + 1), 13.5, INK, bold=True, room=86))
        sheet.append(scene.parks(street, 106, top - 4))
        top += 70
        first, past = tables.first[street], tables.past[street]
        half = (past - first + 1) // 2
        step = (wide - 16) / max(half, 1)
        for begin in (first, first + half):
            sheet.append(scene.houses(begin, min(begin + half, past), 8, top, step, 46))
            top += 46 + step * 0.46 + 24
    top += 16
    sheet.append(track(scene.plain, "pools", 10, top, scene.pools, tables.pool_points, 10))
    sheet.append(temps(scene.setup, scene.plain, 10, top + 50, cells[base + at.TEMPS]))
    sheet.append(group(10, top + 102, titled(words("Value of estates"), at.VALUE, 240)))
    sheet.append(scene.values(14, top + 102, 54))
    top += 102 + (max(tables.value_boxes) + 1) * 25 + 56
    sheet.append(track(scene.plain, "bis", 10, top, cells[base + at.BISES], tables.bis_points, 10))
    top += 50
    sheet.append(track(scene.plain, "refusals", 10, top, cells[base + at.REFUSALS], tables.refusal_points, 4, 112))
    if tables.roundabouts:
        count = cells[base + at.ROUNDABOUTS]
        sheet.append(track(scene.plain, "roundabouts", 132, top, count, tables.roundabout_points, 3, 104))
    sheet.append(scene.points(wide - 108, top - 16, 100))
    top += 36
    paper = box(0, 0, wide, top, "paper", INK, 12, stroke_width=1.4)
    return [group(edge, y, paper, *sheet, id="welcome-sheet")], y + top + 8
