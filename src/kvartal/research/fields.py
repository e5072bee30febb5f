"""What a seat knows as fields of its game: written short and whole, and read back as a View."""

import json
from collections.abc import Mapping
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.layout import Field
from kvartal.engine.option import BadSetup, shown
from kvartal.engine.state import UNKNOWN
from kvartal.engine.view import View

NONE = "none"  # how games call a value that says that there is nothing


def nothing(field: Field) -> int:
    """What the cells of a field hold that is left out: none, where the field has a name for it, else 0."""
    return field.low + field.values.index(NONE) if NONE in field.values else 0


def known_fields(view: View) -> dict[str, Any]:
    """Everything that the seat knows, without the fields that hold nothing at all; null where it may not know."""
    layout, cells = view.setup.layout, list(view.known.cells)

    def block(fields: tuple[Field, ...], base: int) -> dict[str, Any]:
        held = [each for each in fields if set(cells[base + each.at :][: each.size]) != {nothing(each)}]
        return {field.name: field.write(cells, base) for field in held}

    told = block(layout.table, 0)
    if layout.seats:
        told["seats"] = [block(layout.seat, layout.seats_at + seat * layout.stride) for seat in range(layout.seats)]
    return told


def written(view: View) -> str:
    """The same in one line."""
    return json.dumps(known_fields(view), ensure_ascii=False, separators=(",", ":"))


def view_of(setup: Setup, seat: int | None, told: Mapping[str, Any]) -> View:
    """The View that was written so, here or by a server (`view.table` of its messages). It has no names."""
    layout = setup.layout
    cells = [0] * layout.size
    seats = told.get("seats", [])
    if not isinstance(seats, list) or len(seats) != layout.seats:
        raise BadSetup(f"seats: a list of {layout.seats} is needed, not {shown(seats)}")
    blocks: list[tuple[tuple[Field, ...], int, Mapping[str, Any]]] = [(layout.table, 0, told)]
    blocks += [(layout.seat, layout.seats_at + n * layout.stride, each) for n, each in enumerate(seats)]
    for fields, base, held in blocks:
        for field in fields:
            start = base + field.at
            cells[start : start + field.size] = (
                _cells(field, held[field.name]) if field.name in held else ([nothing(field)] * field.size)
            )
    return View(setup, seat, setup.state(cells))


def _cells(field: Field, value: Any) -> list[int]:
    if field.labels:
        items = [value.get(label, 0) for label in field.labels] if isinstance(value, dict) else []
    else:
        items = [value] if field.size == 1 else value
    try:
        cells = [_cell(field, item) for item in items]
    except (TypeError, ValueError):
        cells = []
    if len(cells) != field.size:
        raise BadSetup(f"{field.name}: this is nothing that the field can hold: {shown(value)}")
    return cells


def _cell(field: Field, item: Any) -> int:
    if item is None:
        return UNKNOWN
    return field.low + field.values.index(item) if isinstance(item, str) else int(item)
