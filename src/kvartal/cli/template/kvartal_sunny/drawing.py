"""The board as SVG: the plots, and beside them (on a phone held upright: below them) who builds here."""

from kvartal.engine.board import layout
from kvartal.engine.svg import box, disc, document, group, path, ring, target, text

from .rules import PLOTS, SIDE

WALLS = ("#a8442a", "#2f6285", "#4c6a34", "#6b4a86")  # everybody has a colour, and a letter as well
PLOT, STEP, FLOOR, ROW = 70, 76, 14, 40
TOWN = SIDE * STEP + 8


def draw(view, words, headline, width, height):
    upright = layout(width, height) == "upright"
    across, left, top = (TOWN, 16, TOWN) if upright else (616, TOWN + 12, 12)
    plots = [drawn_plot(view, words, plot) for plot in range(PLOTS)]
    builders = [drawn_builder(view, words, n, ROW * n) for n in range(view.setup.players)]
    town = group(0, 0, *plots, id="sunny-town", data_play="")
    people = group(left, top, *builders, id="sunny-builders")
    tall = max(TOWN, top + ROW * len(builders))
    ground = box(0, 0, across, tall, "table", r=12)
    return document("sunny", width, across, tall, headline, words.lang, "", ground, town, people)


def drawn_plot(view, words, plot):
    town, setup, can = view.known, view.setup, plot in view.codes()
    floors, seat = town.house(plot)
    move, label = setup.notation[plot], setup.game.label(setup, plot, words)
    inside = [box(0, 0, PLOT, PLOT, "lawn", "leaf", 8), text(6, 15, move.split()[1], 12)]
    if floors:
        eaves = PLOT - 6 - FLOOR * floors
        inside.append(path(f"M11 {eaves}h48l-10-12h-28z", "ink"))
        inside += [box(15, eaves + FLOOR * n, 40, FLOOR, WALLS[seat], "ink") for n in range(floors)]
        inside += [box(x, eaves + 3 + FLOOR * n, 8, 8, "pane") for n in range(floors - 1) for x in (22, 40)]
        inside.append(text(35, PLOT - 9, "ABCD"[seat], 12, "#fff", bold=True, anchor="middle"))
    if town.points(plot):
        inside += [disc(58, 13, 9, "mark", "ink"), text(58, 17, str(town.points(plot)), 12, "#3d2f28", anchor="middle")]
    if can:
        inside.append(ring(PLOT, PLOT))
    x, y = 7 + STEP * (plot % SIDE), 7 + STEP * (plot // SIDE)
    refused = move if view.seat in view.waiting else None
    return target(f"sunny-{plot}", x, y, *inside, move=move if can else None, refused=refused, label=label)


def drawn_builder(view, words, seat, y):
    letter = text(15, 20, "ABCD"[seat], 15, "#fff", bold=True, anchor="middle")
    points = text(270, 21, str(view.known.score(seat)), 18, bold=True, anchor="end")
    name = text(42, 21, words.player(seat), 16, bold=seat in view.waiting, room=190)
    return group(0, y, box(0, 0, 30, 30, WALLS[seat], r=6), letter, name, points, id=f"sunny-builder-{seat}")
