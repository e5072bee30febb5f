"""From a record back to a match, and proof that a record is what was dealt and played."""

from dataclasses import dataclass

from kvartal.engine.data import BadData
from kvartal.engine.deal import BadDeal, FairDeal, SeededDeal, ToldDeal, commitment
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match, checked_name
from kvartal.engine.option import BadSetup, BadVersion, read_options, shown
from kvartal.engine.position import BadPosition, read_position
from kvartal.engine.reading import parse
from kvartal.engine.record import HIDDEN, UNFINISHED, BadRecord, Record, chain
from kvartal.engine.rule import RefusedMove
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, NOBODY, State
from kvartal.engine.steps import Entry
from kvartal.engine.words import is_bot


def replay(game: Game, record: Record, draw: bool = True) -> Match:
    """Play a record through, every step checked. The match can be played on if its deal allows."""
    match = _begin(game, record)
    _play_through(match, record, None)
    _check_end(record, match)
    if record.deal is not None:
        match.deal = record.deal
    if draw and match.deal.speaks:
        match.resume()
    return match


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
        if not record.rows:  # built in memory: look at it as it would be written
            record = parse(record.text())
        changed = _changed(record)
        try:
            verdict = _proven(game, record)
        except BadRecord as bad:
            verdict = Verdict(False, bad.line, bad.message)
    except BadRecord as bad:
        return Verdict(False, bad.line, bad.message)
    if changed is None or (not verdict and verdict.line == changed.line):
        return verdict
    return Verdict(False, changed.line, changed.message)


def set_up(game: Game, record: Record) -> Setup:
    """The set-up a record names. Other rules or other numbers are refused, never silently replaced."""
    key = "rules"
    try:
        game.check_version(record.rules)
        for name, value in record.options.items():
            key = f"option {name}"
            read_options(game.options, {name: value})
        for path, number in record.data.items():
            key = f"data {path}"
            game.data.corrected({path: number})
        key = "players" if not record.data else key
        setup = game.set_up(record.players, record.options, record.data, version=record.rules, stored=True)
    except (BadSetup, BadData) as error:
        key = "rules" if isinstance(error, BadVersion) else key
        raise BadRecord(record.lines.get(key, 0), str(error)) from None
    if setup.digest != record.tables:
        raise BadRecord(
            record.lines.get("tables", 0), "the numbers of this game are not those the record was played with"
        )
    return setup


def _begin(game: Game, record: Record) -> Match:
    """The match before its first step, with everything above the steps checked."""
    setup = set_up(game, record)
    if isinstance(record.deal, FairDeal):
        _check_promises(record, record.deal)
    for seat, name in enumerate(record.names):
        try:
            checked_name(name)
        except BadSetup as error:
            raise BadRecord(record.lines.get(f"seat {seat}", 0), str(error)) from None
    return Match(setup, ToldDeal(), record.names, _position(setup, record))


def _position(setup: Setup, record: Record) -> State | None:
    line = record.lines.get("start", 0)
    if record.start is None:
        return None
    if record.start == HIDDEN:
        raise BadRecord(line, "the start is hidden in this export of an unfinished match; only its host can play it")
    try:
        return read_position(setup, record.start)
    except BadPosition as error:
        raise BadRecord(line, f"not a possible position: {error}") from None


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


def _play_through(match: Match, record: Record, source: Source | None) -> int:
    """Make every step of a record; with a source, draw as well and compare. Returns the number of draws."""
    draws = 0
    for number, step in enumerate(record.steps):
        line = record.step_lines[number] if record.step_lines else 0
        if HIDDEN in step.text:
            raise BadRecord(line, "hidden in this export of an unfinished match; only its host can play it through")
        try:
            if step.seat == NOBODY:
                entry = match.drawn(step.text, step.stream)
                draws += 1
                if source is not None:
                    dealt = match.setup.streams[entry.stream].outcomes[match.state.pick(source)]
                    if dealt != step.text:
                        raise BadRecord(line, f"the deal gives {dealt!r} here, the record says {step.text!r}")
            elif match.state.turn() == CHANCE:
                due = match.setup.streams[match.state.stream()].name
                raise BadRecord(line, f"a draw of {due!r} is due here, not a move")
            else:
                entry = Entry(step.seat, match.setup.code(step.text))
            match.append(entry)
        except (RefusedMove, BadSetup) as error:
            raise BadRecord(line, str(error)) from None
    return draws


def _check_end(record: Record, match: Match) -> None:
    """Does the foot of the record say what its steps led to?"""
    outcome = match.outcome()
    ending = outcome.rule.id if outcome else UNFINISHED
    if record.ending != ending:
        line = record.lines.get("end", 0)
        raise BadRecord(line, f"the match ended with {ending!r}, the record says {shown(record.ending)}")
    state, seats = match.state, range(match.setup.players) if outcome else ()
    actual = {seat: (state.score(seat), state.place(seat)) for seat in seats}
    for seat, points, place in record.results:
        if seat not in actual:
            raise BadRecord(record.lines.get(f"result {seat}", 0), "there is no result before the end")
        if actual[seat] != (points, place):
            line = record.lines.get(f"result {seat}", 0)
            raise BadRecord(line, f"seat {seat} has {actual[seat][0]} points and place {actual[seat][1]}")
    if [seat for seat, _, _ in record.results] != list(actual):
        raise BadRecord(record.lines.get("end", 0), "a result line is needed for every seat, in order")


def _proven(game: Game, record: Record) -> Verdict:
    match = _begin(game, record)
    deal = record.deal
    if deal is None:
        raise BadRecord(record.lines.get("deal", 0), "the seed is not told, so the draws cannot be rebuilt")
    if isinstance(deal, FairDeal) and deal.secret is None:
        raise BadRecord(record.lines.get("end", 0), "the secret is not revealed, so the draws cannot be rebuilt")
    source = deal.source(match.setup) if deal.speaks else None
    draws = _play_through(match, record, source)
    _check_end(record, match)
    if not record.checks:
        raise BadRecord(record.lines.get("end", 0), "the check lines are missing: a changed move would not show")
    kinds = {SeededDeal: "rebuilt from the seed", FairDeal: "rebuilt from the secret and the salts"}
    outcome = match.outcome()
    people = "1 player" if match.setup.players == 1 else f"{match.setup.players} players"
    return Verdict(
        True,
        0,
        "verified",
        (
            f"{game.title}, {people}, {len(record.steps)} steps, all legal",
            f"{draws} draws {kinds.get(type(deal), 'told by the players: possible, but not proven')}",
            "every line unchanged",
            *_luck(record),
            f"ended by {outcome.rule.id}; winners: {list(outcome.winners)}" if outcome else UNFINISHED,
        ),
    )


def _luck(record: Record) -> list[str]:
    """A server's bots have luck of their own, which follows from the same secret: said, where they played."""
    bots = [str(seat) for seat, name in enumerate(record.names) if is_bot(name, seat)]
    if not bots or not isinstance(record.deal, FairDeal):
        return []
    said = "their luck follows from a secret of the table (docs/fair-deals.md), and is not rebuilt here"
    return [f"bots on seat {', '.join(bots)}: {said}"]


def _changed(record: Record) -> BadRecord | None:
    """The first line that does not fit its check, if the record has checks."""
    if not record.checks:
        return None
    ours, theirs = chain(row.text for row in record.rows), [row.text for row in record.checks]
    wrong = next((i for i, (our, their) in enumerate(zip(ours, theirs, strict=False)) if our != their), None)
    if wrong is None:
        if len(ours) == len(theirs):
            return None
        line = record.checks[min(len(ours), len(theirs) - 1)].line
        return BadRecord(line, f"{len(theirs)} checks for {len(ours)} lines: a line or a check was added or taken out")
    if len(ours) == len(theirs) and ours[-1] == theirs[-1]:  # a changed line changes every check after it
        return BadRecord(record.checks[wrong].line, "a check was changed")
    return BadRecord(record.rows[wrong].line, "this line was changed, or one before it was added or taken out")
