"""The fronts of the town's buildings: shops with awnings, a bank, an office, the builders' hut."""

from functools import lru_cache

from kvartal.engine.svg import box, disc, group, path
from kvartal.games.house.drawing.pieces import GOOD_COLOURS, INK, block
from kvartal.games.house.rules import cells as at

STONE, GLASS, SHADE = "kerb", "pane", "#b8a684"


def facade(kind: int, x: float, floor: float, size: float) -> str:
    return group(x, floor, _front(kind, size))


@lru_cache(64)
def _front(kind: int, size: float) -> str:
    """A front of this size standing on its floor."""
    u = size / 100
    if kind < at.GOODS:
        parts = _shop(kind, u)
    elif kind == at.BANK:
        parts = _bank(u)
    elif kind == at.EXCHANGE:
        parts = _hut(u)
    else:
        parts = _office(u)
    return "".join(parts)


def _shop(kind: int, u: float) -> list[str]:
    colour = GOOD_COLOURS[kind]
    parts = [box(0, -66 * u, 100 * u, 66 * u, STONE, INK, 1, stroke_width=0.8)]
    parts.append(box(10 * u, -36 * u, 44 * u, 28 * u, GLASS, INK, stroke_width=0.7))
    parts.append(box(66 * u, -40 * u, 22 * u, 40 * u, "#8a6a48", INK, stroke_width=0.7))
    for n in range(8):
        stripe = f"M{n * 12.5 * u:.1f} {-60 * u:.1f}h{12.5 * u:.1f}v{14 * u:.1f}a{6.25 * u:.1f} {6.25 * u:.1f} 0 0 1 "
        stripe += f"{-12.5 * u:.1f} 0z"
        parts.append(path(stripe, colour if n % 2 == 0 else "#fff6e2", INK, stroke_width=0.5))
    parts.append(box(24 * u, -82 * u, 52 * u, 20 * u, "#fff6e2", INK, 2, stroke_width=0.7))
    parts.append(group(42 * u, -80 * u, block(kind, 16 * u)))
    return parts


def _bank(u: float) -> list[str]:
    gable = path(
        f"M0 {-56 * u:.1f}L{50 * u:.1f} {-84 * u:.1f}L{100 * u:.1f} {-56 * u:.1f}Z", SHADE, INK, stroke_width=0.8
    )
    parts = [box(4 * u, -56 * u, 92 * u, 56 * u, STONE, INK, stroke_width=0.8), gable]
    parts += [box((12 + n * 22) * u, -50 * u, 10 * u, 44 * u, "#fff6e2", INK, stroke_width=0.6) for n in range(4)]
    parts.append(disc(50 * u, -66 * u, 7 * u, "#f3d27a", INK, stroke_width=0.8))
    return [*parts, box(0, -6 * u, 100 * u, 6 * u, SHADE, INK, stroke_width=0.6)]


def _office(u: float) -> list[str]:
    parts = [box(16 * u, -86 * u, 68 * u, 86 * u, STONE, INK, 1, stroke_width=0.8)]
    for row in range(3):
        for n in range(3):
            parts.append(box((23 + n * 20) * u, (-80 + row * 20) * u, 14 * u, 12 * u, GLASS, INK, stroke_width=0.5))
    return [*parts, box(42 * u, -20 * u, 16 * u, 20 * u, "#6b5b8a", INK, stroke_width=0.7)]


def _hut(u: float) -> list[str]:
    parts = [box(6 * u, -48 * u, 88 * u, 48 * u, "#e0a82e", INK, 1, stroke_width=0.8)]
    parts += [box((6 + n * 11) * u, -48 * u, 0.8, 48 * u, "#b07d10") for n in range(1, 8)]
    parts.append(box(2 * u, -56 * u, 96 * u, 9 * u, "#6f5b4e", INK, 1, stroke_width=0.8))
    parts.append(box(16 * u, -38 * u, 30 * u, 18 * u, GLASS, INK, stroke_width=0.7))
    return [*parts, box(64 * u, -36 * u, 18 * u, 36 * u, "#6f5b4e", INK, stroke_width=0.7)]
