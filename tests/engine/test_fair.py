"""Fair deals: committed before, provable after; whoever changes anything is found out."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

import kvartal
from engine.matches import HUGE, kind, played
from kvartal.engine import replay
from kvartal.engine.deal import BadDeal, FairDeal, FairSource, NotReady, commitment
from kvartal.engine.log import Step
from kvartal.engine.match import Match
from kvartal.engine.reading import parse
from kvartal.engine.record import BadRecord, Record
from kvartal.engine.words import BOT, unnamed
from kvartal.games import game

SECRET = hashlib.sha256(b"a secret for the tests").digest()
SALTS = {0: b"salt of person 0!", 1: b"salt of person 1, longer than that"}


def fair_deal(secret: bytes = SECRET, salts: dict[int, bytes] | None = None) -> FairDeal:
    deal = FairDeal(commitment(secret), secret)
    salts = SALTS if salts is None else salts
    for person, salt in salts.items():
        deal.commit(person, commitment(salt))
    for person, salt in salts.items():
        deal.open(person, salt)
    return deal


def fair_match(turns: int = 3, deal: FairDeal | None = None, **options: Any) -> Match:
    setup = game("flip").set_up(2, {"turn_cap": turns} | options)
    return Match(setup, deal or fair_deal(), ["Ann", "Боб"])


FINISHED = Record.of(played(fair_match(9), 4)).text()
ROWS = FINISHED.split("\n")[:-1]


def verdict(text: str) -> replay.Verdict:
    """As `kvartal.verify` does it, without the file."""
    try:
        return replay.verify(game("flip"), parse(text))
    except BadRecord as bad:
        return replay.Verdict(False, bad.line, bad.message)


# The protocol --------------------


def test_the_secret_is_committed_before_the_salts_and_differs_every_time() -> None:
    one, two = FairDeal.begin(), FairDeal.begin()
    assert one.secret is not None
    assert len(one.secret) == 32
    assert one.commitment == hashlib.sha256(one.secret).hexdigest() != two.commitment
    assert one.secret.hex() not in repr(one)
    assert repr(one.secret) not in repr(one)


def test_no_draw_before_all_salts_are_stored() -> None:
    setup = game("flip").set_up(2)
    deal = FairDeal.begin()
    with pytest.raises(NotReady, match="missing: all"):
        Match(setup, deal)
    deal.commit(0, commitment(SALTS[0]))
    deal.commit(1, commitment(SALTS[1]))
    deal.open(1, SALTS[1])
    assert not deal.ready
    with pytest.raises(NotReady, match=re.escape("missing: [0]")):
        Match(setup, deal)
    with pytest.raises(NotReady):
        deal.source(setup)
    deal.open(0, SALTS[0])
    assert deal.ready
    assert Match(setup, deal).waiting


def test_nobody_joins_once_a_salt_is_open() -> None:
    deal = FairDeal.begin()
    deal.commit(0, commitment(SALTS[0]))
    deal.open(0, SALTS[0])
    with pytest.raises(BadDeal, match="nobody can join"):
        deal.commit(1, commitment(SALTS[1]))


def test_every_step_is_taken_once_and_in_order() -> None:
    deal = FairDeal.begin()
    with pytest.raises(BadDeal, match="has not committed"):
        deal.open(0, SALTS[0])
    deal.commit(0, commitment(SALTS[0]))
    with pytest.raises(BadDeal, match="committed already"):
        deal.commit(0, commitment(SALTS[1]))
    with pytest.raises(BadDeal, match="not the salt"):
        deal.open(0, SALTS[1])
    deal.open(0, SALTS[0])
    with pytest.raises(BadDeal, match="opened already"):
        deal.open(0, SALTS[0])


@pytest.mark.parametrize("person", [-1, 1001, HUGE, True, "0", None, 0.0, []], ids=kind)
def test_people_have_small_numbers(person: Any) -> None:
    with pytest.raises(BadDeal, match="people have numbers"):
        FairDeal.begin().commit(person, "0" * 64)
    with pytest.raises(BadDeal):
        FairDeal.begin().open(person, SALTS[0])


@pytest.mark.parametrize("promise", ["", "0" * 63, "g" * 64, "A" * 64, b"0" * 64, None, 5], ids=kind)
def test_a_promise_is_a_sha256(promise: Any) -> None:
    with pytest.raises(BadDeal, match="64 hexadecimal"):
        FairDeal.begin().commit(0, promise)


@pytest.mark.parametrize("salt", [b"", b"x" * 15, b"x" * 65, "x" * 16, None], ids=kind)
def test_a_salt_is_16_to_64_bytes(salt: Any) -> None:
    deal = FairDeal.begin()
    deal.commit(0, commitment(salt if isinstance(salt, bytes) else b""))
    with pytest.raises(BadDeal, match="16 to 64 bytes"):
        deal.open(0, salt)


def test_only_the_committed_secret_is_accepted_as_the_reveal() -> None:
    public = fair_deal().public()
    for wrong in (b"", b"x" * 32, SECRET[:31], None, SECRET.hex()):
        with pytest.raises(BadDeal, match="not the one that was committed to"):
            public.reveal(wrong)  # type: ignore[arg-type]
    assert public.secret is None
    public.reveal(SECRET)
    assert public == fair_deal()


def test_every_salt_and_the_secret_change_the_deal() -> None:
    setup = game("flip").set_up(2)
    deals = [
        fair_deal(),
        fair_deal(secret=b"another secret of thirty-two byt"),
        fair_deal(salts=SALTS | {1: b"x" * 16}),
        fair_deal(salts={0: SALTS[1], 1: SALTS[0]}),
        fair_deal(salts={0: SALTS[0]}),
        fair_deal(salts=SALTS | {2: b"x" * 16}),
    ]
    words = [deal.source(setup).word(0, 0, 0) for deal in deals]
    assert len(set(words)) == len(words)
    assert fair_deal(salts={1: SALTS[1], 0: SALTS[0]}).source(setup).word(0, 0, 0) == words[0]


# The formula --------------------


def independent_below(secret: bytes, salts: dict[int, bytes], stream: str, n: int, bound: int) -> int:
    """One draw as docs/fair-deals.md describes it, with nothing but SHA-256."""

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    def mac(key: bytes, message: bytes) -> bytes:
        padded = key.ljust(64, b"\0")
        inner = sha(bytes(b ^ 0x36 for b in padded) + message)
        return sha(bytes(b ^ 0x5C for b in padded) + inner)

    named = b"".join(person.to_bytes(4, "big") + sha(salts[person]) for person in sorted(salts))
    key = mac(secret, b"kvartal draw 1" + sha(named))
    attempt = 0
    while True:
        message = stream.encode() + b"\0" + n.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        product = int.from_bytes(mac(key, message)[:4], "big") * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32
        attempt += 1


def test_every_draw_of_a_match_follows_from_the_documented_formula() -> None:
    match = played(fair_match(40), 4)
    told = Match(match.setup, kvartal.ToldDeal())
    counts = dict.fromkeys((stream.name for stream in match.setup.streams), 0)
    for entry in match.entries:
        if entry.seat < 0:
            chance = told.chance
            assert chance is not None
            r = independent_below(SECRET, SALTS, chance.stream, counts[chance.stream], sum(chance.outcomes.values()))
            line = [name for name, weight in chance.outcomes.items() for _ in range(weight)]
            assert line[r] == match.setup.streams[entry.stream].outcomes[entry.code]
            counts[chance.stream] += 1
        told.append(entry)
    assert sum(counts.values()) > 20


def test_the_formula_rejects_what_would_favour_some_results() -> None:
    source = fair_deal().source(game("flip").set_up(2))
    assert isinstance(source, FairSource)
    for n, bound in enumerate([1, 2, 3, 7, 2**30 + 1, 3 * 2**29 + 1, 2**31 - 1] * 8):
        assert source.below(0, bound) == independent_below(SECRET, SALTS, "first player", n, bound)


def test_the_check_in_the_docs_is_right() -> None:
    docs = Path(__file__).resolve().parents[2] / "docs" / "fair-deals.md"
    code = re.findall(r"```python\n(.*?)```", docs.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len(code.strip().split("\n")) <= 25
    space: dict[str, Any] = {}
    exec(compile(code, str(docs), "exec"), space)  # noqa: S102 - our own page
    for stream, n, bound in (("first player", 0, 2), ("deck 0", 3, 9), ("deck 1", 0, 3 * 2**29 + 1)):
        assert space["draw"](SECRET, SALTS, stream, n, bound) == independent_below(SECRET, SALTS, stream, n, bound)


# Whoever changes a line is found out --------------------


def test_an_untouched_record_verifies(tmp_path: Path) -> None:
    (tmp_path / "x.kvartal").write_text(FINISHED, encoding="utf-8")
    found = kvartal.verify(tmp_path / "x.kvartal")
    assert found
    assert (found.line, found.message) == (0, "verified")
    assert any("rebuilt from the secret and the salts" in line for line in found.summary)


def changed(row: str) -> list[str]:
    """Plausible forgeries of one line: another digit, another letter, another card, another move."""
    others = [
        re.sub(r"[0-9]", lambda found: str((int(found[0]) + 1) % 10), row, count=1),
        re.sub(r"([0-9a-f])$", lambda found: "0" if found[0] != "0" else "1", row),
        re.sub(r"([a-z])([^a-z]*)$", lambda found: ("x" if found[1] != "x" else "y") + found[2], row),
        re.sub(r"= .*", "= residential", row),
        re.sub(r"= .*", "= apartment", row),
        re.sub(r"^([01]) .*", r"\1 stop", row),
        re.sub(r"^([01]) .*", r"\1 play", row),
        re.sub(r": off$", ": on", row),
        re.sub(r": on$", ": off", row),
        row + " ",
        row.replace(" ", "  ", 1),
        row + "x",
    ]
    return [other for other in dict.fromkeys(others) if other.strip() != row]


@pytest.mark.parametrize("at", range(len(ROWS)), ids=lambda at: f"{at + 1}: {ROWS[at][:30]}")
def test_a_changed_line_is_named(at: int) -> None:
    forgeries = changed(ROWS[at])
    assert forgeries
    key = re.split("[ :]", ROWS[at])[0]
    for forged in forgeries:
        text = "\n".join([*ROWS[:at], forged, *ROWS[at + 1 :], ""])
        found = verdict(text)
        assert not found, forged
        if found.line != at + 1:  # then the line itself can still be right, and another one shows the conflict
            numbers = ("stands in line", "`seat` line") if key in ("players", "seat", "salt", "result") else ()
            reasons = ("this line was changed",) if key == "check" else numbers
            assert any(reason in found.message for reason in reasons), (forged, found)


@pytest.mark.parametrize("at", range(len(ROWS)), ids=lambda at: f"{at + 1}: {ROWS[at][:30]}")
def test_a_deleted_doubled_or_swapped_line_is_noticed(at: int) -> None:
    assert not verdict("\n".join([*ROWS[:at], *ROWS[at + 1 :], ""]))
    assert not verdict("\n".join([*ROWS[:at], ROWS[at], *ROWS[at:], ""]))
    for other in (at + 1, at + 2):
        if other < len(ROWS) and ROWS[at] != ROWS[other]:
            rows = list(ROWS)
            rows[at], rows[other] = rows[other], rows[at]
            found = verdict("\n".join([*rows, ""]))
            assert not found
            assert found.line <= other + 1


def forged(**changes: Any) -> str:
    """A forger with this program: the checks are made to fit again."""
    record = parse(FINISHED)
    for name, value in changes.items():
        setattr(record, name, value)
    return record.text()


def test_new_checks_do_not_help_a_forger_of_cards() -> None:
    record = parse(FINISHED)
    for number, step in enumerate(record.steps):
        if step.seat >= 0:
            continue
        for card in ("residential", "store", "park", "0", "1"):
            if card != step.text:
                steps = [*record.steps[:number], Step(-1, card, step.stream), *record.steps[number + 1 :]]
                found = verdict(forged(steps=steps))
                assert not found
                assert found.line == record.step_lines[number]


def test_new_checks_do_not_help_a_forger_of_the_deal() -> None:
    deal = fair_deal(salts=SALTS | {1: b"a chosen salt 000"})
    other = fair_deal(secret=b"a chosen secret of 32 bytes 0000")
    unmatched = FairDeal(commitment(SECRET), SECRET, dict(deal.salt_commitments), dict(SALTS))
    secret = FairDeal(fair_deal().commitment, other.secret, *(deal.salt_commitments, deal.salts))
    hidden = fair_deal().public()
    for wrong, part in (
        (deal, "the deal gives"),
        (other, "the deal gives"),
        (unmatched, "salt is not the one"),
        (secret, "secret is not the one"),
        (hidden, "not revealed"),
        (None, "seed is not told"),
        (kvartal.SeededDeal(5), "the deal gives"),
        (FairDeal(commitment(SECRET), SECRET), "at least one salt"),
    ):
        found = verdict(forged(deal=wrong))
        assert not found
        assert part in found.message


def test_new_checks_do_not_help_a_forger_of_the_result() -> None:
    assert "points" in verdict(forged(results=[(0, 8, 1), (1, 0, 2)])).message
    assert "every seat" in verdict(forged(results=[])).message
    assert "the record says 'flip.win.points'" in verdict(forged(ending="flip.win.points")).message
    assert "unfinished" in verdict(forged(ending="unfinished", results=[])).message


def test_a_record_without_checks_is_not_verified() -> None:
    text = "\n".join(row for row in FINISHED.split("\n") if not row.startswith("check"))
    found = verdict(text)
    assert not found
    assert "check lines are missing" in found.message
    assert kvartal.loads(text).over


def test_load_refuses_a_secret_or_salt_that_was_not_promised() -> None:
    broken = FINISHED.replace(SECRET.hex(), SECRET.hex()[::-1])
    with pytest.raises(BadRecord, match="secret is not the one"):
        kvartal.loads(broken)
    with pytest.raises(BadRecord, match="salt is not the one"):
        kvartal.loads(FINISHED.replace(SALTS[1].hex(), (b"x" * 20).hex()))


# Before the end --------------------


def test_where_bots_played_it_is_said_that_their_luck_follows_from_a_secret_too() -> None:
    setup = game("flip").set_up(3, {"turn_cap": 3})
    match = played(Match(setup, fair_deal(), ["Ann", unnamed(1, BOT), unnamed(2, BOT)]), 4)
    said = [line for line in verdict(Record.of(match).text()).summary if "luck" in line]
    assert len(said) == 1
    assert said[0].startswith("bots on seat 1, 2: ")
    assert not [line for line in verdict(FINISHED).summary if "luck" in line]


def test_an_unfinished_export_holds_no_secret_and_does_not_verify(tmp_path: Path) -> None:
    match = played(fair_match(9), most=15)
    match.save(tmp_path / "x.kvartal")
    saved = (tmp_path / "x.kvartal").read_text(encoding="utf-8")
    assert saved == match.export() == match.export(0)
    assert SECRET.hex() not in saved
    assert "secret" not in saved
    found = kvartal.verify(tmp_path / "x.kvartal")
    assert not found
    assert "not revealed" in found.message
    assert found.line == saved.count("\n")


def test_a_public_record_can_be_viewed_but_draws_nothing_and_says_why() -> None:
    match = played(fair_match(9), most=15)
    public = kvartal.loads(match.export())
    assert (public.state, public.names, public.waiting) == (match.state, match.names, match.waiting)
    assert public.view(0) == match.view(0)
    assert public.log(1) == match.log(1)
    choices = 0
    while public.waiting:
        public.play(public.waiting[0], public.moves(public.waiting[0])[0])
        choices += 1
        assert choices < 50
    assert not public.over
    assert public.chance is not None
    seat = public.state.cells[0]
    with pytest.raises(kvartal.RefusedMove, match="secret of this deal is not known here"):
        public.play(seat, "play")
    with pytest.raises(NotReady, match="secret of this deal is not known here"):
        public.resume()
    with pytest.raises(kvartal.BadSetup, match="draws by itself"):
        public.happen(next(iter(public.chance.outcomes)))
    public.deal.reveal(SECRET)  # type: ignore[union-attr]
    public.resume()
    assert public.waiting or public.over


def test_a_private_save_can_be_played_on(tmp_path: Path) -> None:
    match = played(fair_match(9), most=15)
    match.save(tmp_path / "x.kvartal", private=True)
    assert kvartal.verify(tmp_path / "x.kvartal")
    loaded = kvartal.load(tmp_path / "x.kvartal")
    assert played(loaded, 2).entries == played(match, 2).entries
    assert Record.of(loaded).text() == Record.of(match).text()


def test_a_finished_export_reveals_the_secret_and_verifies() -> None:
    match = played(kvartal.new("flip", players=2, chance="fair", turn_cap=3))
    text = match.export()
    assert match.deal.secret.hex() in text  # type: ignore[union-attr]
    assert verdict(text)
