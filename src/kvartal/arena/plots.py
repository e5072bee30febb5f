"""Plots as SVG for a place so wide: intervals, distributions, parts of a whole, a path between two bounds."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kvartal.engine.svg import FONT, box, breadth, disc, number, path, short, tag, text, title

# Colours that stand on light and dark ground; what they mean is always written there too.
COLOURS = ("#d0562f", "#3d94a0", "#9a78c4", "#6fa24d", "#cf9a34", "#7f92b8", "#b5658f", "#8a7a6a")
ROW, SIZE, EDGE = 34, 13, 8
MOST_BINS = 40
MOST_POINTS = 400  # of a path; more cannot be told apart
Told = Callable[[float], str]


def picture(wide: int, high: float, label: str, *inside: str) -> str:
    return tag(
        "svg",
        title(label),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {number(high)}",
        width=wide,
        height=high,
        role="img",
        aria_label=label,
        font_family=FONT,
        class_="kv-board",
    )


def stride(low: float, high: float, most: int) -> float:
    """A round number that fits between two values at most so many times."""
    step = 10.0 ** math.floor(math.log10(max(1e-9, (high - low) / most)))
    return step * next(times for times in (1, 2, 5, 10, 20) if (high - low) / (step * times) <= most)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round values between two others, at most so many."""
    step = stride(low, high, most)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Interval(NamedTuple):
    """A value with its interval; `mark` is what it is to be compared with, `group` a heading before it."""

    name: str
    value: float
    low: float
    high: float
    mark: float
    group: str = ""


def intervals(rows: Sequence[Interval], wide: int, label: str, told: Told, ends: tuple[float, float] | None) -> str:
    """A dot and its whiskers for every row."""
    low, high = ends or (min(row.low for row in rows), max(row.high for row in rows))
    low, high = (low, high) if high > low else (low - 1, high + 1)
    most = 4 if wide < 500 else 8
    if not ends:  # to the next round values
        step = stride(low, high, most)
        low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    names = min(wide * 0.36, max(breadth(row.name, SIZE) for row in rows) + EDGE)
    values = max(breadth(told(row.value), SIZE, bold=True) for row in rows) + EDGE
    left, right = names + EDGE, wide - values - EDGE

    def x(value: float) -> float:
        return left + (right - left) * (min(high, max(low, value)) - low) / (high - low)

    parts, y = [], 0.0
    for row in rows:
        if row.group:
            parts.append(text(0, y + 20, short(row.group, wide, SIZE, bold=True), SIZE, "muted", bold=True))
            y += 26
        middle = y + ROW / 2
        parts += [
            text(0, middle + 5, short(row.name, names, SIZE), SIZE),
            path(f"M{number(left)} {number(middle)}H{number(right)}", None, "edge"),
            path(f"M{number(x(row.mark))} {number(middle - 11)}v22", None, "muted", stroke_dasharray="3 2"),
            path(f"M{number(x(row.low))} {number(middle)}H{number(x(row.high))}", None, "action", stroke_width=3),
            *(path(f"M{number(x(end))} {number(middle - 6)}v12", None, "action", stroke_width=2) for end in row[2:4]),
            disc(x(row.value), middle, 5.5, "action"),
            text(wide, middle + 5, told(row.value), SIZE, bold=True, anchor="end"),
        ]
        y += ROW
    parts += axis(x, ticks(low, high, most), y + 4, told)
    return picture(wide, y + 24, label, *parts)


def axis(x: Callable[[float], float], values: Sequence[float], y: float, told: Told) -> list[str]:
    """Values under a plot, those left out that would stand in another's way."""
    parts, end = [], -math.inf
    for value in values:
        half = breadth(told(value), 12) / 2
        if x(value) - half > end + 6:
            parts.append(text(x(value), y + 14, told(value), 12, "muted", anchor="middle"))
            end = x(value) + half
    return parts


def distributions(rows: Mapping[str, Counter[int]], wide: int, label: str) -> str:
    """How often each score was reached, bot under bot on one scale; the mean is a line."""
    low, high = min(min(counts) for counts in rows.values()), max(max(counts) for counts in rows.values())
    step = max(1, -(-(high - low + 1) // (MOST_BINS if wide > 500 else MOST_BINS // 2)))
    bins = (high - low) // step + 1
    each, tall, parts, y = (wide - 2 * EDGE) / bins, 64, [], 0.0

    def x(value: float) -> float:
        return EDGE + (value - low + 0.5) / step * each

    for place, (name, counts) in enumerate(rows.items()):
        parts.append(text(0, y + 16, short(name, wide * 0.6, SIZE, bold=True), SIZE, bold=True))
        total = sum(counts.values())
        mean = sum(score * n for score, n in counts.items()) / total
        parts.append(text(wide, y + 16, f"mean {mean:,.1f}", 12, "muted", anchor="end"))
        heights = Counter({(score - low) // step: 0 for score in counts})
        for score, n in counts.items():
            heights[(score - low) // step] += n
        most, foot = max(heights.values()), y + 26 + tall
        for bin_, n in sorted(heights.items()):
            height, first = max(1.0, tall * n / most), low + bin_ * step
            shown = f"{first}" if step == 1 else f"{first} to {first + step - 1}"
            bar = tag(
                "rect",
                title(f"{name}: {shown} points in {n:,} of {total:,}"),
                x=EDGE + bin_ * each + each * 0.06,
                y=foot - height,
                width=each * 0.88,
                height=height,
                fill=COLOURS[place % len(COLOURS)],
            )
            parts.append(bar)
        parts.append(path(f"M{EDGE} {number(foot)}H{wide - EDGE}", None, "edge"))
        parts.append(path(f"M{number(x(mean))} {number(foot)}v-{tall}", None, "ink", stroke_dasharray="4 3"))
        y = foot + 8
    whole = [value for value in ticks(low, high, 5 if wide < 500 else 10) if value == int(value)]
    parts += axis(x, whole, y - 6, lambda value: f"{value:,.0f}")
    return picture(wide, y + 16, label, *parts)


def wholes(rows: Sequence[tuple[str, Mapping[str, int]]], colours: Mapping[str, str], wide: int, label: str) -> str:
    """A bar for every row, cut into its parts."""
    parts, y = [], 0.0
    for name, counts in rows:
        total = max(1, sum(counts.values()))
        parts.append(text(0, y + 16, short(name, wide, SIZE), SIZE))
        left = 0.0
        for what in colours:
            if n := counts.get(what, 0):
                across = wide * n / total
                told = f"{n / total:.0%}"
                parts.append(
                    tag(
                        "g",
                        title(f"{name}: {what}, {n:,} of {total:,}"),
                        box(left, y + 23, max(1.0, across - 1), 24, colours[what], r=2),
                        text(left + across / 2, y + 40, told, 12, "#1d1512", bold=True, anchor="middle")
                        if across > breadth(told, 12, bold=True) + 6
                        else "",
                    )
                )
                left += across
        y += 58
    return picture(wide, y, label, *parts)


def course(values: Sequence[float], bounds: tuple[float, float], names: tuple[str, str], wide: int, label: str) -> str:
    """A path from 0, deal by deal, towards one bound or the other."""
    low, high = min(bounds[0], *values) - 0.3, max(bounds[1], *values) + 0.3
    tall = 200.0
    left = 34.0

    def x(place: float) -> float:
        return left + (wide - left - EDGE) * place / len(values)

    def y(value: float) -> float:
        return EDGE + tall * (high - value) / (high - low)

    parts = []
    for value, name, down in ((bounds[0], names[0], -6), (bounds[1], names[1], 16), (0.0, "", 0)):
        line = f"M{number(left)} {number(y(value))}H{wide - EDGE}"
        parts.append(path(line, None, "muted" if name else "edge", stroke_dasharray="6 4" if name else None))
        parts.append(text(left - 5, y(value) + 4, f"{value:+.1f}" if value else "0", 12, "muted", anchor="end"))
        parts.append(text(left + 4, y(value) + down, name, 12, "muted") if name else "")
    step = max(1, len(values) // MOST_POINTS)
    places = [*range(0, len(values), step), len(values) - 1]
    points = "L".join(f"{number(x(place + 1))} {number(y(values[place]))}" for place in places)
    parts.append(path(f"M{number(left)} {number(y(0))}L{points}", None, "action", stroke_width=2.5))
    deals = [value for value in ticks(0, len(values), 4 if wide < 500 else 8) if value == int(value)]
    parts += axis(x, deals, EDGE + tall + 4, lambda value: f"{value:,.0f}")
    return picture(wide, tall + 36, label, *parts)
