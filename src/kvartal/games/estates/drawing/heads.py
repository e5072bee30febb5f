"""The heads of the rows of The Estates: name, how far a row is, the mayor or the place for him.

Drawn from plain values and remembered: a head changes when something is built in its row.
"""

from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, group, number, path, ring, text, title
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing.scene import Scene
from kvartal.games.estates.drawing.widgets import place
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import MAYOR_PIECE, PLACE_MAYOR

PICTURED = 130  # how high a head is at least that shows its row at a glance
NARROW = 60  # a head less wide than this has signs instead of words


def head(scene: Scene, number_: int, width: float, height: float) -> str:
    """The head of a row: its name, how far it is, the mayor or the place for him."""
    row, code = scene.board.rows[number_], PLACE_MAYOR + number_
    wanted = scene.placing and scene.board.piece == MAYOR_PIECE
    can = wanted and code in scene.legal
    how_far = (row.built, row.roofed, row.length)
    drawn = _post if width < NARROW else _head
    return drawn(scene.setup, scene.plain, number_, how_far, row.mayor, code if wanted else None, can, width, height)


@lru_cache(256)
def _head(
    setup: Setup,
    words: Words,
    number_: int,
    how_far: tuple[int, int, int],
    mayor: bool,
    code: int | None,
    can: bool,
    width: float,
    height: float,
) -> str:
    name, (built, roofed, length) = ROW_KEYS[number_], how_far
    parts = [box(0, 0, width, height, "panel", "edge", 8)]
    parts.append(box(8, 7, 28, 26, "#2c5d52", "#f4ead2", 5, stroke_width=1.5))
    parts.append(text(22, 26.5, name, 18, "#ffffff", bold=True, anchor="middle"))
    if mayor or code is not None:
        parts.append(_hat(mayor, width - 36, 5, 29))
    complete = roofed == length
    shown = f"✓ {words('complete')}" if complete else words("not complete")
    role = "good" if complete else "bad"
    middle = 36 + (height - 36) / 2
    if height >= PICTURED:
        middle -= 12
        parts.append(_plan(built, roofed, length, width - 16, height - 10))
    parts.append(text(width / 2, middle - 11, shown, 12.5, role, bold=True, anchor="middle", room=width - 10))
    tally = words("{built}/{length} built", built=built, length=length)
    parts.append(text(width / 2, middle + 8, tally, 12, anchor="middle", room=width - 10))
    roofs = words("{roofed}/{length} roofed", roofed=roofed, length=length)
    parts.append(text(width / 2, middle + 25, roofs, 12, anchor="middle", room=width - 10))
    if can:
        parts.append(ring(width, height))
    return place(setup, words, f"street-{name}", 0, 0, code, can, *parts)


def _hat(there: bool, x: float, y: float, size: float) -> str:
    """The mayor, or where he may go."""
    return pic.known(MAYOR_PIECE, pic.hat(size), x=x, y=y) if there else group(x, y, pic.hat(size), opacity=0.4)


@lru_cache(256)
def _post(
    setup: Setup,
    words: Words,
    number_: int,
    how_far: tuple[int, int, int],
    mayor: bool,
    code: int | None,
    can: bool,
    width: float,
    height: float,
) -> str:
    """The same where there is little room: signs and figures."""
    name, (built, roofed, length) = ROW_KEYS[number_], how_far
    complete = roofed == length
    about = words("complete") if complete else words("not complete")
    parts = [title(f"{name}: {about}"), box(0, 0, width, height, "panel", "edge", 8)]
    parts.append(box(width / 2 - 14, 5, 28, 25, "#2c5d52", "#f4ead2", 5, stroke_width=1.5))
    parts.append(text(width / 2, 24, name, 18, "#ffffff", bold=True, anchor="middle"))
    if mayor or code is not None:
        parts.append(_hat(mayor, width / 2 - 14, 31, 28))
    if complete:
        tick = f"M{number(width / 2 - 10)} {number(height - 31)}l7 8 13-17"
        parts.append(path(tick, None, "#2f8a4b", stroke_width=5, stroke_linecap="round", stroke_linejoin="round"))
        parts.append(_tally(built, length, width, height - 8, ""))
    else:
        parts.append(_tally(roofed, length, width, height - 25, "M0 0l5.5-7 5.5 7z"))
        parts.append(_tally(built, length, width, height - 8, "M1 0v-8.5h9v8.5z"))
    if can:
        parts.append(ring(width, height, 8, 1))
    return place(setup, words, f"street-{name}", 0, 0, code, can, *parts)


def _tally(there: int, length: int, width: float, down: float, sign: str) -> str:
    """How many of how many, with a small picture of what, where there is room for one."""
    shown = f"{there}/{length}" if there < 10 else str(there)
    if not sign or len(shown) > 3:
        return text(width / 2, down, shown, 12.5, anchor="middle")
    picture = path(sign, "muted", transform=f"translate({number(width / 2 - 16)} {number(down)})")
    return picture + text(width / 2 + 7, down, shown, 12.5, anchor="middle")


def _plan(built: int, roofed: int, length: int, width: float, foot: float) -> str:
    """A row at a glance: buildings with a roof, without one, and lots that are still empty."""
    step = min(14.0, width / max(length, 1))
    left, wide, high = 8 + (width - step * length) / 2, step - 2, 9
    walls, roofs, empty = "", "", ""
    for n in range(length):
        x = left + n * step + 1
        wall = f"M{number(x)} {number(foot)}v-{high}h{number(wide)}v{high}z"
        if n < built:
            walls += wall
        else:
            empty += wall
        if n < roofed:
            roofs += f"M{number(x - 0.5)} {number(foot - high)}l{number(wide / 2 + 0.5)} -6l{number(wide / 2 + 0.5)} 6z"
    shown = path(empty, None, "muted", stroke_width=1, stroke_dasharray="2 2") if empty else ""
    shown += path(walls, "muted") if walls else ""
    return shown + (path(roofs, "ink") if roofs else "")
