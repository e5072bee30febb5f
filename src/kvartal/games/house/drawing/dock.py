"""The bar of Mr House with the faces of what one takes up: chips with their values, a hammer, a crowbar."""

from dataclasses import replace

from kvartal.engine.bar import Bar, Pick
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.drawing.pieces import chip_face, crowbar, hammer
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text import bar as told


def bar(view: View, words: Words) -> Bar:
    said = told.bar(view, words)
    return (
        replace(said, picks=tuple(replace(pick, face=_face(view, pick)) for pick in said.picks)) if said.picks else said
    )


def _face(view: View, pick: Pick) -> str:
    if pick.key == told.DEMOLISH:
        return hammer()
    if pick.key == told.TAKE_OUT:
        return crowbar()
    value, state = int(pick.key.removeprefix(told.CHIP)), view.known
    assert isinstance(state, HouseState)
    assert view.seat is not None
    return chip_face(view.seat, value, queries.in_hand(state, view.seat, value))
