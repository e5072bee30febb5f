"""From a record back to a match, and proof that a record is what was dealt and played."""

from dataclasses import dataclass

from kvartal.engine.data import BadData
from kvartal.engine.deal import BadDeal, FairDeal, SeededDeal, ToldDeal, commitment
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import BadPosition, Entry, Match, read_position
from kvartal.engine.option import BadSetup
from kvartal.engine.record import BadRecord, Record, Step
from kvartal.engine.rule import RefusedMove
from kvartal.engine.state import CHANCE, NOBODY, State


def set_up(game: Game, record: Record) -> Setup:
    """The set-up a record names. Other rules or other numbers are refused, never silently replaced."""
    if record.rules != game.version:
        raise BadRecord(
            record.lines.get("rules", 0),
            f"written for version {record.rules} of the rules of {game.key}; this program plays version {game.version}",
        )
    try:
        setup = game.set_up(record.players, record.options, record.data)
    except (BadSetup, BadData) as error:
        named = [key for key in record.lines if key.split(" ")[-1] in str(error) and " " in key]
        raise BadRecord(record.lines.get(named[0] if named else "players", 0), str(error)) from None
    if setup.digest != record.tables:
        raise BadRecord(
            record.lines.get("tables", 0), "the numbers of this game are not those the record was played with"
        )
    return setup


def replay(game: Game, record: Record, draw: bool = True) -> Match:
    """Play a record through, every step checked. The match can be played on if its deal allows."""
    setup = set_up(game, record)
    deal = record.deal if record.deal is not None else ToldDeal()
    match = Match(setup, ToldDeal(), _names(setup, record), _position(setup, record))
    for number, step in enumerate(record.steps):
        line = record.step_lines[number] if record.step_lines else 0
        match.append(entry_of(match, step, line))
    match.deal = deal
    if draw:
        match.resume()
    return match


def _names(setup: Setup, record: Record) -> list[str]:
    try:
        Match(setup, ToldDeal(), record.names)
    except BadSetup as error:
        raise BadRecord(record.lines.get("seat 0", 0), str(error)) from None
    return record.names


def _position(setup: Setup, record: Record) -> State | None:
    if record.start is None:
        return None
    try:
        return read_position(setup, record.start)
    except BadPosition as error:
        raise BadRecord(record.lines.get("start", 0), f"not a possible position: {error}") from None


def entry_of(match: Match, step: Step, line: int) -> Entry:
    """A written step as one that fits the match now; otherwise the error names its line."""
    if "?" in step.text:
        raise BadRecord(line, "hidden in this export of an unfinished match; only its host can play it through")
    setup = match.setup
    if step.seat == NOBODY:
        if match.state.turn() != CHANCE:
            raise BadRecord(line, f"no draw is due here; seats {list(match.waiting)} owe a move")
        stream = setup.streams[match.state.stream()]
        if step.stream != stream.name:
            raise BadRecord(line, f"a draw of {stream.name!r} is due here, not of {step.stream[:60]!r}")
        if step.text not in stream.outcomes:
            raise BadRecord(line, f"{step.text[:60]!r} is no outcome of {stream.name!r}")
        entry = Entry(NOBODY, stream.outcomes.index(step.text), match.state.stream())
    else:
        if match.state.turn() == CHANCE:
            raise BadRecord(line, f"a draw of {setup.streams[match.state.stream()].name!r} is due here, not a move")
        try:
            entry = Entry(step.seat, setup.code(step.text))
        except RefusedMove as refused:
            raise BadRecord(line, str(refused)) from None
    _try(match, entry, line)
    return entry


def _try(match: Match, entry: Entry, line: int) -> None:
    """Would the match take this step? (append() asks the same questions; here they get the line.)"""
    if entry.seat == NOBODY:
        chance = match.chance
        name = match.setup.streams[entry.stream].outcomes[entry.code]
        if chance is not None and name not in chance.outcomes:
            raise BadRecord(line, f"{name!r} is not possible here; it can be: {', '.join(chance.outcomes)}")
    else:
        rule = match.why(entry.seat, entry.code)
        if rule is not None:
            raise BadRecord(line, f"{match.setup.notation[entry.code]}: {rule.text} [{rule.id}]")


@dataclass(frozen=True)
class Verdict:
    """What verify() found: `ok`, or the first wrong line and what is wrong there."""

    ok: bool
    line: int
    message: str
    summary: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


def verify(game: Game, record: Record) -> Verdict:
    """Rebuild every draw and replay every move. Nothing in the record is taken on trust."""
    try:
        return _verified(game, record)
    except BadRecord as bad:
        return Verdict(False, bad.line, bad.message)


def _verified(game: Game, record: Record) -> Verdict:
    setup = set_up(game, record)
    deal = record.deal
    if isinstance(deal, FairDeal):
        _check_promises(record, deal)
    _check_chain(record)
    source = None
    if isinstance(deal, SeededDeal) or (isinstance(deal, FairDeal) and deal.secret is not None):
        source = deal.source(setup)
    match = Match(setup, ToldDeal(), _names(setup, record), _position(setup, record))
    draws = 0
    for number, step in enumerate(record.steps):
        line = record.step_lines[number]
        entry = entry_of(match, step, line)
        if entry.seat == NOBODY and source is not None:
            drawn = match.state.pick(source)
            if drawn != entry.code:
                told = setup.streams[entry.stream].outcomes[drawn]
                raise BadRecord(line, f"the deal gives {told!r} here, the record says {step.text!r}")
            draws += 1
        match.append(entry)
    match.deal = deal if deal is not None else ToldDeal()
    _check_end(record, match)
    if not match.over and isinstance(deal, FairDeal):
        raise BadRecord(record.lines.get("end", 0), "unfinished: the secret of a fair deal is revealed at the end")
    proven = {SeededDeal: "seed", FairDeal: "fair deal"}.get(type(deal), "told by the players, not proven")
    outcome = match.outcome()
    return Verdict(
        True,
        0,
        "verified",
        (
            f"{game.title}, {setup.players} players, {len(record.steps)} steps, all legal",
            f"{draws} draws rebuilt ({proven})" if source else f"draws: {proven}",
            "every line unchanged" if record.checks else "no check lines: a changed legal move would not show",
            f"ended by {outcome.rule.id}; winners: {list(outcome.winners)}" if outcome else "unfinished",
        ),
    )


def _check_promises(record: Record, deal: FairDeal) -> None:
    if not deal.salts:
        raise BadRecord(record.lines.get("commitment", 0), "a fair deal has at least one salt")
    for person, salt in deal.salts.items():
        if commitment(salt) != deal.salt_commitments[person]:
            raise BadRecord(record.lines.get(f"salt {person}", 0), "this salt is not the one that was committed to")
    if deal.secret is not None:
        try:
            deal.reveal(deal.secret)
        except BadDeal as error:
            raise BadRecord(record.lines.get("secret", 0), str(error)) from None


def _check_chain(record: Record) -> None:
    if not record.checks:
        return
    expected = record.expected_checks()
    for number, (ours, theirs) in enumerate(zip(expected, record.checks, strict=False)):
        if ours != theirs:
            line = record.step_lines[number - 1] if number else 0
            raise BadRecord(line, "this line was changed" if number else "the head of the record was changed")
    if len(expected) != len(record.checks):
        raise BadRecord(record.lines.get("check", 0), f"{len(expected)} checks are needed, not {len(record.checks)}")


def _check_end(record: Record, match: Match) -> None:
    outcome = match.outcome()
    ending = outcome.rule.id if outcome else "unfinished"
    if record.ending != ending:
        raise BadRecord(
            record.lines.get("end", 0), f"the match ended with {ending!r}, the record says {record.ending!r}"
        )
    if match.over:
        actual = {score.seat: (score.total, match.state.place(score.seat)) for score in match.scores()}
        for seat, points, place in record.results:
            if actual.get(seat) != (points, place):
                line = record.lines.get(f"result {seat}", 0)
                raise BadRecord(line, f"seat {seat} has {actual[seat][0]} points and place {actual[seat][1]}")
        if len(record.results) != len(actual):
            raise BadRecord(record.lines.get("end", 0), "a result line is needed for every seat")
