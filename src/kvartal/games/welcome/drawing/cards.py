"""The cards of a round and the plans of the city, each as it lies there.

Drawn from plain values and remembered: they lie there for a round, or for the whole game.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, breadth, disc, group, lines, panel, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art, goals
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.mini_sheet import MARK
from kvartal.games.welcome.drawing.widgets import LEAST
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.catalogue import EFFECT_RULES
from kvartal.games.welcome.text.labels import effect_name, plan_text
from kvartal.games.welcome.text.score_lines import plan_letter

DRAWN = 256  # of each kind, remembered
TALLEST = 30.0  # the picture of a plan
SMALL = 80.0  # a card less wide than this has its effect below the number


@lru_cache(DRAWN)
def face(
    words: Words, i: int, width: float, height: float, number: str, effect: int, later: int, chosen: str
) -> str:  # fmt: skip
    """Pair or card i: a number, an effect, the effect that the number card has later, and what it was chosen for."""
    used = bool(chosen)
    parts = [box(0, 0, width, height, "mark" if used else "paper", INK, 12, stroke_width=2.6 if used else 1.4)]
    small = width < SMALL
    big = min(height * 0.5, width * (0.31 if len(number) > 1 else 0.42))
    foot = height * (0.22 if small else 0.37) + big * 0.36
    parts.append(text(width * 0.27, foot, number, big, INK, bold=True, anchor="middle"))
    if effect >= 0:
        sign = min(height * 0.42, width * (0.36 if small else 0.3))
        middle = width * 0.75
        parts.append(
            group(middle - sign / 2, height * (0.22 if small else 0.3) - sign / 2, art.effect_sign(effect, sign))
        )
        middle, foot, room = (
            (width / 2, height * 0.6, width - 6) if small else (middle, height * 0.3 + sign / 2 + 14, width * 0.45)
        )
        said = effect_name(effect, words)
        parts.append(text(middle, foot, said, 13, INK, bold=True, anchor="middle", room=room, least=LEAST))
    if later >= 0:
        parts.append(_next(words, effect_name(later, words), later, width, height))
    elif chosen != "both" and chosen:
        parts.append(_below(words(chosen), width, height))
    return tag("g", *parts, id=f"welcome-face-{i + 1}")


def _below(said: str, width: float, height: float) -> str:
    """The last line of a card."""
    return text(width / 2, height - 8, said, 12.5, "#5d5346", anchor="middle", room=width - 10, least=LEAST)


def _next(words: Words, name: str, effect: int, width: float, height: float) -> str:
    """What the number card becomes: in words, or on a small card behind an arrow."""
    if width >= SMALL:
        return _below(words("next: {effect}", effect=name), width, height)
    arrow = path(
        f"M{width / 2 - 15:.1f} {height - 12:.1f}h9m-3.5-3.5l3.5 3.5-3.5 3.5", None, "#5d5346", stroke_width=1.6
    )
    sign = group(width / 2 - 1, height - 21, title(words("next: {effect}", effect=name)), art.effect_sign(effect, 17))
    return arrow + sign


@lru_cache(DRAWN)
def pile(width: float, height: float, top: int, left: int) -> str:
    """A deck lying effect-up: what is on top, and how many cards there are."""
    parts = [
        box(4, 4, width - 4, height - 4, "paper", INK, 9, stroke_width=1.2),
        box(0, 0, width - 4, height - 4, "paper", INK, 9, stroke_width=1.2),
    ]
    middle, sign = (width - 4) / 2, min(28.0, width - 14)
    if top == at.SPECIAL:
        parts.append(text(middle, height * 0.42, "★", 24, INK, anchor="middle"))
    elif top >= 0:
        parts.append(group(middle - sign / 2, height * 0.32 - sign / 2, art.effect_sign(top, sign)))
    parts.append(text(middle, height - 14, str(left), 14, INK, bold=True, anchor="middle"))
    return "".join(parts)


@lru_cache(DRAWN)
def plan_lines(setup: Setup, words: Words, plan: int, width: float, size: float) -> tuple[str, ...]:
    """What a plan asks for, as it is broken into lines on its card."""
    return tuple(lines(plan_text(setup, plan, words), width - 18, size)) if plan >= 0 else ()


@lru_cache(DRAWN)
def plan_face(
    setup: Setup,
    words: Words,
    i: int,
    plan: int,
    flipped: int,
    mine: int,
    there: goals.Counts,
    done: tuple[str, ...],
    width: float,
    height: float,
) -> str:
    """A plan: its letter, who has `done` it, what it gives first and later, what it asks for, how much is `there`, what
    it gave me."""
    tables: Any = setup.tables
    parts = [box(0, 0, width, height, "paper", INK, 10, stroke_width=1.4)]
    if plan < 0:
        return parts[0]
    parts.append(disc(19, 19, 12, art.ROOFS[i], INK))
    parts.append(text(19, 24, plan_letter(tables, i), 14, "#ffffff", bold=True, anchor="middle"))
    size, wide = 13.0, min(34.0, (width - 42) / 2 - 4)
    parts.append(done_by(done, 35, 24, width - 2 * wide - 49))
    for n, points in enumerate((tables.plan_first[plan], tables.plan_later[plan])):
        left, now = width - 8 - (2 - n) * (wide + 4) + 4, n == flipped
        parts.append(box(left, 8, wide, 22, "mark" if now else "blank", INK, 7))
        parts.append(text(left + wide / 2, 24, str(points), 14, INK, bold=now, anchor="middle"))
        if n < flipped:
            parts.append(art.cross(left + wide / 2 - 8, 11, 16))
    said = plan_lines(setup, words, plan, width, size)
    for n, each in enumerate(said):
        parts.append(text(9, 46 + n * (size + 2.5), each, size, INK, room=width - 16))
    top = 46 + (len(said) - 1) * (size + 2.5) + 7
    high = min(TALLEST, height - 8 - top)
    foot = (top + height - 8 + high) / 2  # in the middle of what is left
    if mine < 0:
        parts.append(group(8, foot - high, goals.picture(setup, plan, there, width - 16, high)))
    else:  # a stamp
        wide, high = 64, 19 if width < 140 else 26
        parts.append(box(width - 8 - wide, height - 7 - high, wide, high, None, MARK, 6, stroke_width=1.8))
        parts.append(
            text(
                width - 8 - wide / 2, height - 12.5 - (high - 19) / 3, f"✓ {mine}", 15, MARK, bold=True, anchor="middle"
            )
        )
    return title(plan_text(setup, plan, words)) + "".join(parts)


def done_by(done: tuple[str, ...], x: float, y: float, room: float) -> str:
    """Who has done it: a name if there is room for it, else how many."""
    if not done:
        return ""
    said = f"✓ {done[0]}"
    if len(done) > 1 or breadth(said, LEAST, bold=True) > room:
        said = f"✓{len(done)}"
    return text(x, y, said, LEAST, MARK, bold=True, room=room, least=LEAST)


@lru_cache(64)
def legend(setup: Setup, words: Words, width: float) -> tuple[float, str]:
    """What the six effects do, in the words of their rules: how high it is, and its parts."""
    each, size, parts, y, tall = (width - 28) / 3, 12.5, [], 32.0, 0.0
    for effect, rule in enumerate(EFFECT_RULES):
        if effect == 3:  # the second row
            y = tall
        x, said = 14 + effect % 3 * each, lines(setup.game.rule(rule).said(words), each - 50, size)
        parts.append(group(x, y, art.effect_sign(effect, 26)))
        parts.append(text(x + 34, y + 9, effect_name(effect, words), size, bold=True, room=each - 50))
        parts += [text(x + 34, y + 24 + n * 14, line, size, "muted", room=each - 50) for n, line in enumerate(said)]
        tall = max(tall, y + 24 + len(said) * 14)
    return tall, group(0, 0, panel(width, tall, words("What the effects do")), *parts)
