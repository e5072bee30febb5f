"""A sheet typed in from which the game goes on: it tells the offer, the hands and whose turn it is as well."""

from collections import Counter
from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.position import BadPosition, derived, position_json
from kvartal.engine.score import SheetReport
from kvartal.engine.words import Words
from kvartal.games.estates.paper.reading import laid_out
from kvartal.games.estates.paper.sheet import Sheet, read_building
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.positions.derive import ending
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.text.catalogue import COLOUR_NAMES


def sheet_position(game: Game, text: str, words: Words) -> dict[str, Any]:
    """Whoever is on turn is about to choose a piece."""
    read = laid_out(game, text, words)
    if isinstance(read, SheetReport):
        raise BadPosition(list(read.problems))
    sheet, setup, state = read
    names = [holder.name for holder in sheet.players]
    problems = _missing(sheet, names, words)
    cells = list(state.cells)
    _put_offer(sheet, cells, problems, words)
    if problems:
        raise BadPosition(problems)
    cells[at.PHASE] = at.CHOOSING
    cells[at.ACTIVE] = cells[at.ACTOR] = names.index(sheet.turn)
    cells[at.CANCEL] = int(sheet.cancel.strip().lower() == "removed")
    begun = setup.state(derived(setup, cells))
    assert isinstance(begun, EstatesState)
    if ending(begun) >= 0:
        raise BadPosition([words("The round is over, so nothing can be played from here.")])
    return position_json(setup, begun) | {"names": names}


def _missing(sheet: Sheet, names: list[str], words: Words) -> list[str]:
    found = []
    for holder in sheet.players:
        if "hand" not in holder.numbers:
            found.append(words("{name}: to play on, the cheques in the hand must be told.", name=holder.name))
    if sheet.turn not in names:
        found.append(words("To play on, it must be told whose turn it is: `turn: {name}`.", name=names[0]))
    if not sheet.offer:
        found.append(words("To play on, the rows of the offer must be told: `offer 1: red 5, blue 3`."))
    if sheet.lengths and not sheet.barriers:
        found.append(words("To play on, the barriers must be told, not the lengths of the rows."))
    if sheet.cancel.strip().lower() not in ("", "-", "beside", "removed"):
        found.append(words("The cancel cube is `beside` or `removed`, not {what}.", what=repr(sheet.cancel[:20])))
    if any(holder.numbers.get("earlier") for holder in sheet.players):
        found.append(words("A game goes on from a sheet of its first round only: who won the others is not told."))
    return found


def _put_offer(sheet: Sheet, cells: list[int], problems: list[str], words: Words) -> None:
    """Each row from its left end; where its gaps are does not matter."""
    seen: Counter[int] = Counter()
    rows = {str(row + 1): row for row in range(kit.OFFER_ROWS)}
    for key, written in sheet.offer.items():
        cubes = [read_building(cube)[0] or [] for cube in written]
        if key not in rows or len(written) > kit.PER_ROW or any(len(cube) != 1 for cube in cubes):
            what = repr(", ".join(written)[:60])
            problems.append(words("Offer {row}: rows 1 to 3 have up to eight cubes, not {what}.", row=key, what=what))
            continue
        for place, (cube,) in enumerate(cubes):
            seen[cube] += 1 + (cells[at.CUBE_AT + cube] != at.OUT and seen[cube] == 0)
            cells[at.CUBE_AT + cube] = at.IN_OFFER
            cells[at.OFFER_AT + rows[key] * kit.PER_ROW + place] = cube
    for cube, count in seen.items():
        if count > 1:
            name = f"{words(COLOUR_NAMES[cube // kit.VALUES])} {cube % kit.VALUES + 1}"
            problems.append(words("There is only one cube {cube}, and it stands here {n} times.", cube=name, n=count))
