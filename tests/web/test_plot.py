"""The points of a match as a picture: every name beside its line, one under the other."""

import re
from itertools import pairwise

import pytest

from kvartal.web.plot import NARROW, WIDE, plot


@pytest.mark.parametrize("wide", [WIDE, NARROW])
@pytest.mark.parametrize("ends", [(8, 0, 0), (0, 0, 0), (-49, -49), (5, 4, 4, 4), range(12), [0] * 100])
def test_names_stand_apart_and_within_the_picture(ends: tuple[int, ...], wide: int) -> None:
    names = [f"Name{n}" for n in range(len(ends))]
    picture = plot([[0] * len(ends), list(ends)], names, "points", wide)
    tall = int(re.search(rf'viewBox="0 0 {wide} (\d+)"', picture)[1])  # type: ignore[index]
    found = re.findall(r'<text [^>]*?\by="([-\d.]+)"[^>]*>([^<]+)</text>', picture)
    heights = [float(y) for y, said in found if said.startswith("Name")]
    assert len(heights) == len(ends)
    assert min(heights) >= 10
    assert max(heights) <= tall - 4
    assert all(after - before >= 15 for before, after in pairwise(heights))
    marks = sorted(float(y) for y, said in found if not said.startswith("Name"))
    assert all(after - before >= 12 for before, after in pairwise(marks))
