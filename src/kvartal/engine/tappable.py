"""A picture to tap, for the score helper of any game: every target is a button that carries `data-tap` and says itself.

What is drawn goes from the top to the bottom; `y` is where the next thing begins.
"""

from collections.abc import Sequence

from kvartal.engine.board import PHONE, for_phone
from kvartal.engine.svg import box, document, group, lines, text
from kvartal.engine.words import Words

DESK = 760  # how wide the picture is there; on a phone it is as wide as a board
KEY = 40  # the height of a key: big enough for a thumb
LEFT, GAP = 12, 5
DOES = "tap does"

Key = tuple[str, str, str, bool | None]  # its tap, what stands on it, what is spoken if not the same, is it on


def face(wide: float, high: float, on: bool, fill: str = "") -> str:
    """The ground of a target with a picture on it; chosen ones have a strong edge."""
    ground = fill or ("glow" if on else "slot")
    return box(0, 0, wide, high, ground, "action" if on else "edge", 7, stroke_width=3 if on else 1)


class Picture:
    def __init__(self, words: Words, width: int) -> None:
        self.words = words
        self.narrow = for_phone(width)
        self.across = PHONE if self.narrow else DESK
        self.room = self.across - 2 * LEFT
        self.parts: list[str] = []
        self.y = 8.0
        self.whose = ""  # spoken before what is tapped: several people may have the same things

    def document(self, key: str, label: str) -> str:
        return str(document(key, self.across, self.across, self.y + 8, label, self.words.lang, "", *self.parts))

    # What is tapped -------------------------------------------------------------------------------------------------

    def target(
        self, tap: str, x: float, y: float, body: Sequence[str], label: str, pressed: bool | None = None,
        kind: str = "tap",
    ) -> None:  # fmt: skip
        state = None if pressed is None else str(pressed).lower()
        if self.whose and self.whose not in label:
            label = f"{self.whose}: {label}"
        spoken = {"id": f"tap-{tap.replace(' ', '-')}", "data_tap": tap, "role": "button", "tabindex": 0}
        self.parts.append(group(x, y, *body, **spoken, aria_label=label, aria_pressed=state, class_=kind))

    def key(
        self, tap: str, x: float, y: float, wide: float, shown: str, on: bool | None = None, label: str = ""
    ) -> None:
        """A key with words on it; `on` is None for one that only does something: it has no place on paper."""
        fill, ink = ("action", "on-action") if on else ("slot", "ink")
        body = [box(0, 0, wide, KEY, fill, "edge", 7)]
        body.append(text(wide / 2, KEY / 2 + 5, shown, 14, ink, bold=True, anchor="middle", room=wide - 6))
        self.target(tap, x, y, body, label or shown, on, DOES if on is None else "tap")

    def keys(self, keys: Sequence[Key], left: float = LEFT, wide: float | None = None, across: int = 0) -> None:
        """Keys side by side in rows of `across`, from `left` to the edge."""
        across = across or len(keys)
        step = (self.across - LEFT - left + GAP) / across if wide is None else wide + GAP
        for n, (tap, shown, label, on) in enumerate(keys):
            x, y = left + n % across * step, self.y + n // across * (KEY + GAP)
            self.key(tap, x, y, step - GAP, shown, on, label)
        self.y += -(-len(keys) // across) * (KEY + GAP)

    def stepper(self, what: str, x: float, wide: float, name: str, shown: str, jump: int = 0) -> None:
        """− n +, with the name of the number above; `jump` adds keys for so many at once."""
        steps = [(-jump, f"−{jump}"), (-1, "−"), (1, "+"), (jump, f"+{jump}")] if jump else [(-1, "−"), (1, "+")]
        key = 42.0
        self.parts.append(text(x, self.y + 13, name, 13, "muted", room=wide))
        middle = wide - len(steps) * (key + GAP)
        place = x
        for n, (by, face) in enumerate(steps):
            if n == len(steps) // 2:
                number = text(place + middle / 2, self.y + 18 + KEY / 2 + 6, shown, 17, bold=True, anchor="middle")
                self.parts.append(number)
                place += middle + GAP
            way = "less" if by < 0 else "more"
            tap = f"{way} {what}" if abs(by) == 1 else f"{way} {what} {abs(by)}"
            self.key(tap, place, self.y + 18, key, face, None, f"{name} {face} ({shown})")
            place += key + GAP

    # What is only read ----------------------------------------------------------------------------------------------

    def say(self, said: str, size: float = 13, role: str = "muted", bold: bool = False, room: float = 0) -> None:
        for each in lines(said, room or self.room, size, bold):
            self.parts.append(text(LEFT, self.y + size, each, size, role, bold=bold, room=room or self.room))
            self.y += size + 6

    def panel(self, top: float, drawn: int, fill: str = "panel") -> None:
        """The ground under everything since the part number `drawn`, which began at `top`."""
        self.parts.insert(drawn, box(4, top, self.across - 8, self.y - top, fill, "edge", 12))
        self.y += 10
