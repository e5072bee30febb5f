"""A board as text, as SVG, or as pixels."""

import io
import re
from typing import Any

from kvartal.engine.view import View
from kvartal.research import need

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH, HEIGHT = 960, 600
_COLOUR = re.compile(r"(--kv-[\w-]+):([^;}]+)")
_USED = re.compile(r"var\((--kv-[\w-]+)\)")


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode: {mode!r} is none of {', '.join(MODES)}")
    return mode


def rendered(view: View, mode: str | None) -> Any:
    """In the language of the program; `human` prints the text."""
    if mode is None:
        return None
    if mode == "human":
        print(view.text())
        return None
    if mode == "ansi":
        return view.text()
    svg = view.draw(width=WIDTH, height=HEIGHT)
    return svg if mode == "svg" else pixels(svg)


def pixels(svg: str) -> Any:
    """Height × width × 3 bytes. The drawing's colours are variables, which not every program that draws SVG knows."""
    need("numpy")
    need("resvg_py")
    need("PIL")
    import numpy as np
    import resvg_py
    from PIL import Image

    by_day: dict[str, str] = {}
    for name, colour in _COLOUR.findall(svg):
        by_day.setdefault(name, colour)  # the first are those of daylight
    plain = _USED.sub(lambda used: by_day.get(used[1], "#888888"), svg)
    png = bytes(resvg_py.svg_to_bytes(svg_string=plain, width=WIDTH, background="#ffffff"))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=np.uint8)
