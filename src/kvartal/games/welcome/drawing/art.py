"""What a 1950s suburb is drawn with: houses, pools, fences, signs. Our own lines; paper in light and dark alike."""

from functools import lru_cache

from kvartal.engine.svg import box, disc, group, path, stars, text
from kvartal.games.welcome.rules import cells as at

INK = "#26394d"
FAINT = "#9a917f"
CROSSED = "#c8442e"
FENCE_INK = "#7a4b26"
WALLS = ("#ffe9c7", "#fdd9cc", "#d9efe4", "#d8e8f6")
ROOFS = ("#d9694a", "#3f8f8a", "#e0a22e", "#5878a8")


@lru_cache(2048)
def house(colour: int, width: float, height: float, cell: int, number: str) -> str:
    """One house with the number on its wall; an empty one is only planned. `height` is roof and wall."""
    roof = height * 0.36
    left, right, inset = width * 0.1, width * 0.9, width * 0.03
    wall = f"M{left:.1f} {roof:.1f}H{right:.1f}V{height:.1f}H{left:.1f}Z"
    top = f"M{inset:.1f} {roof:.1f}L{width * 0.25:.1f} {height * 0.06:.1f}"
    top += f"H{width * 0.75:.1f}L{width - inset:.1f} {roof:.1f}Z"
    if cell < 0:
        return path(wall + top, "paper", FAINT, stroke_width=1.2, stroke_dasharray="4 3", fill_opacity=0.5)
    chimney = f"M{width * 0.62:.1f} {height * 0.2:.1f}v-{height * 0.23:.1f}h{width * 0.11:.1f}v{height * 0.23:.1f}Z"
    parts = [
        path(chimney, "#b0503a", INK, stroke_width=1.2),
        path(wall, WALLS[colour], INK, stroke_width=1.4),
        path(top, ROOFS[colour], INK, stroke_width=1.4, stroke_linejoin="round"),
    ]
    if cell >= at.BIS_BASE:
        parts.append(box(width / 2 - 12.5, height * 0.21 - 7.5, 25, 15, "#fffaf0", INK, 4, stroke_width=1))
        parts.append(text(width / 2, height * 0.21 + 4.5, "bis", 12.5, CROSSED, bold=True, anchor="middle"))
    else:
        parts.append(disc(width / 2, height * 0.21, height * 0.07, "pane", INK, stroke_width=1))
    if number:
        size = min(height * 0.5, max(width * 0.42, min(15.5, width * 0.6)))  # a narrow house is all number
        foot = height * 0.68 + size * 0.36
        parts.append(text(width / 2, foot, number, size, INK, bold=True, anchor="middle"))
    return "".join(parts)


@lru_cache(64)
def street(x: float, y: float, wide: float, high: float, lawn: float, seed: int) -> str:
    """What houses stand on: sky, trees far away, a lawn, and the road with its dashes."""
    trees, left, i = [f"M{x:.1f} {y + high * 0.62:.1f}"], x, seed * 3
    while left < x + wide - 1:
        step = min(26.0 + (i * 29) % 17, x + wide - left)
        trees.append(f"q{step / 2:.1f} -{12 + (i * 17) % 11} {step:.1f} 0")
        left, i = left + step, i + 1
    return "".join(
        (
            box(x, y - 8, wide, lawn + 8, "sky", None, 8),
            stars(x + 4, y - 6, wide - 8, high * 0.4),
            path(f"{''.join(trees)}v{high * 0.2:.1f}H{x:.1f}Z", "far"),
            box(x, y + high * 0.62, wide, lawn - high * 0.62, "lawn", None),
            box(x, y + lawn, wide, 12, "road", None, 3),
            path(
                f"M{x + 6:.1f} {y + lawn + 6:.1f}h{wide - 12:.1f}",
                None,
                "#fff3d6",
                stroke_width=2,
                stroke_dasharray="10 9",
            ),
        )
    )


def roundabout(width: float, height: float) -> str:
    x, y, r = width / 2, height * 0.58, min(width, height) * 0.36
    return (
        disc(x, y, r, "road", INK, stroke_width=1.4)
        + disc(x, y, r * 0.6, None, "#fff3d6", stroke_width=1.5, stroke_dasharray="4 3")
        + disc(x, y, r * 0.3, "lawn", INK, stroke_width=1.2)
    )


def tree(x: float, y: float, size: float, planted: bool = True) -> str:
    """A tree of a park on its foot, or the place for one."""
    r = size * 0.34
    if not planted:
        return disc(x, y - size + r, r, None, "leaf", stroke_width=1.2, stroke_dasharray="2 2")
    trunk = path(f"M{x:.1f} {y:.1f}v-{size * 0.5:.1f}", None, "#8a5a33", stroke_width=size * 0.12)
    return trunk + disc(x, y - size + r, r, "#5f9e56", INK, stroke_width=1.2)


@lru_cache(512)
def pool(width: float, built: bool) -> str:
    """A kidney of water, or its plan in dashes."""
    h = width * 0.42
    d = (
        f"M0 {h * 0.55:.1f}C0 {h * 0.1:.1f} {width * 0.3:.1f} 0 {width * 0.48:.1f} {h * 0.16:.1f}"
        f"C{width * 0.7:.1f} {h * 0.34:.1f} {width:.1f} 0 {width:.1f} {h * 0.5:.1f}"
        f"C{width:.1f} {h:.1f} {width * 0.7:.1f} {h:.1f} {width * 0.5:.1f} {h * 0.92:.1f}"
        f"C{width * 0.25:.1f} {h * 0.84:.1f} 0 {h:.1f} 0 {h * 0.55:.1f}Z"
    )
    if not built:
        return path(d, "#e9f5f4", "#4f8fa8", stroke_width=1.3, stroke_dasharray="3 3", fill_opacity=0.55)
    fifth = f"{width * 0.2:.1f}"
    waves = f"M{fifth} {h * 0.55:.1f}q{width * 0.1:.1f}-{h * 0.2:.1f} {fifth} 0t{fifth} 0t{fifth} 0"
    water = path(d, "#5fb3d4", "#2b6f8e", stroke_width=1.5)
    return water + path(waves, None, "#eafaff", stroke_width=1.6)


def fence(x: float, y: float, height: float, picket: float = 5.0) -> str:
    """Two white pickets with a brown edge, each so wide: seen on any lawn."""
    up, half = height - 5, picket / 2
    pickets = "".join(
        f"M{x + dx:.1f} {y + height:.1f}v-{up:.1f}l{half:.1f}-5l{half:.1f} 5v{up:.1f}Z" for dx in (-picket, 0.0)
    )
    return path(pickets, "#ffffff", FENCE_INK, stroke_width=1.4)


def cross(x: float, y: float, size: float) -> str:
    d = f"M{x:.1f} {y:.1f}l{size:.1f} {size:.1f}m0-{size:.1f}l-{size:.1f} {size:.1f}"
    return path(d, None, CROSSED, stroke_width=2.2, stroke_linecap="round")


def slot(x: float, y: float, width: float, height: float, shown: str, crossed: bool, current: bool) -> str:
    """One box of a track: crossed out, or the one that counts now, or still empty."""
    edge, thick = (INK, 1.6) if current else (FAINT, 1)
    parts = [box(x, y, width, height, "mark" if current else "blank", edge, 4, stroke_width=thick)]
    if shown:
        size = 12.5
        ink = FAINT if crossed else INK
        parts.append(text(x + width / 2, y + height / 2 + 4.2, shown, size, ink, bold=current, anchor="middle"))
    if crossed:
        parts.append(cross(x + (width - height) / 2 + 4, y + 4, height - 8))
    return "".join(parts)


@lru_cache(1024)
def boxes(x: float, y: float, side: float, gap: float, labels: tuple[str, ...], crossed: int, current: int) -> str:
    """A track: boxes with their numbers; crossed ones struck through, the one that counts in bold."""
    return "".join(
        slot(x + i * (side + gap), y, side, side, shown, i < crossed, i == current) for i, shown in enumerate(labels)
    )


def refusal_sign(size: float) -> str:
    """A box that is crossed out."""
    return box(1, 1, size - 2, size - 2, "blank", INK, 3) + cross(4, 4, size - 8)


@lru_cache(256)
def effect_sign(effect: int, size: float) -> str:
    """The six effects as small signs, each of its own shape: colour alone says nothing."""
    s = size
    if effect == at.FENCE:
        return fence(s * 0.32, s * 0.12, s * 0.76) + fence(s * 0.72, s * 0.12, s * 0.76)
    if effect == at.VALUE:
        up = f"M{s * 0.12:.1f} {s * 0.62:.1f}L{s * 0.5:.1f} {s * 0.12:.1f}L{s * 0.88:.1f} {s * 0.62:.1f}"
        up += f"H{s * 0.66:.1f}V{s * 0.9:.1f}H{s * 0.34:.1f}V{s * 0.62:.1f}Z"
        return path(up, "#e0a22e", INK, stroke_width=1.4)
    if effect == at.PARK:
        return tree(s / 2, s * 0.94, s * 0.88)
    if effect == at.POOL:
        return group(s * 0.06, s * 0.3, pool(s * 0.88, True))
    if effect == at.TEMP:
        hat = f"M{s * 0.14:.1f} {s * 0.6:.1f}a{s * 0.36:.1f} {s * 0.36:.1f} 0 0 1 {s * 0.72:.1f} 0Z"
        brim = box(s * 0.06, s * 0.6, s * 0.88, s * 0.14, "#f2c230", INK, 3, stroke_width=1.4)
        return path(hat, "#f2c230", INK, stroke_width=1.4) + brim
    return group(0, s * 0.22, house(0, s * 0.52, s * 0.66, 0, "")) + group(
        s * 0.46, s * 0.22, house(1, s * 0.52, s * 0.66, 1, "")
    )
