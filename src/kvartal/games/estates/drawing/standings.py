"""The standings of The Estates as a table: everybody, what each row brings, the cash box, and the sum.

Drawn from plain values and remembered: it changes when something is built.
"""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.score import signed
from kvartal.engine.svg import box, group, path, short, text, title
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing.scene import Scene
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.text.bar import STANDINGS
from kvartal.games.estates.text.board import who

TOP, LINE, FOOT = 54.0, 26.0, 6.0  # heading and heads of columns, somebody's line, below
NARROW, NAMED = 300.0, 16.0  # less wide than this names have a line of their own
EARLIER, SUM = 52.0, 44.0  # widths of columns


class Line(NamedTuple):
    name: str
    rows: tuple[int, ...]  # points of each
    box: int | None
    earlier: int
    total: int
    first: bool


def high(scene: Scene) -> float:
    return TOP + LINE * len(scene.board.people) + FOOT


def standings(scene: Scene, x: float, y: float, width: float, height: float, data_play: str | None = None) -> str:
    board = scene.board
    table = tuple(
        Line(
            who(board, each.seat, scene.words),
            tuple(row.points[each.seat] for row in board.rows),
            each.box,
            each.earlier,
            each.total,
            each.seat in board.winners,
        )
        for each in board.people
    )
    rounds = (board.round + 1, board.tables.rounds)
    drawn = _table(scene.plain, scene.heading(), table, rounds, width, height)
    spoken = scene.words("Standings")
    return group(x, y, drawn, id=STANDINGS, role="group", aria_label=spoken, data_play=data_play)


@lru_cache(128)
def _table(
    words: Words, heading: str, table: tuple[Line, ...], rounds: tuple[int, int], width: float, height: float
) -> str:
    several = rounds[1] > 1
    if several:
        heading += f" · {words('Round {n} of {of}', n=rounds[0], of=rounds[1])}"
    above = NAMED if width < NARROW else 0.0  # what is told beside a name
    parts = [box(0, 0, width, height, "panel", "edge", 10)]
    parts.append(text(12, 21, short(heading, width - 24, 14, True), 14, "muted", bold=True))
    right = width - 12.0  # where the sums end
    last, step = right - SUM - (EARLIER if several else 0), 36.0
    columns = [last - step * n for n in (3, 2, 1, 0)]  # where each ends: three rows, the box
    for name, end in zip(ROW_KEYS, columns, strict=False):
        parts.append(box(end - 22, 29, 22, 20, "#2c5d52", None, 4))
        parts.append(text(end - 11, 44, name, 14, "#ffffff", bold=True, anchor="middle"))
    parts.append(group(columns[3] - 22, 32, title(words("cash box")), pic.cash_box()))
    if several:
        parts.append(text(right - SUM, 44, words("Earlier"), 12.5, "muted", anchor="end"))
    parts.append(text(right, 45, "Σ", 15, "muted", bold=True, anchor="end"))
    for n, line in enumerate(table):
        down = TOP + (LINE + above) * n
        if line.first:
            parts.append(box(5, down, width - 10, LINE + above, "glow", None, 6))
        elif n:
            parts.append(path(f"M10 {down}h{width - 20}", None, "edge", stroke_width=1))
        base = down + 18
        room = width - 24 if above else columns[0] - step - 8
        parts.append(text(12, base, short(line.name, room, 13, line.first), 13, bold=line.first))
        base += above
        parts += [_points(value, end, base) for value, end in zip(line.rows, columns, strict=False)]
        parts.append(text(columns[3], base, "?" if line.box is None else str(line.box), 13, anchor="end"))
        if several:
            parts.append(_points(line.earlier, right - SUM, base))
        parts.append(text(right, base, signed(line.total), 15, _role(line.total), bold=True, anchor="end"))
    return "".join(parts)


def _points(value: int, end: float, base: float) -> str:
    return text(end, base, signed(value) if value else "·", 13, _role(value), anchor="end")


def _role(value: int) -> str:
    return "good" if value > 0 else "bad" if value < 0 else "muted"
