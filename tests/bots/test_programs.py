"""Bots that are programs: they play every game by the protocol, are told what they may know, and cannot hang us."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kvartal as api
from bots.programs import LANGUAGES, QUICK, example, write_examples, written
from cli.commands import environment
from kvartal.__main__ import run as run_here
from kvartal.arena.table import Table
from kvartal.bots import Budget, Seated, ask, protocol, think
from kvartal.bots.names import check_bots, maker
from kvartal.bots.own import BotFailed
from kvartal.bots.program import Program, command, for_tables
from kvartal.bots.running import Limits, ProgramFailed, Running, close_all
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.view import View
from kvartal.games import game, games

KEYS = [each.key for each in games()]
HIDING = {
    "estates": None,
    "house": None,
    "welcome": "draft",
    "toy": None,
}  # ways of playing in which seats know different things
PATIENT, HASTY = Limits(late=0.2, grace=20.0), Limits(late=0.2, grace=0.3)
Start = Callable[..., Running]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with the examples of the docs; afterwards nothing is left running."""
    write_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield
    close_all()
    command.cache_clear()


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start a small program: what it does at its hello, at a question, at its end."""

    def begin(limits: Limits = PATIENT, **does: str) -> Running:
        return command(written(tmp_path / "small.py", **does)).start(limits)

    return begin


def view_of(key: str = "estates", players: int | None = None) -> View:
    match = api.new(key, players=players, seed=1)
    return match.view(match.waiting[0])


def answer(running: Running, view: View | None = None, seconds: float = 60.0) -> tuple[Program, list[str]]:
    view = view or view_of()
    program = Program(command(f"{QUICK} small.py"), 7, running)
    return program, [view.setup.notation[click.code] for click in program.turn(view, Budget(seconds, 100))]


# Playing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_the_examples_of_the_docs_play_whole_games(key: str, kind: str) -> None:
    setup = game(key).set_up(None)
    seats = [f"program:{LANGUAGES[kind][1]}"] + ["random"] * (setup.players - 1)
    result = Table(setup, seats, seed=2).play(0)
    assert result.ending in {rule.id for rule in setup.game.rules}


def test_the_example_in_python_has_twenty_lines() -> None:
    assert len(example("python").splitlines()) <= 20


def test_the_same_seed_gives_the_same_games_on_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "estates", "--games", "6", "--seed", "3", "--json"]
    asked += ["--seats", f"program:{QUICK} dice.py,program:sh first.sh"]
    assert run_here([*asked, "--workers", "1"]) == 0
    one = capsys.readouterr().out
    assert json.loads(one)["games"] == 6
    assert run_here([*asked, "--workers", "2"]) == 0
    assert capsys.readouterr().out == one


def test_arena_and_play_seat_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"program:{QUICK} dice.py"
    assert run_here(["arena", "estates", "--games", "2", "--seed", "1", "--json", "--seats", f"{name},random"]) == 0
    assert set(json.loads(capsys.readouterr().out)["bots"]) == {name, "random"}
    assert run_here(["play", "estates", "--seed", "1", "--seats", f"{name},random,{name}"]) == 0
    out = capsys.readouterr().out
    assert "seat 0: Dice (bot)" in out
    assert "seat 2: Dice 2 (bot)" in out


def test_a_seat_has_a_process_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    """So no seat learns what another was told, and a program is started once, not for every game."""
    line = written(tmp_path / "diary.py", hello='open(f"diary{os.getpid()}", "w").close(); say("ready")')
    setup = game("estates").set_up(2)
    table = Table(setup, [f"program:{line}"] * 2, seed=1)
    for number in range(3):
        table.play(number)
    assert len(list(tmp_path.glob("diary*[0-9]"))) == 2


def test_at_many_tables_one_process_answers_and_is_started_anew_after_a_failure(tmp_path: Path) -> None:
    hello = 'open(f"diary{os.getpid()}", "w").close(); say("ready")'
    line = written(tmp_path / "diary.py", hello=hello, think='say("play " + (moves[0] if len(moves) > 3 else "x"))')
    make = for_tables(line)
    for key, players in (("estates", 2), ("house", 2), ("estates", 4)):
        view = view_of(key, players)
        assert make(1, players).turn(view, Budget(60.0, 100))[0].code == view.codes()[0]
    assert len(list(tmp_path.glob("diary*[0-9]"))) == 1
    few = api.new("flip", players=4, seed=1)
    for _ in range(2):
        with pytest.raises(ProgramFailed, match="flip has no move 'x'"):
            make(1, 4).turn(few.view(few.waiting[0]), Budget(60.0, 100))
    assert len(list(tmp_path.glob("diary*[0-9]"))) == 2


def test_the_dice_of_two_seats_and_of_two_games_differ() -> None:
    seeds = {protocol.seed_of(seed, seat) for seed in (1, 2, 2**62) for seat in range(4)}
    assert len(seeds) == 12
    assert max(seeds) < 2**31


def test_a_whole_turn_is_made_without_asking_again(start: Start, tmp_path: Path) -> None:
    """As long as what the seat sees is what it had to expect; then it is asked."""
    running = start(think='say("play " + open("turn").read())')
    match = api.new("welcome", players=2, seed=5)
    seat = match.waiting[0]
    planned = [match.setup.notation[click.code] for click in think(match.view(seat), Budget(60.0, 20)).turn]
    assert len(planned) > 2
    (tmp_path / "turn").write_text("; ".join(planned))
    program = Program(command(f"{QUICK} small.py"), 7, running)
    seated, budget = Seated(program), Budget(60.0, 100)
    for move in planned:
        assert str(ask(seated, match.view(seat), budget)) == move
        match.play(seat, move)
    assert program.asked == 1
    other = api.new("welcome", players=2, seed=6)  # nothing there is as expected
    (tmp_path / "turn").write_text(str(other.moves(seat)[0]))
    ask(seated, other.view(seat), budget)
    assert program.asked == 2


def test_what_it_tells_of_its_thoughts_is_kept_and_what_cannot_be_read_is_passed_over(start: Start) -> None:
    lines = ["info iterations 30 value 0.5 score -3 turn bid 5; pass", "info text hm", "info value nan", "info"]
    running = start(think=f'say("\\n".join({lines!r})); say("play " + moves[0])')
    program, _ = answer(running)
    turn, remark = program.told
    assert (turn.iterations, turn.value, turn.score, turn.turn) == (30, 0.5, -3.0, ("bid 5", "pass"))
    assert remark.text == "hm"
    assert [wrong.split(";")[0] for wrong in program.passed_over] == ["said 'info value nan'", "said 'info'"]


def test_options_are_set_before_the_command_or_refused_with_what_they_can_be(tmp_path: Path) -> None:
    hello = 'say("option depth number 2 1 9"); say("option style choice calm calm wild"); say("ready")'
    line = written(tmp_path / "deep.py", hello=hello, think='say(f"error {name} is {value}")')
    for asked, told in (("depth=3 ", "says: depth is 3"), ("depth=3 style=wild ", "says: style is wild")):
        with pytest.raises(ProgramFailed, match=told):
            answer(command(asked + line).start(PATIENT))
    with pytest.raises(BadSetup, match=r"option depth: '99' is not possible; it can be a whole number from 1 to 9"):
        command("depth=99 " + line).start(PATIENT)
    with pytest.raises(BadSetup, match=r"unknown option 'dept' \(did you mean 'depth'\?\); there are: depth, style"):
        command("dept=1 " + line).start(PATIENT)


def test_a_program_for_some_games_is_refused_at_others(tmp_path: Path) -> None:
    line = written(tmp_path / "one.py", hello='say("plays flip estates"); say("ready")')
    with pytest.raises(BadSetup, match="does not play house; it plays: flip, estates"):
        check_bots(game("house"), [f"program:{line}"])
    check_bots(game("flip"), [f"program:{line}"])


# Secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_nothing_it_is_told_changes_when_the_hidden_is_dealt_anew(key: str) -> None:
    """Every line of a whole game, as the program heard it, beside what it would hear in another deal."""
    heard: list[str] = []
    dice, budget = command(LANGUAGES["python"][1]), Budget(60.0, 100)
    running = dice.start(PATIENT, lambda mark, line: heard.append(line) if mark == ">" else None)
    program = Program(dice, 7, running)
    setup = game(key).set_up(3, preset=HIDING.get(key))
    draws, state = Seeded(4, setup.tables.streams, setup.tables.widest), setup.start()
    state.deal(draws)
    others: list[str] = protocol.greeting()
    hiding = 0  # questions at which something was hidden
    for _ in range(300):
        if state.turn() == OVER:
            break
        seat = state.turn()
        view = View.of(setup, state, seat)
        codes = view.codes()
        if seat == 0 and len(codes) > 1:
            again = View.of(setup, view.imagine(9), seat)
            others += ([] if program.asked else protocol.set_up(setup, seat, 7)) + protocol.question(again, budget)
            hiding += view.encode() != state.encode()
            codes = program.ask(running, view, budget)
        state.play(seat, codes[seat % len(codes)])
        state.deal(draws)
    assert program.asked > 3
    assert heard == others
    assert (hiding > 3) == (key in HIDING)


def test_no_secret_of_ours_is_in_its_environment(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KVARTAL_DATABASE", "postgresql://me:password@host/db")
    with pytest.raises(ProgramFailed) as failed:
        start(hello='say("error " + " ".join(sorted(os.environ)))')
    names = set(str(failed.value).partition("says: ")[2].split())
    assert "PATH" in names
    assert names <= {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "PYTHONUNBUFFERED", "PYTHONUTF8"}


# What goes wrong ---------------------------------------------------------------------------------------------------

HELLOS = {
    'say("Welcome!")': (
        "line",
        "said 'Welcome!'; a line here begins with name, author, plays, option, ready or error",
    ),
    "pass": ("time", "has given no answer to 'kvartal 1' within"),
    "sys.exit(3)": ("end", "ended with exit code 3, though nobody said quit"),
    'say("option depth number 9")': ("line", "right would be option NAME switch on, option NAME number DEFAULT LOWEST"),
    'say("error no model here")': ("line", "says: no model here"),
}
THOUGHTS = {
    'say("play fly to the moon")': ("move", "estates has no move 'fly to the moon'; right would be play and one of: "),
    'say("play bid 5")': ("move", "'bid 5' is not allowed now ("),
    'say("play")': ("move", "answered 'play', which names no move; right would be play and one of: "),
    'say("I move " + moves[0])': (
        "line",
        "a line here begins with info, play or error, and what is not for us goes to",
    ),
    'say("error lost")': ("line", "says: lost"),
    "pass": ("time", "has given no answer to 'think iterations 100 seconds 0.01' within"),
    'sys.stdout.write("play x"); sys.stdout.flush()': ("time", "it has said 'play x' without the end of a line"),
    "raise KeyError(moves[0])": (
        "end",
        "ended with exit code 1, though nobody said quit; the last line on its standard ",
    ),
    "os.kill(os.getpid(), 9)": ("end", "ended with signal SIGKILL"),
    "os.close(1); time.sleep(60)": ("end", "closed its output"),
    "while True: sys.stdout.write('x' * 65536)": ("flood", "said a line of more than 65,536 bytes, which begins 'xxx"),
    "while True: sys.stdout.write('info text x\\n' * 999)": ("flood", "has written more than 1,048,576 bytes for one"),
    "while True: sys.stderr.write('x' * 65536); time.sleep(0.001)": ("time", "has given no answer"),
    "sys.stdout.buffer.write(b'play \\xff\\n'); sys.stdout.flush()": ("line", "which is not UTF-8"),
}


@pytest.mark.parametrize("does", HELLOS)
def test_a_wrong_hello_is_one_sentence(does: str, tmp_path: Path) -> None:
    with pytest.raises(ProgramFailed) as failed:
        command(written(tmp_path / "small.py", hello=does)).start(
            Limits(hello=1.0 if does == "pass" else 60.0, grace=20.0)
        )
    check_told(failed.value, *HELLOS[does])


@pytest.mark.parametrize("does", THOUGHTS)
def test_a_wrong_answer_is_one_sentence_and_the_program_is_gone(does: str, start: Start) -> None:
    what, sentence = THOUGHTS[does]
    running = start(HASTY if "closed" in sentence else PATIENT, think=does)
    hasty = 1.0 if "it has said" in sentence else 0.01
    with pytest.raises(ProgramFailed) as failed:
        answer(running, seconds=hasty if what == "time" else 60.0)
    check_told(failed.value, what, sentence)
    assert running.process.returncode is not None
    with pytest.raises(ProgramFailed, match="has been stopped"):
        answer(running)


def check_told(failed: ProgramFailed, what: str, sentence: str) -> None:
    assert isinstance(failed, BotFailed)
    assert sentence in str(failed)
    assert "\n" not in str(failed)
    assert len(str(failed)) < 800
    assert failed.what == what


def test_a_second_answer_is_not_taken_for_the_next_question(start: Start) -> None:
    running = start(think='say("play " + moves[0] + "\\nplay " + moves[1])')
    answer(running)
    with pytest.raises(ProgramFailed, match="' without being asked; after ready or play it waits for us"):
        answer(running)


def test_megabytes_on_standard_error_do_no_harm(start: Start) -> None:
    running = start(think='sys.stderr.write("x\\n" * 2_000_000); say("play " + moves[0])')
    assert answer(running)[1][0] == str(view_of().moves()[0])


def test_simulate_ends_with_the_sentence_where_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = written(tmp_path / "small.py", think='say("play nonsense")')
    asked = ["simulate", "estates", "--games", "4", "--seats", f"program:{line},random", "--seed", "5"]
    assert run_here(asked) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "answered 'play nonsense': estates has no move 'nonsense'" in told
    assert "(seat 0, game 0 of seed 5)" in told


def test_play_saves_what_was_played_before_it_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = written(tmp_path / "small.py", think='say("play nonsense")')
    saved = tmp_path / "match.kvartal"
    assert run_here(["play", "flip", "--seed", "1", "--seats", f"greedy,program:{line}", "--save", str(saved)]) == 2
    assert "flip has no move 'nonsense'" in capsys.readouterr().err
    assert len(api.load(saved)) > 0


STARTS = {
    "program:": "a command line is missing, e.g. program:python3 mine.py",
    "program:no-such-program --fast": "there is no program 'no-such-program' on PATH or in ",
    "program:dice.py": "a script is started as python3 mine.py, or ./mine.py if it is executable",
    "program:python3 'dice.py": "No closing quotation; words are quoted as in a shell",
    "program:depth=3": "a command line is missing",
}


@pytest.mark.parametrize("name", STARTS)
def test_what_cannot_be_started_is_refused(name: str) -> None:
    with pytest.raises(BadSetup) as refused:
        maker(name)
    assert STARTS[name] in str(refused.value)


def test_a_program_that_the_system_cannot_start_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/nowhere/at/all\n")
    broken.chmod(0o755)
    with pytest.raises(ProgramFailed, match="cannot be started: No such file or directory") as failed:
        maker("program:./broken")
    assert failed.value.what == "start"


# The end -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Wait until everybody who holds the pipe `alive` is gone."""
    path = tmp_path / "alive"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def gone() -> None:
        assert select.select([reader], [], [], 60)[0], "a program is still running"
        assert os.read(reader, 1) == b""

    yield gone
    os.close(reader)


def stubborn(tmp_path: Path) -> str:
    hello = "import signal; hold = open('alive', 'w'); os.fork() or signal.pause(); say('ready')"
    line = written(tmp_path / "stubborn.py", hello=hello, leave="signal.pause()")
    with (tmp_path / "stubborn.py").open("a") as file:
        file.write("signal.pause()\n")
    return line


def test_a_program_that_does_not_leave_is_killed_with_all_it_has_started(
    tmp_path: Path, held: Callable[[], None]
) -> None:
    running = command(stubborn(tmp_path)).start(HASTY)
    answer(running)
    assert running.close() is None
    assert running.process.returncode == -signal.SIGKILL
    held()


def test_programs_end_with_us_even_if_we_are_killed(tmp_path: Path, held: Callable[[], None]) -> None:
    script = f"""
from kvartal.bots.program import command
running = command({stubborn(tmp_path)!r}).start()
print("started", flush=True)
input()
"""
    us = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    )
    with us:
        assert us.stdout is not None
        assert us.stdout.readline() == b"started\n"
        us.kill()
    held()
