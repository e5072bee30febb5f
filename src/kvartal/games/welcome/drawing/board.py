"""The board of Welcome To… as SVG: wide for a desk, and for a phone so that a turn needs no scrolling."""

from kvartal.engine.board import ACROSS, DESK, HEIGHT, WIDTH, board, layout
from kvartal.engine.svg import Drawing, box, group, text
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.others import Others
from kvartal.games.welcome.drawing.phone import across, upright
from kvartal.games.welcome.drawing.scene import Scene
from kvartal.games.welcome.drawing.tracks import temps, titled, track
from kvartal.games.welcome.rules import cells as at


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:
    """It becomes as high as it needs to be; on a phone what a turn needs is in sight, and the rest lies below."""
    scene, kind = Scene(view, words), layout(width, height)
    edge, columns, parts = {"desk": (5, 4, desk), "upright": (4, 1, upright), "across": (4, 2, across)}[kind]
    y, inside = parts(scene)
    room = ACROSS[kind] - 2 * edge
    others = Others(scene, room, columns)
    tall = y + (others.height + edge if others.height else 0)
    if kind == "desk":
        high, drawn = scene.legend(room)
        inside.append(group(edge, tall + edge, drawn, id="welcome-legend"))
        tall += high + 2 * edge
    return board(
        "welcome", width, tall, scene.summary(), words.lang, *inside,
        beside=lambda: (others.draw(edge, y),) if others.height else (), height=height,
    )  # fmt: skip


def desk(scene: Scene) -> tuple[float, list[str]]:
    """All but the others: how high it is, and its parts."""
    edge, gap, wide, tall = 5, 10, DESK - 10, 114
    parts = [
        group(edge + 2, edge + 2, scene.offers(470, tall, gap, 74), id="welcome-cards"),
        group(edge + 490, edge + 2, *(scene.plan(i, i * 168, 0, 160, tall) for i in range(3)), id="welcome-plans"),
    ]
    y = edge + 2 + tall + gap
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
    sheet.append(group(0, 20 + 3 * down + 14, _desk_tracks(scene), id="welcome-boxes"))
    parts.append(group(edge, y, *sheet, id="welcome-sheet"))
    return y + 3 * down + 212 + gap, parts


def _desk_tracks(scene: Scene) -> str:
    tables, cells, base, words = scene.tables, scene.cells, scene.base, scene.words
    parts = [scene.points(14, 2, 150)]
    named = words.player(scene.seat) if scene.view.seat is None else words("Your sheet")
    parts.append(text(16, 64, named, 14, INK, bold=True, room=150))
    parts.append(track(scene.plain, "pools", 190, 14, scene.pools, tables.pool_points, 5))
    parts.append(temps(scene.setup, scene.plain, 190, 92, cells[base + at.TEMPS]))
    parts.append(group(492, 14, titled(words("Value of estates"), at.VALUE, 240)))
    parts.append(scene.values(492, 14, 42))
    parts.append(track(scene.plain, "bis", 772, 14, cells[base + at.BISES], tables.bis_points, 5))
    refusals, room = cells[base + at.REFUSALS], 106 if tables.roundabouts else 200
    parts.append(track(scene.plain, "refusals", 772, 92, refusals, tables.refusal_points, 4, room))
    if tables.roundabouts:
        count = cells[base + at.ROUNDABOUTS]
        parts.append(track(scene.plain, "roundabouts", 888, 92, count, tables.roundabout_points, 3, 94))
    return "".join(parts)
