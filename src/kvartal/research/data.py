"""Files of games for learning and analysis, as docs/data.md describes them: read back, replayed and compared.

from kvartal.research.data import read, rows

for game in read("games.jsonl"):  # replayed, and every row compared
    print(game.number, game.bots, game.match.outcome().winners)
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kvartal.arena.tally import UNFINISHED, Result
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, shown
from kvartal.engine.record import BadRecord
from kvartal.games import loads
from kvartal.research import parquet
from kvartal.research.recording import DECISION, FORMAT, GAME, decision

LINES, PARQUET = ".jsonl", ".parquet"


class BadFile(BadSetup):
    """A file that is none of ours, or does not hold what was played."""


def suffix_of(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in (LINES, PARQUET):
        raise BadFile(f"{path}: the name ends in {LINES} (JSON lines) or {PARQUET}, not in {shown(suffix)}")
    return suffix


def head_of(path: str | Path) -> dict[str, Any]:
    """What a file was begun with: set-up, bots, seed, and the names of cells and moves."""
    return _opened(Path(path))[0]


def rows(path: str | Path) -> Iterator[dict[str, Any]]:
    """Every row, of whole games only, as it stands in the file. Its `row` is "decision", or "game" after all of its."""
    kept: list[dict[str, Any]] = []
    for row in _opened(Path(path))[1]:
        kept.append(row)
        if row.get("row") == GAME:
            yield from kept
            kept = []


def _opened(path: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    if suffix_of(path) == PARQUET:
        head, found = parquet.opened(path)
    else:
        found = lines_of(path)
        head = next(found, None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadFile(f"{path} is no file of games that kvartal simulate has written")
    return head, found


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """Its lines; half a line at the end is what a run that was killed has left."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict):
                raise BadFile(f"{path}, line {number}: this is no row: {shown(line[:60].decode(errors='replace'))}")
            yield row


@dataclass(frozen=True)
class GameRead:
    """A game of a file: its match replayed, its decisions as they were written."""

    number: int
    bots: tuple[str, ...]
    match: Match
    decisions: list[dict[str, Any]]
    result: Result


def read(path: str | Path) -> Iterator[GameRead]:
    """Every game, replayed move by move and held against its rows; the first thing that differs is a BadFile."""
    head = head_of(path)
    decisions: list[dict[str, Any]] = []
    for row in rows(path):
        if row.get("row") != GAME:
            decisions.append(row)
        else:
            yield _replayed(f"{path}, game {row.get('game')}", head, row, decisions)
            decisions = []


def _replayed(where: str, head: dict[str, Any], row: dict[str, Any], decisions: list[dict[str, Any]]) -> GameRead:
    try:
        match, number, bots = loads(row["record"]), row["game"], tuple(row["bots"])
        result = result_of(row)
    except (BadRecord, TypeError, LookupError) as error:
        raise BadFile(f"{where}: its record cannot be replayed: {error}") from None
    if match.setup.digest != head["tables"]:
        raise BadFile(f"{where}: its record is of another set-up than the file")
    if how_it_went(match) != (result.places, result.scores, result.ending):
        raise BadFile(f"{where}: places, scores or ending are not those of its record")
    again = Match(match.setup, match.deal)
    for place, written in enumerate(decisions):
        seat, code = written.get("seat"), written.get("action")
        if seat not in again.waiting or not isinstance(code, int) or code not in again.view(seat).codes():
            raise BadFile(f"{where}, decision {place}: seat {shown(seat)} cannot make the move {shown(code)} there")
        expected = {"row": DECISION, "game": number, "step": len(again), **decision(again.view(seat), code)}
        expected |= {"place": result.places[seat], "score": result.scores[seat]}
        wrong = [name for name in expected | written if expected.get(name) != written.get(name)]
        if wrong:
            raise BadFile(f"{where}, decision {place}: {', '.join(wrong)} is not what it was in the game")
        again.play(seat, code)
    if again.entries != match.entries:
        raise BadFile(f"{where}: its decisions lead elsewhere than its record")
    return GameRead(number, bots, match, decisions, result)


def how_it_went(match: Match) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Places, scores and ending, as they are counted when bots play."""
    outcome, state, seats = match.outcome(), match.state, range(match.setup.players)
    ending = outcome.rule.id if outcome is not None else UNFINISHED
    decided = outcome is not None and ending not in match.setup.game.undecided
    places = tuple(state.place(seat) if decided else 0 for seat in seats)
    return places, tuple(state.score(seat) for seat in seats), ending


def result_of(row: dict[str, Any]) -> Result:
    """How a game went, as its row tells it."""
    told = {name: row[name] for name in Result._fields}
    told |= {name: tuple(told[name]) for name in ("places", "scores")}
    return Result(**told | {"reached": tuple(tuple(each) for each in told["reached"])})
