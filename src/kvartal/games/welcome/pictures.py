"""What a 1950s suburb is drawn with: houses, pools, fences, signs. Our own lines; paper in light and dark alike."""

from kvartal.engine.svg import at, box, tag, text
from kvartal.games.welcome import tables as cells_of

INK = "#26394d"
PAPER = "#fffaf0"
LAWN = "#b9d8a0"
ROAD = "#8f97a1"
WATER = "#5fb3d4"
CROSSED = "#c8442e"
FENCE_INK = "#7a4b26"
WALLS = ("#ffe9c7", "#fdd9cc", "#d9efe4", "#d8e8f6")
ROOFS = ("#d9694a", "#3f8f8a", "#e0a22e", "#5878a8")
FADED = "#efe8da"


def house(index: int, width: float, height: float, cell: int, number: str) -> str:
    """One house with the number on its wall; an empty one is only planned. `height` is roof and wall."""
    roof = height * 0.34
    left, right, inset = width * 0.1, width * 0.9, width * 0.04
    built = cell >= 0
    wall = WALLS[index % 4] if built else FADED
    top = ROOFS[index % 4] if built else "#dcd2be"
    style: dict[str, object] = {"stroke": INK, "stroke_width": 1.4}
    if not built:
        style |= {"stroke": "#9a917f", "stroke_dasharray": "4 3"}
    parts = [
        tag("path", d=f"M{left:.1f} {roof:.1f}H{right:.1f}V{height:.1f}H{left:.1f}Z", fill=wall, **style),
        tag(
            "path",
            d=f"M{inset:.1f} {roof:.1f}L{width * 0.26:.1f} {height * 0.05:.1f}"
            f"H{width * 0.74:.1f}L{width - inset:.1f} {roof:.1f}Z",
            fill=top,
            **style,
        ),
    ]
    if built:
        chimney = f"M{width * 0.62:.1f} {height * 0.05:.1f}v-{height * 0.08:.1f}h{width * 0.1:.1f}v{height * 0.08:.1f}Z"
        parts.append(tag("path", d=chimney, fill="#b0503a", stroke=INK, stroke_width=1.2))
    if built and number:
        bis = cell >= cells_of.BIS_BASE
        size = min(height * 0.5, width * 0.42)
        parts.append(
            text(width / 2 - (width * 0.12 if bis else 0), height * 0.86, number, size, INK, bold=True, anchor="middle")
        )
        if bis:
            parts.append(text(width * 0.9 - 3, height * 0.86, "bis", 11, CROSSED, bold=True, anchor="end"))
    return "".join(parts)


def roundabout(width: float, height: float) -> str:
    x, y, r = width / 2, height * 0.58, min(width, height) * 0.36
    return (
        tag("circle", cx=x, cy=y, r=r, fill=ROAD, stroke=INK, stroke_width=1.4)
        + tag("circle", cx=x, cy=y, r=r * 0.6, fill="none", stroke="#fff3d6", stroke_width=1.5, stroke_dasharray="4 3")
        + tag("circle", cx=x, cy=y, r=r * 0.3, fill=LAWN, stroke=INK, stroke_width=1.2)
    )


def pool(x: float, y: float, width: float, built: bool) -> str:
    """A kidney of water, or its plan in dashes."""
    h = width * 0.42
    d = (
        f"M0 {h * 0.55:.1f}C0 {h * 0.1:.1f} {width * 0.3:.1f} 0 {width * 0.48:.1f} {h * 0.16:.1f}"
        f"C{width * 0.7:.1f} {h * 0.34:.1f} {width:.1f} 0 {width:.1f} {h * 0.5:.1f}"
        f"C{width:.1f} {h:.1f} {width * 0.7:.1f} {h:.1f} {width * 0.5:.1f} {h * 0.92:.1f}"
        f"C{width * 0.25:.1f} {h * 0.84:.1f} 0 {h:.1f} 0 {h * 0.55:.1f}Z"
    )
    if built:
        fifth = f"{width * 0.2:.1f}"
        waves = f"M{fifth} {h * 0.55:.1f}q{width * 0.1:.1f}-{h * 0.2:.1f} {fifth} 0t{fifth} 0t{fifth} 0"
        inner = tag("path", d=d, fill=WATER, stroke="#2b6f8e", stroke_width=1.5)
        inner += tag("path", d=waves, fill="none", stroke="#eafaff", stroke_width=1.6)
    else:
        inner = tag("path", d=d, fill="#e9f5f4", stroke="#4f8fa8", stroke_width=1.3, stroke_dasharray="3 3")
    return at(x, y, inner)


def fence(x: float, y: float, height: float) -> str:
    """Three white pickets with a brown edge: seen on any lawn."""
    pickets = "".join(
        f"M{x + dx:.1f} {y + height:.1f}v-{height - 5:.1f}l2.5-5l2.5 5v{height - 5:.1f}Z" for dx in (-5.0, 0.0)
    )
    return tag("path", d=pickets, fill="#ffffff", stroke=FENCE_INK, stroke_width=1.4)


def cross(x: float, y: float, size: float) -> str:
    return tag(
        "path",
        d=f"M{x:.1f} {y:.1f}l{size:.1f} {size:.1f}m0-{size:.1f}l-{size:.1f} {size:.1f}",
        stroke=CROSSED,
        stroke_width=2.4,
        fill="none",
    )


def boxes(x: float, y: float, side: float, gap: float, labels: list[str], crossed: int, current: int) -> str:
    """A track: boxes with their numbers; crossed ones struck through, the one that counts in bold."""
    parts = []
    for i, shown in enumerate(labels):
        left = x + i * (side + gap)
        parts.append(
            box(
                left,
                y,
                side,
                side,
                "#ffffff" if i != current else "#ffe9a8",
                INK if i == current else "#9a917f",
                4,
                stroke_width=1.6 if i == current else 1,
            )
        )
        if shown:
            size = 11.0 if len(shown) > 1 or side < 20 else 12.0
            parts.append(text(left + side / 2, y + side / 2 + 4, shown, size, INK, bold=i == current, anchor="middle"))
        if i < crossed:
            parts.append(cross(left + 3, y + 3, side - 6))
    return "".join(parts)


def effect_sign(effect: int, size: float) -> str:
    """The six effects as small signs, each of its own shape: colour alone says nothing."""
    s = size
    if effect == cells_of.FENCE:
        return fence(s * 0.32, s * 0.12, s * 0.76) + fence(s * 0.72, s * 0.12, s * 0.76)
    if effect == cells_of.VALUE:
        up = f"M{s * 0.12:.1f} {s * 0.62:.1f}L{s * 0.5:.1f} {s * 0.12:.1f}L{s * 0.88:.1f} {s * 0.62:.1f}"
        up += f"H{s * 0.66:.1f}V{s * 0.9:.1f}H{s * 0.34:.1f}V{s * 0.62:.1f}Z"
        return tag("path", d=up, fill="#e0a22e", stroke=INK, stroke_width=1.4)
    if effect == cells_of.PARK:
        trunk = box(s * 0.44, s * 0.6, s * 0.12, s * 0.32, "#8a5a33", INK, 1, stroke_width=1.2)
        return trunk + tag("circle", cx=s / 2, cy=s * 0.38, r=s * 0.3, fill="#5f9e56", stroke=INK, stroke_width=1.4)
    if effect == cells_of.POOL:
        return pool(s * 0.06, s * 0.3, s * 0.88, True)
    if effect == cells_of.TEMP:
        hat = f"M{s * 0.14:.1f} {s * 0.6:.1f}a{s * 0.36:.1f} {s * 0.36:.1f} 0 0 1 {s * 0.72:.1f} 0Z"
        brim = box(s * 0.06, s * 0.6, s * 0.88, s * 0.14, "#f2c230", INK, 3, stroke_width=1.4)
        return tag("path", d=hat, fill="#f2c230", stroke=INK, stroke_width=1.4) + brim
    left = house(0, s * 0.52, s * 0.66, 0, "")
    return at(0, s * 0.22, left) + at(s * 0.46, s * 0.22, house(1, s * 0.52, s * 0.66, 1, ""))
