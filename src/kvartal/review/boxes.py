"""How much room a drawn thing takes, from its SVG alone: boards are marked where no browser is at hand.

On the wide side: a curve lies within its control points, a text within its breadth.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from kvartal.engine.svg import breadth

UNSEEN = ("title", "defs", "style", "clipPath", "pattern", "symbol")
NUMBERS = re.compile(r"-?(?:\d*\.\d+|\d+\.?)(?:e-?\d+)?")
STEPS = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
FLAGS = re.compile(r"^(\s*[^,\s]+[\s,]+[^,\s]+[\s,]+[^,\s]+[\s,]*)([01])[\s,]*([01])")

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
HERE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def boxes(root: ET.Element, wanted: Iterable[str]) -> dict[str, Box]:
    """The boxes of the things with these ids, in the units of the whole board. Where a thing has the ring of what can
    be chosen, that is its box: what a finger may touch around it is wider than what is seen."""
    names, found = set(wanted), dict[str, Box]()
    if names:
        _look(root, HERE, names, found)
    return found


def _look(element: ET.Element, at: Matrix, names: set[str], found: dict[str, Box]) -> None:
    for child in element:
        here = _times(at, _moved(child.get("transform", "")))
        if child.get("id") in names:
            points = list(_rings(child, here)) or list(_points(child, here))
            if points:
                xs, ys = [x for x, _ in points], [y for _, y in points]
                found[child.get("id", "")] = Box(min(xs), min(ys), max(xs), max(ys))
        _look(child, here, names, found)


def _rings(element: ET.Element, at: Matrix) -> Iterator[Point]:
    for child in element:
        here = _times(at, _moved(child.get("transform", "")))
        if "ring" in child.get("class", "").split():
            yield from _points(child, here)
        else:
            yield from _rings(child, here)


def _points(element: ET.Element, at: Matrix) -> Iterator[Point]:
    """Points between which the thing and all that is in it lies; `at` has its own movement in it."""
    kind = element.tag.rpartition("}")[2]
    if kind in UNSEEN:
        return
    for x, y in _own(element, kind):
        yield at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]
    for child in element:
        yield from _points(child, _times(at, _moved(child.get("transform", ""))))


def _own(element: ET.Element, kind: str) -> Iterable[Point]:
    def of(name: str) -> float:
        return float(element.get(name, "0").removesuffix("px") or 0)

    if kind == "rect":
        return _corners(of("x"), of("y"), of("width"), of("height"))
    if kind == "circle":
        return _corners(of("cx") - of("r"), of("cy") - of("r"), 2 * of("r"), 2 * of("r"))
    if kind == "ellipse":
        return _corners(of("cx") - of("rx"), of("cy") - of("ry"), 2 * of("rx"), 2 * of("ry"))
    if kind == "line":
        return ((of("x1"), of("y1")), (of("x2"), of("y2")))
    if kind in ("polygon", "polyline"):
        values = [float(each) for each in NUMBERS.findall(element.get("points", ""))]
        return tuple(zip(values[::2], values[1::2], strict=False))
    if kind == "text":
        size = of("font-size") or 13
        wide = of("textLength") or breadth(element.text or "", size, element.get("font-weight") == "700")
        aside = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
        return _corners(of("x") - aside * wide, of("y") - 0.8 * size, wide, size)
    return _along(element.get("d", "")) if kind == "path" else ()


def _corners(x: float, y: float, wide: float, high: float) -> tuple[Point, Point, Point, Point]:
    return (x, y), (x + wide, y), (x, y + high), (x + wide, y + high)


def _along(d: str) -> Iterator[Point]:
    x = y = start_x = start_y = 0.0
    for letter, rest in STEPS.findall(d):
        step, goes = letter.upper(), letter.islower()
        if step == "Z":
            x, y = start_x, start_y
            continue
        values, count = _values(step, rest), TAKES[step]
        for n in range(0, len(values) - count + 1, count):
            each = values[n : n + count]
            from_x, from_y = x, y
            if step == "H":
                x = each[0] + x * goes
            elif step == "V":
                y = each[0] + y * goes
            else:
                by_x, by_y = x * goes, y * goes
                if step != "A":
                    yield from ((each[k] + by_x, each[k + 1] + by_y) for k in range(0, count, 2))
                x, y = each[-2] + by_x, each[-1] + by_y
            if step == "A" and math.hypot(x - from_x, y - from_y) > 1.5 * each[0]:  # as good as half a circle
                middle_x, middle_y = (x + from_x) / 2, (y + from_y) / 2
                yield from _corners(middle_x - each[0], middle_y - each[1], 2 * each[0], 2 * each[1])
            if step == "M" and n == 0:
                start_x, start_y = x, y
            yield x, y


def _values(step: str, rest: str) -> list[float]:
    if step != "A":
        return [float(each) for each in NUMBERS.findall(rest)]
    found: list[float] = []
    while flags := FLAGS.match(rest):  # two flags may be written without a space between them and what follows
        rest = rest[flags.end() :]
        last = [(each.group(), each.end()) for each in NUMBERS.finditer(rest)][:2]
        if len(last) < 2:
            break
        found += [*(float(each) for each in NUMBERS.findall(flags[1])), float(flags[2]), float(flags[3])]
        found += [float(each) for each, _ in last]
        rest = rest[last[1][1] :]
    return found


def _moved(transform: str) -> Matrix:
    found = HERE
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(each) for each in NUMBERS.findall(inside)]
        found = _times(found, _one(name, values))
    return found


def _one(name: str, values: list[float]) -> Matrix:
    if name == "translate":
        return 1.0, 0.0, 0.0, 1.0, values[0], values[1] if len(values) > 1 else 0.0
    if name == "scale":
        return values[0], 0.0, 0.0, values[-1], 0.0, 0.0
    if name == "rotate":
        turn = math.radians(values[0])
        around: Matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
        if len(values) == 3:
            x, y = values[1:]
            return _times(_times((1.0, 0.0, 0.0, 1.0, x, y), around), (1.0, 0.0, 0.0, 1.0, -x, -y))
        return around
    return (values[0], values[1], values[2], values[3], values[4], values[5]) if name == "matrix" else HERE


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f
