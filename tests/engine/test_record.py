"""Records: readable, exact on the round trip, patient with comments, and unmoved by broken or hostile files."""

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kvartal
from engine.matches import played
from engine.secret_game import SECRET
from kvartal.engine import record as record_module
from kvartal.engine import replay
from kvartal.engine.deal import FairDeal, SeededDeal, ToldDeal
from kvartal.engine.log import Step
from kvartal.engine.match import Match
from kvartal.engine.reading import LONGEST_LINE, parse
from kvartal.engine.record import HIDDEN, LARGEST, MAGIC, MOST_STEPS, BadRecord, Record

SHELF = f"there are: {', '.join(game.key for game in kvartal.games())}"
STEADY = settings(derandomize=True, deadline=None, max_examples=150)


def small(**options: Any) -> Match:
    return played(kvartal.new("flip", **{"players": 2, "seed": 7, "turn_cap": 3} | options))


SAMPLE = Record.of(small()).text()


def broken(text: str, line: int | None = None, part: str = "") -> BadRecord:
    """Loading this must fail, as a BadRecord, with a printable message of bounded length."""
    with pytest.raises(BadRecord) as caught:
        kvartal.loads(text)
    bad = caught.value
    assert line is None or bad.line == line, (bad.line, bad.message)
    assert part in bad.message, bad.message
    assert str(bad).isprintable()
    assert len(str(bad)) < 1000
    return bad


def line_of(text: str, begins: str) -> int:
    return next(number for number, row in enumerate(text.split("\n"), 1) if row.startswith(begins))


# There and back --------------------


def test_a_saved_match_comes_back_whole(tmp_path: Path) -> None:
    for match in (kvartal.new("flip", players=3, seed=9, names=['Ann "A"', "Боб # 1", "李 : 2"]), small()):
        path = tmp_path / "x.kvartal"
        match.save(path)
        loaded = kvartal.load(str(path))
        assert (loaded.state, loaded.entries, loaded.names) == (match.state, match.entries, match.names)
        assert (loaded.deal, loaded.setup.digest, loaded.over) == (match.deal, match.setup.digest, match.over)
        assert Record.of(loaded).text() == path.read_text(encoding="utf-8")
        assert kvartal.verify(path)


def test_a_loaded_match_is_played_on_as_if_it_had_never_been_saved() -> None:
    match = played(kvartal.new("flip", seed=7, turn_cap=8), most=20)
    loaded = kvartal.loads(Record.of(match).text())
    assert played(loaded, 2).entries == played(match, 2).entries


names = st.text(min_size=1, max_size=20).filter(lambda name: name.isprintable() and name.strip())
values = st.one_of(st.booleans(), st.integers(-(2**40), 2**40), st.text(max_size=8), st.none())
words = st.from_regex(r"[a-z]{1,8}( [a-z0-9]{1,6}){0,3}", fullmatch=True)
salts = st.binary(min_size=16, max_size=64)
deals = st.one_of(
    st.none(),
    st.builds(ToldDeal),
    st.builds(SeededDeal, st.integers(0, 2**63 - 1)),
    st.builds(
        lambda secret, opened: FairDeal(
            "ab" * 32, secret, {n: f"{n:064x}" for n in range(len(opened))}, dict(enumerate(opened))
        ),
        st.none() | st.binary(min_size=32, max_size=32),
        st.lists(salts, max_size=3),
    ),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    players = draw(st.integers(1, 4))
    steps = st.one_of(
        st.builds(lambda seat, text: Step(seat, text), st.integers(0, players - 1), words),
        st.builds(lambda a, b: Step(-1, a, b), words, words),
    )
    return Record(
        game=draw(words),
        rules=draw(st.integers(0, 10**6)),
        players=players,
        options=draw(st.dictionaries(words, words, max_size=3)),
        data=draw(st.dictionaries(st.from_regex(r"[a-z]{1,5}\.[a-z]{1,5}", fullmatch=True), values, max_size=3)),
        tables=draw(words),
        names=draw(st.lists(names, min_size=players, max_size=players)),
        deal=draw(deals),
        start=draw(st.none() | st.just(HIDDEN) | st.dictionaries(st.text(max_size=5), values, max_size=3)),
        steps=draw(st.lists(steps, max_size=20)),
        results=[(seat, draw(st.integers(-99, 99)), draw(st.integers(0, 9))) for seat in range(players)],
        ending=draw(words),
    )


@settings(STEADY, max_examples=60)
@given(records())
def test_record_to_text_to_record_and_back_to_the_same_text(record: Record) -> None:
    text = record.text()
    again = parse(text)
    assert again == record
    assert again.text() == text
    assert [row.text for row in again.checks] == record_module.chain(row.text for row in again.rows)


@STEADY
@given(st.data())
def test_comments_blank_lines_and_line_ends_say_nothing(data: st.DataObject) -> None:
    rows = SAMPLE.split("\n")
    first, last = rows.index("moves:") + 1, len(rows) - 2
    noise = ["", "   ", "# a comment", "\t# end: flip.win.points", "#" + "x" * 99, "# \u202e \x07 anything"]
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(rows) - 1))
        if first <= at < last and rows[at][:1].isdigit() and data.draw(st.booleans()):
            rows[at] += "  # a good move? # yes"
        else:
            rows.insert(at, data.draw(st.sampled_from(noise)))
            first, last = first + (at < first), last + (at <= last)
    text = data.draw(st.sampled_from(["\n", "\r\n"])).join(rows)
    assert parse(text) == parse(SAMPLE)
    assert parse(text).text() == SAMPLE
    assert replay.verify(kvartal.games.game("flip"), parse("\ufeff" + text))


def test_the_rules_the_options_and_corrected_numbers_are_inside() -> None:
    match = small(data={"cards.plant.coins": 4, "cards.park.force_next": False}, recycle="flip")
    text = Record.of(match).text()
    for line in (
        "rules: 1",
        "option recycle: flip",
        "data cards.plant.coins: 4",
        "data cards.park.force_next: false",
        f"tables: {match.setup.digest}",
    ):
        assert line in text.split("\n")
    loaded = kvartal.loads(text)
    assert loaded.setup.data.corrections() == {"cards.plant.coins": 4, "cards.park.force_next": False}
    assert loaded.state == match.state


def test_a_start_position_is_inside() -> None:
    middle = played(kvartal.new("flip", seed=7), most=25)
    match = played(kvartal.position(middle.to_json(), seed=3), most=10)
    text = Record.of(match).text()
    loaded = kvartal.loads(text)
    assert (loaded.position, loaded.state, loaded.entries) == (middle.state, match.state, match.entries)
    assert replay.verify(match.setup.game, parse(text))
    assert loaded.at(0).state == middle.state


def test_a_record_built_in_memory_verifies_like_the_file_it_would_be() -> None:
    record = Record.of(small())
    assert not record.step_lines
    assert replay.verify(kvartal.games.game("flip"), record)
    record.steps[3] = Step(record.steps[3].seat, "fly")
    verdict = replay.verify(kvartal.games.game("flip"), record)
    assert (verdict.ok, verdict.line) == (False, line_of(SAMPLE, "moves:") + 4)
    with pytest.raises(BadRecord) as caught:
        replay.replay(kvartal.games.game("flip"), record)
    assert caught.value.line == 0


@pytest.mark.parametrize("text", [None, b"kvartal record 1", 7])
def test_what_is_no_text_is_no_record(text: Any) -> None:
    broken(text, 0, "a record is a text")


def test_told_chance_is_verified_as_possible_and_said_to_be_unproven() -> None:
    match = small()
    match.deal = ToldDeal()
    verdict = replay.verify(match.setup.game, Record.of(match))
    assert verdict
    assert any("not proven" in line for line in verdict.summary)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.kvartal"
    match = small()
    match.save(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        small(seed=8).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_only_the_file_that_was_meant_is_written(tmp_path: Path) -> None:
    """A device, a pipe or a link stays what it is: what lies behind it gets the text."""
    match = small()
    target, link, pipe = tmp_path / "there" / "x.kvartal", tmp_path / "link", tmp_path / "pipe"
    target.parent.mkdir()
    link.symlink_to(target)
    match.save(link)
    assert link.is_symlink()
    assert kvartal.verify(target)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    match.save(pipe)
    assert os.read(reader, 100_000).decode() == target.read_text()
    os.close(reader)
    assert pipe.is_fifo()
    target.chmod(0o600)  # a host keeps the secret of an unfinished match to himself
    match.save(target)
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("path", ["", ".", "/", "..", "nowhere/x", "nul\0", "x" * 300])
def test_a_place_where_nothing_can_be_written_is_an_error_of_the_system_that_names_it(path: str) -> None:
    with pytest.raises(OSError, match="Errno") as caught:
        small().save(path)
    assert caught.value.filename == str(Path(path))
    assert caught.value.strerror


# What is refused --------------------


def test_other_rules_are_refused() -> None:
    bad = broken(SAMPLE.replace("rules: 1\n", "rules: 2\n"), line_of(SAMPLE, "rules"), "version 2")
    assert "up to version 1" in bad.message


def test_other_numbers_are_refused() -> None:
    digest = parse(SAMPLE).tables
    broken(SAMPLE.replace(digest, "0" * 64), line_of(SAMPLE, "tables"), "not those the record was played with")
    broken(SAMPLE.replace("option turn_cap: 3", "option turn_cap: 4"), line_of(SAMPLE, "tables"), "not those")


def test_an_unknown_game_lists_what_there_is() -> None:
    broken(SAMPLE.replace("game: flip", "game: flap"), 2, SHELF)


@pytest.mark.parametrize(
    ("old", "new", "begins", "part"),
    [
        (MAGIC, "kvartal record 2", "kvartal", "a record begins with"),
        ("players: 2", "players: two", "players", "whole number"),
        ("players: 2", "players: 9", "moves:", "`seat` line"),
        ("players: 2", "players: 99999999999999999999", "players", "whole number"),
        ("players: 2", "players: 2\nplayers: 2", "players: 2", "already"),
        ("option recycle: turn", "option recycle: burn", "option recycle", "turn or flip"),
        ("option recycle: turn", "option recycel: turn", "option recycel", "did you mean"),
        ("option turn_cap: 3", "option turn_cap: ３", "option turn_cap", "whole number"),
        ("tables:", "data cards.plant.coins: 4.5\ntables:", "data", "whole number"),
        ("tables:", "data cards.plant.coins: NaN\ntables:", "data", "NaN is not a number"),
        ("tables:", "data cards.plant.coins: 99\ntables:", "data", "between 0 and 50"),
        ("tables:", "data cards.plant.wings: 1\ntables:", "data", "no such value"),
        ("tables:", "data cards.plant.coins: " + "9" * 5000 + "\ntables:", "data", "JSON"),
        ("tables:", "data cards.plant.coins: " + "9" * 4000 + "\ntables:", "data", "too large"),
        ("tables:", "data cards.plant.coins: " + "[" * 50_000 + "\ntables:", "data", "inside each other"),
        ("tables:", 'data cards.plant.coins: {"a": 1, "a": 2}\ntables:', "data", "twice"),
        ('seat 1: "Player 2"', 'seat 1: "a\\nb"', "seat 1", "printable"),
        ('seat 1: "Player 2"', 'seat 1: "\u202eb"', "seat 1", "printable"),
        ('seat 1: "Player 2"', 'seat 1: "\ud83d"', "seat 1", "printable"),
        ('seat 1: "Player 2"', "seat 1: 5", "seat 1", "double quotes"),
        ('seat 1: "Player 2"', "seat 1: Player 2", "seat 1", "JSON"),
        ('seat 1: "Player 2"', 'seat 1: "Player 2', "seat 1", "JSON"),
        ('seat 1: "Player 2"', 'seat 2: "Player 2"', "moves:", "each seat 0 to 1"),
        ("deal: seed 7", "deal: seed -7", "deal", "whole number"),
        ("deal: seed 7", "deal: seed 9999999999999999999", "deal", "0 to 9223372036854775807"),
        ("deal: seed 7", "deal: dice", "deal", "`fair`, `told` or `seed`"),
        ("deal: seed 7", "deal: fair", "deal", "commitment"),
        ("deal: seed 7", "deal: seed 7\nsalt 0: x", "salt", "hexadecimal"),
        ("deal: seed 7", "deal: fair\ncommitment: " + "a" * 64, "commitment", "at least one salt"),
        ("deal: seed 7", "deal: seed 7\ncommitment: " + "a" * 64, "deal", "`deal: fair` only"),
        ("deal: seed 7", "deal: seed 7\nstart: []", "start", "an object"),
        ("deal: seed 7", "deal: seed 7\nstart: {}", "start", "not a possible position"),
        ("deal: seed 7", 'deal: seed 7\nstart: "?"', "start", "hidden"),
        ("deal: seed 7", "deal: seed 7\nwind: north", "wind", "expected one of game"),
        ("deal: seed 7", "deal: seed 7\x00", "deal", "control character"),
        ("deal: seed 7\n", "", "moves:", "`deal:` is missing"),
        ("* deck 0 = store", "* deck 0 = palace", "* deck 0 = palace", "it can be"),
        ("* deck 0 = store", "* deck 9 = store", "* deck 9", "a draw of 'deck 0' is due"),
        ("* deck 0 = store", "* deck 0 store", "* deck 0 store", "`* stream = outcome`"),
        ("* deck 0 = store", "* deck 0 = ?", "* deck 0 = ?", "hidden"),
        ("* deck 0 = store", "0 play", "0 play", "is due here, not a move"),
        ("\n0 play\n", "\n0 fly\n", "0 fly", "not a move of this game"),
        ("\n0 play\n", "\n1 play\n", "1 play", "engine.move.waiting"),
        ("\n0 play\n", "\n0 stop\n0 play\n", "0 play", "flip.phase.play"),
        ("\n0 play\n", "\n7 play\n", "7 play", "0 to 1"),
        ("\n0 play\n", "\n00 play\n", "00 play", "whole number"),
        ("\n0 play\n", "\n0\n", "0", "`seat notation`"),
        ("\n0 play\n", "\n-1 play\n", "-1 play", "expected a step"),
        ("\n0 play\n", "\n* deck 0 = park\n0 play\n", "* deck 0 = park", "no draw is due"),
        ("result 0: 0 place 1", "result 0: 5 place 1", "result 0", "seat 0 has 0 points"),
        ("result 0: 0 place 1", "result 0: many", "result 0", "expected a step"),
        ("result 0: 0 place 1\n", "", "end", "for every seat"),
        ("end: flip.draw.cap", "end: unfinished", "end", "ended with 'flip.draw.cap'"),
        ("end: flip.draw.cap", "end: flip.draw.cap\nend: flip.draw.cap", "", "nothing may follow"),
        ("end: flip.draw.cap", "secret: " + "0" * 64, "secret", "may follow a `check:` line"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, begins: str, part: str) -> None:
    assert old in SAMPLE
    text = SAMPLE.replace(old, new, 1)
    bad = broken(text, None, part)
    if begins == "0":
        assert text.split("\n")[bad.line - 1] == "0"
    elif begins:
        assert text.split("\n")[bad.line - 1].startswith(begins.split("\n")[0])


def test_a_file_cut_off_at_any_byte_is_refused_or_whole() -> None:
    raw = SAMPLE.encode()
    for cut in range(len(raw) - 1):
        bad = broken(raw[:cut].decode())
        assert bad.line <= raw[:cut].count(b"\n") + 1
    assert kvartal.loads(raw[:-1].decode()).over


@STEADY
@given(st.binary(max_size=300))
def test_random_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes"
    path.write_bytes(raw)
    with pytest.raises(BadRecord):
        kvartal.load(path)
    assert not kvartal.verify(path)


@settings(STEADY, max_examples=300)
@given(st.data())
def test_a_mutated_file_loads_or_is_refused_with_a_line_but_never_verifies(data: st.DataObject) -> None:
    rows = SAMPLE.split("\n")[:-1]
    at = data.draw(st.integers(0, len(rows) - 1))
    change = data.draw(st.sampled_from(["cut", "insert", "replace", "number", "other"]))
    place = data.draw(st.integers(0, len(rows[at])))
    odd = data.draw(st.text(min_size=1, max_size=4))
    if change == "cut":
        rows[at] = rows[at][:place]
    elif change == "insert":
        rows[at] = rows[at][:place] + odd + rows[at][place:]
    elif change == "replace":
        rows[at] = rows[at][:place] + odd + rows[at][place + 1 :]
    elif change == "number":
        rows[at] = "".join(str((int(c) + 1) % 10) if c in "0123456789" else c for c in rows[at])
    else:
        rows[at] = data.draw(st.sampled_from(rows))
    text = "\n".join([*rows, ""])
    try:
        read = parse(text)
        kvartal.loads(text)
    except BadRecord as refused:
        line = refused.line
    else:
        verdict = replay.verify(kvartal.games.game("flip"), read)
        same = (read.rows, read.checks, read.ending) == (parse(SAMPLE).rows, parse(SAMPLE).checks, "flip.draw.cap")
        assert verdict.ok == same
        line = verdict.line
    assert 0 <= line <= text.count("\n") + 1


def test_huge_files_are_refused_quickly(tmp_path: Path) -> None:
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(10**12)  # a terabyte of nothing
    with pytest.raises(BadRecord, match="larger than"):
        kvartal.load(big)
    broken("x" * (LARGEST + 1), 0, "larger than")
    broken(SAMPLE.replace("moves:", "x" * (LONGEST_LINE + 1)), line_of(SAMPLE, "moves:"), "longer than")
    head = SAMPLE[: SAMPLE.index("moves:")]
    broken(head + "moves:\n" + "0 play\n" * 1_000_000, None, f"more than {MOST_STEPS} steps")
    broken(MAGIC + "\n" * 1_000_000, 1_000_001, "cut off")
    broken(MAGIC + "\n" + "".join(f"option a{i}: x\n" for i in range(300_000)), None, "lines before `moves:`")
    broken(head + "start: " + "[" * 900_000 + "\nmoves:\n", None, "inside each other")
    broken(head + 'start: "' + '\\"' * 450_000 + "\nmoves:\n", None, "JSON")
    many = json.dumps({f"k{i}": 0 for i in range(50_000)})
    broken(head + f"start: {many}\nmoves:\nend: unfinished\n", None, "49995 more")


def test_a_line_of_spaces_is_read_as_quickly_as_any_other() -> None:
    """Looked at from each of its spaces it would take the square of them: hours, with the interpreter held."""
    match = played(kvartal.new("flip", players=2, seed=3), most=20)
    head, _, steps = Record.of(match).text().partition("moves:")
    first, _, rest = steps.lstrip("\n").partition("\n")
    wide = first + " " * (LONGEST_LINE - len(first) - 1) + "y"
    with pytest.raises(BadRecord):
        kvartal.loads(f"{head}moves:\n{wide}\n{rest}")


def test_the_limits_of_reading_are_the_limits_of_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MOST_STEPS", 10)
    with pytest.raises(BadRecord, match="at most 10 steps"):
        Record.of(small()).text()
    monkeypatch.undo()
    monkeypatch.setattr(record_module, "LARGEST", 1000)
    with pytest.raises(BadRecord, match="at most 1000 bytes"):
        Record.of(small()).text()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", "a\0b", str(tmp_path / ("x" * 5000))):
        with pytest.raises(BadRecord) as caught:
            kvartal.load(path)
        assert caught.value.line == 0
        assert str(caught.value).isprintable()
        assert not kvartal.verify(path)
    (tmp_path / "latin").write_bytes(MAGIC.encode() + b"\ngame: fl\xefp\n")
    with pytest.raises(BadRecord, match="line 2: not UTF-8"):
        kvartal.load(tmp_path / "latin")


def test_nothing_of_a_file_is_ever_executed() -> None:
    """The engine has no way to: it neither evaluates text nor unpickles nor imports by a name from a file."""
    for path in Path(record_module.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "compile", "__import__"}, path
        imported = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
        assert not imported & {"pickle", "marshal", "shelve", "importlib", "yaml"}, path


# What is handed out before the end --------------------


def test_an_export_of_an_unfinished_match_tells_no_seed() -> None:
    match = played(kvartal.new("flip", seed=123456789), most=12)
    text = match.export()
    assert "123456789" not in text
    assert "deal: seed ?" in text
    assert kvartal.loads(text).state == match.state
    verdict = replay.verify(match.setup.game, parse(text))
    assert (verdict.ok, verdict.line) == (False, line_of(text, "deal"))
    finished = small(seed=123456789)
    assert "deal: seed 123456789" in finished.export()


def test_an_export_holds_no_hidden_moves() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(5))
    match.play(0, "pick 3")
    match.play(0, "confirm")
    match.play(1, "pick 2")
    match.play(1, "roll")
    rolled = match.setup.streams[1].outcomes[match.entries[-1].code]
    assert [str(step) for step in Record.public(match, None).steps] == []
    assert [str(step) for step in Record.public(match, 0).steps] == ["0 pick 3", "0 confirm"]
    assert [str(step) for step in Record.public(match, 1).steps] == ["1 pick 2", "1 roll", f"* die 1 = {rolled}"]
    match.play(1, "confirm")
    expected = ["0 pick ?", "0 confirm", "1 pick ?", "1 roll", "* die 1 = ?", "1 confirm"]
    assert [str(step) for step in Record.public(match, None).steps] == expected
    with pytest.raises(BadRecord, match="hidden"):
        replay.replay(SECRET, parse(match.export()))


def test_an_export_holds_no_secrets_of_a_start_position() -> None:
    secret = Match(SECRET.set_up(2), kvartal.SeededDeal(5))
    secret.play(0, "pick 3")
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(5), position=secret.state)
    assert 'start: "?"' in match.export(0)
    assert "picked" not in match.export(0)
    with pytest.raises(BadRecord, match="the start is hidden"):
        replay.replay(SECRET, parse(match.export()))
    assert '"picked": 3' in Record.of(match).text()
    assert replay.replay(SECRET, parse(Record.of(match).text())).state == match.state
