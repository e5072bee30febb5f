"""What a phone has beside the streets: the plans in a strip and in full, and what estates are worth.

Drawn from plain values and remembered. A strip has no words: signs say what is asked for, tabs have the rest.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, breadth, disc, group, lines, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art, goals
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.cards import done_by
from kvartal.games.welcome.drawing.mini_sheet import MARK
from kvartal.games.welcome.drawing.widgets import LEAST, choice, edge
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import plan_text
from kvartal.games.welcome.text.score_lines import plan_letter

DRAWN = 256  # of each kind, remembered
ON_STREET = (at.P_ON_STREET, at.P_STREET_BUILT, at.P_PARKS_POOLS)
SIGN = 17.0


@lru_cache(16)
def street_sign(street: int) -> str:
    """The number of a street on its plate: beside the street, and on plans about it."""
    plate = box(0, 0, SIGN, SIGN, "#35618e", "#ffffff", 4, stroke_width=1.2)
    return plate + text(SIGN / 2, 13.2, str(street + 1), 13, "#ffffff", bold=True, anchor="middle")


# Plans ----------------------------------------------------------------------------------------------------------------


@lru_cache(DRAWN)
def plan_cell(
    setup: Setup, words: Words, i: int, plan: int, flipped: int, mine: int, there: goals.Counts, done: tuple[str, ...],
    width: float, height: float,
) -> str:  # fmt: skip
    """A plan in the strip: letter and conditions, what is asked for, points, and who has `done` it."""
    tables: Any = setup.tables
    ground = box(0, 0, width, height, "paper", INK, 9, stroke_width=1.4)
    if plan < 0:
        return ground
    flat = width > 3 * height  # all in one row
    parts = [title(plan_text(setup, plan, words)), ground, _letter(tables, i, 13, height / 2 if flat else 14)]
    left, wide = 26.0, 22.0
    for sign in _conditions(tables, plan):
        parts.append(group(left, (height - SIGN) / 2 if flat else 5, sign))
        left += SIGN + 2
    edge = width - 2 * wide - 8
    parts.append(_worth(tables, plan, flipped, edge, 4, wide, 20))
    who = (edge, height - 6, 2 * wide + 2) if flat else (left, 19, edge - left - 2)
    parts.append(done_by(done, *who))
    spot = (left, 6.0, edge - left - 6, height - 12) if flat else (7.0, 27.0, width - 14, height - 32)
    if mine < 0:
        parts.append(group(spot[0], spot[1], _asked(setup, plan, there, spot[2], spot[3])))
    else:
        parts.append(_stamp(mine, spot[0] + spot[2] / 2 - 32, spot[1] + spot[3] / 2 - 11.5))
    return "".join(parts)


def _letter(tables: Any, i: int, x: float, y: float) -> str:
    return disc(x, y, 9.5, art.ROOFS[i], INK) + text(
        x, y + 4.8, plan_letter(tables, i), 13.5, "#ffffff", bold=True, anchor="middle"
    )


def _conditions(tables: Any, plan: int) -> list[str]:
    """Signs of what holds for all that a plan asks for: the street, a pool, bis, roundabouts."""
    found = [street_sign(tables.plan_street[plan])] if tables.plan_kind[plan] in ON_STREET else []
    if tables.plan_kind[plan] in goals.ESTATES:
        found += [art.effect_sign(at.POOL, SIGN)] if tables.plan_pools[plan] else []
        found += [art.effect_sign(at.BIS, SIGN)] * tables.plan_bis[plan]
        found += [art.roundabout(SIGN, SIGN * 0.9)] * tables.plan_rounds[plan]
    return found


def _worth(tables: Any, plan: int, flipped: int, x: float, y: float, wide: float, high: float) -> str:
    """What it gives the first, and whoever comes later; the one that counts now is marked."""
    parts = []
    for n, points in enumerate((tables.plan_first[plan], tables.plan_later[plan])):
        left, now = x + n * (wide + 2), n == flipped
        parts.append(box(left, y, wide, high, "mark" if now else "blank", INK, 6, stroke_width=1.4 if now else 0.8))
        parts.append(
            text(left + wide / 2, y + high / 2 + 4.6, str(points), 13, INK, bold=now, anchor="middle", room=wide - 2)
        )
        if n < flipped:
            parts.append(art.cross(left + wide / 2 - 7, y + high / 2 - 7, 14))
    return "".join(parts)


def _asked(setup: Setup, plan: int, there: goals.Counts, width: float, height: float) -> str:
    """What a plan asks for: estates as houses with their sizes, which stand once there is such an estate."""
    tables: Any = setup.tables
    if tables.plan_kind[plan] == at.P_STREET_BUILT:
        built = sum(has for has, _ in there)
        sign = goals.small_estate(0, (built == len(there),), 0, height, 17, min(height, 24))
        return sign + text(24, height - 4, f"{built}/{len(there)}", 13, INK, bold=True)
    if tables.plan_kind[plan] not in goals.ESTATES:
        return goals.picture(setup, plan, there, width, height)
    sizes = [(n, i < has) for n, (has, need) in enumerate(there, 1) for i in range(need)]
    step, high = min(24.0, width / len(sizes)), min(height, 25.0)
    left = (width - len(sizes) * step) / 2
    return "".join(
        _house_of(size, stands, left + n * step, (height + high) / 2, min(step - 1, 21.0), high)
        for n, (size, stands) in enumerate(sizes)
    )


def _house_of(size: int, stands: bool, x: float, foot: float, wide: float, high: float) -> str:
    """An estate as a house with its size on it; where there is none it is only planned."""
    shown = text(x + wide / 2, foot - 2.5, str(size), 13, INK if stands else "#5d5346", bold=True, anchor="middle")
    return goals.small_estate(size - 1, (stands,), x, foot, wide, high) + shown


def _stamp(points: int, x: float, y: float) -> str:
    """What a plan gave me."""
    edge = box(x, y, 64, 23, "blank", MARK, 6, stroke_width=1.8)
    return edge + text(x + 32, y + 17, f"✓ {points}", 15, MARK, bold=True, anchor="middle")


@lru_cache(DRAWN)
def plan_row(
    setup: Setup, words: Words, i: int, plan: int, flipped: int, mine: int, there: goals.Counts, done: tuple[str, ...],
    width: float, height: float,
) -> str:  # fmt: skip
    """A plan in full: in words, as a picture, its points, and all who have done it."""
    tables: Any = setup.tables
    ground = box(0, 0, width, height, "paper", INK, 10, stroke_width=1.4)
    if plan < 0:
        return ground
    parts = [ground, _letter(tables, i, 18, 18), _worth(tables, plan, flipped, width - 72, 8, 31, 22)]
    said = lines(plan_text(setup, plan, words), width - 118, 13.5)
    if len(said) > 2:
        said = lines(plan_text(setup, plan, words), width - 20, 13)
    beside = len(said) <= 2 and all(breadth(each, 13.5) <= width - 112 for each in said)
    x, y = (36.0, 22.0) if beside else (10.0, 48.0)
    parts += [text(x, y + n * 16, each, 13.5 if beside else 13, INK, room=width - x - 8) for n, each in enumerate(said)]
    foot, left = height - 10, min(170.0, width * 0.5) if done else width - 20  # of what is drawn, beside the names
    if mine < 0:
        parts.append(group(10, foot - 28, goals.picture(setup, plan, there, left, 28)))
    else:
        parts.append(_stamp(mine, 10, foot - 25))
    if done:
        room = width - 26 - left
        names = lines(f"✓ {', '.join(done)}", room, LEAST)
        names = [*names[:1], f"{names[1]} …"] if len(names) > 2 else names
        for n, each in enumerate(reversed(names)):
            parts.append(text(width - 10, foot - 4 - n * 15, each, LEAST, MARK, anchor="end", room=room, least=LEAST))
    return "".join(parts)


# What estates are worth -----------------------------------------------------------------------------------------------


@lru_cache(DRAWN)
def value_cells(
    setup: Setup, words: Words, crossed: tuple[int, ...], made: tuple[int, ...], moves: tuple[int, ...],
    wide: float, height: float, gap: float,
) -> str:  # fmt: skip
    """Six sizes side by side; `moves` raise some of them."""
    tables: Any = setup.tables
    each, parts = (wide - 5 * gap) / 6, []
    for size in range(6):
        code, points = at.RAISE + size, tables.value_points[size * 16 : size * 16 + tables.value_boxes[size] + 1]
        shown = _value_cell(size + 1, points, crossed[size], made[size], code in moves, each, height)
        x, name = size * (each + gap), f"value-{size + 1}"
        if code in moves:
            parts.append(choice(setup, words, name, x, 0, code, shown, edge(0, 0, each, height)))
        else:
            parts.append(group(x, 0, shown, id=f"welcome-{name}"))
    return "".join(parts)


@lru_cache(DRAWN)
def _value_cell(size: int, points: bytes, crossed: int, made: int, can: bool, width: float, height: float) -> str:
    """Estates of one size: what each is worth now, with `can` what it becomes, and how many there are."""
    tall = width < 45  # one below the other
    middle = width / 2 if tall else width / 2 - 11
    house = _house_of(size, made > 0, middle - 10.5, 26 if tall else 25, 21, 23)
    worth = f"{points[crossed]}→{points[crossed + 1]}" if can else str(points[crossed])
    across = width - 4 if tall else 46.0 if can else 28.0
    left, top = (width - across) / 2, 30.0 if tall else height - 22
    ground = box(0, 0, width, height, "glow" if can else "panel", "edge", 8)
    shown = text(width / 2, top + 14.8, worth, 13.5, INK, bold=True, anchor="middle", room=across - 1, least=LEAST)
    x, y, anchor = (width / 2, height - 7, "middle") if tall else (middle + 13, 21, "start")
    count = text(x, y, f"×{made}", 13, "ink" if made else "muted", bold=made > 0, anchor=anchor)
    mark = box(left, top, across, 20, "mark", INK, 5)
    return tag("g", ground, house, mark, shown, count, id=f"welcome-worth-{size}")
