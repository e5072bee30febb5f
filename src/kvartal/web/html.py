"""HTML as nested calls. A plain text is escaped wherever it stands; only `Html` is not."""

from functools import lru_cache
from html import escape

REMEMBERED = 4096  # opening tags
VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def el(name: str, /, *inside: object, **attributes: object) -> Html:
    """An element. `class_` is class, `data_move` is data-move; None and False are left out, True stands alone."""
    opening = _opening(name, **attributes)
    return Html(opening if name in VOID else f"{opening}{join(*inside)}</{name}>")


@lru_cache(REMEMBERED, typed=True)  # 1 is a value, True is none
def _opening(name: str, /, **attributes: object) -> str:
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        shown = key.rstrip("_").replace("_", "-")
        parts.append(shown if value is True else f'{shown}="{escape(str(value))}"')
    return f"<{' '.join(parts)}>"


def join(*inside: object) -> Html:
    """Several things one after the other; None is nothing."""
    return Html(
        "".join(
            [each if isinstance(each, Html) else escape(str(each), quote=False) for each in inside if each is not None]
        )
    )
