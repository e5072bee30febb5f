"""The cards of a round and the plans of the city, each as it lies there.

Drawn from plain values and remembered: they lie there for a round, or for the whole game.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, disc, group, lines, panel, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art, goals
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.mini_sheet import MARK
from kvartal.games.welcome.text.catalogue import EFFECT_RULES
from kvartal.games.welcome.text.labels import effect_name, plan_text
from kvartal.games.welcome.text.score_lines import plan_letter

DRAWN = 512  # of each kind, remembered
TALLEST = 30.0  # the picture of a plan


@lru_cache(DRAWN)
def face(
    words: Words, i: int, width: float, height: float, number: str, effect: int, later: int, chosen: str
) -> str:  # fmt: skip
    """Pair or card i: a number, an effect, the effect that the number card has later, and what it was chosen for."""
    used = bool(chosen)
    parts = [box(0, 0, width, height, "mark" if used else "paper", INK, 12, stroke_width=2.6 if used else 1.4)]
    big = min(height * 0.5, width * (0.34 if len(number) > 1 else 0.42))
    parts.append(text(width * 0.27, height * 0.37 + big * 0.36, number, big, INK, bold=True, anchor="middle"))
    if effect >= 0:
        sign, middle = min(height * 0.42, width * 0.3), width * 0.54 + (width * 0.42) / 2
        parts.append(group(middle - sign / 2, height * 0.1, art.effect_sign(effect, sign)))
        said, foot = effect_name(effect, words), height * 0.1 + sign + 15
        parts.append(text(middle, foot, said, 13, INK, bold=True, anchor="middle", room=width * 0.42))
    below = ""
    if later >= 0:
        below = words("next: {effect}", effect=effect_name(later, words))
    elif chosen != "both" and chosen:
        below = words(chosen)
    if below:
        parts.append(text(width / 2, height - 9, below, 12, "#5d5346", anchor="middle", room=width - 12))
    return tag("g", *parts, id=f"welcome-face-{i + 1}")


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
    width: float,
    height: float,
    size: float,
) -> str:
    """A plan: its letter, what it gives first and later, what it asks for, how much is `there`, what it gave me."""
    tables: Any = setup.tables
    parts = [box(0, 0, width, height, "paper", INK, 10, stroke_width=1.4)]
    if plan < 0:
        return parts[0]
    parts.append(disc(19, 19, 12, art.ROOFS[i], INK))
    parts.append(text(19, 24, plan_letter(tables, i), 14, "#ffffff", bold=True, anchor="middle"))
    wide = min(40.0, (width - 42) / 2 - 4)
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
