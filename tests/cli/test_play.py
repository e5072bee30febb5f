"""The dialogue of `kvartal play`: through a pipe, as a script or a curious person would use it."""

import re
import signal
import subprocess
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import kvartal as api
from cli.commands import COMMAND, ROOT, environment, kvartal, said
from kvartal.engine.words import Words
from kvartal.games import game
from kvartal.terminal import ROOM
from kvartal.terminal.answer import begins, meant


def play(*lines: str, options: tuple[str, ...] = ("--seed", "7")) -> str:
    return said("play", "flip", *options, stdin="\n".join(lines) + "\n")


def test_end_of_input_ends_politely() -> None:
    run = kvartal("play", "flip", "--seed", "7")
    assert run.returncode == 0
    assert "The input has ended." in run.stdout
    assert run.stderr == ""


def test_quit_ends_too() -> None:
    assert "The input has ended." not in play("quit")


def test_a_number_a_notation_and_a_beginning_are_the_same_move() -> None:
    transcripts = {play(line).replace(f"> {line}\n", "> \n") for line in ("1", "play", "pl", "  PLAY  ")}
    assert len(transcripts) == 1


def test_a_refused_move_names_the_reason_and_the_rule() -> None:
    out = play("buy park", "why buy park", "why play", "why", "why nonsense")
    assert out.count("[flip.phase.build") == 2
    assert "play: allowed now." in out
    assert "why MOVE" in out
    assert "[engine.move.unknown]" in out


def test_what_is_ambiguous_or_unknown_is_said() -> None:
    out = play("buy", "nonsense", "buy hospitall", "99", "", "-1", "²", "9" * 5000)
    assert "That can be: buy" in out
    assert "Did you mean “buy hospital”?" in out
    assert "Type a number or a move" in out


def test_a_hint_tells_the_best_turn_why_and_what_else() -> None:
    out = play("hint", "whynot stop", "why stop", "whynot buy park", "whynot")
    assert "I would: " in out
    assert "gives away" in out or "this is what I would do" in out
    assert "stop: allowed now." in out
    assert "can buy: " in out or "nothing can be bought" in out
    assert "[flip.phase.build" in out  # of what is not allowed the rule is told
    assert "whynot MOVE" in out


@pytest.mark.parametrize("command", ["?", "help", ":help", "board", "moves", "log", "score", "hint"])
def test_commands_answer_and_ask_again(command: str) -> None:
    out = play(command)
    assert out.count("Player 1> ") == 2


def test_undo_takes_back_or_says_why_not() -> None:
    out = play("undo")
    assert "[engine.undo.nothing]" in out
    out = play("play", "play", "undo", "stop", "undo", options=("--seed", "7", "--seats", "you,you"))
    assert "[engine.undo.chance]" in out or "[engine.undo.acted]" in out
    out = play("stop", "undo", "log", options=("--seed", "7", "--set", "must_play=off", "--seats", "you,you"))
    assert "Taken back" in out


def test_save_and_load_go_on_with_the_same_match(tmp_path: Path) -> None:
    path = tmp_path / "m.kvartal"
    out = play("play", f"save {path}", "save", "save /nonexistent/x")
    assert f"Saved: {path}" in out
    assert "Not saved: /nonexistent/x" in out
    steps = len(api.load(path))
    other = tmp_path / "n.kvartal"
    run = kvartal("play", "--load", str(path), "--save", str(other), stdin="play\n")
    assert run.returncode == 0
    assert len(api.load(other)) > steps
    assert api.verify(other)
    assert [name.split()[0] for name in api.load(other).names] == ["Player", "greedy"]
    assert kvartal("play", "flip", "--load", str(path), "--seats", "you").returncode == 2
    assert kvartal("play", "--load", str(path), "--seed", "3").returncode == 2
    assert kvartal("play", "--load", str(path), "--seats", "random,random").returncode == 0


@pytest.mark.parametrize("path", [".", "/", "~nobody-of-this-name/x", "a\0b"])
def test_a_file_that_cannot_be_is_told_and_the_game_goes_on(path: str) -> None:
    out = play(f"save {path}", "moves")
    assert "Not saved: " in out
    assert out.count("Player 1> ") == 3


def test_the_match_is_saved_when_the_input_ends(tmp_path: Path) -> None:
    path = tmp_path / "m.kvartal"
    play("play", options=("--seed", "7", "--save", str(path)))
    assert len(api.load(path)) > 1


def test_a_disk_that_fills_up_is_told(tmp_path: Path) -> None:
    run = kvartal("play", "flip", "--seats", "random,random", "--save", "/dev/full/x")
    assert run.returncode == 2
    folder = tmp_path / "gone"
    folder.mkdir()
    process = subprocess.Popen(
        [*COMMAND, "play", "flip", "--save", str(folder / "x")],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    while process.stdout.read(1) != ">":  # the first prompt
        pass
    folder.rmdir()
    _, error = process.communicate("quit\n", timeout=60)
    assert process.returncode == 2
    assert "not saved" in error
    assert "Traceback" not in error


def test_ctrl_c_saves_and_exits_with_130(tmp_path: Path) -> None:
    path = tmp_path / "m.kvartal"
    process = subprocess.Popen(
        [*COMMAND, "play", "flip", "--seed", "1", "--save", str(path)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    while process.stdout.read(1) != ">":
        pass
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in error
    assert api.load(path)


def test_bots_alone_play_to_the_end_with_scores_and_reason() -> None:
    out = said("play", "flip", "--seats", "greedy,greedy", "--seed", "3")
    assert "The winner: greedy" in out
    assert re.search(r"\[flip\.win\.(points|cards)\]", out)
    assert "[flip.score.card]" in out
    assert "--seed 3" in out
    assert out == said("play", "flip", "--seats", "greedy,greedy", "--seed", "3")


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_whole_solo_game_by_first_moves_in_every_language(lang: str) -> None:
    out = said("play", "flip", "--seats", "you", "--seed", "1", "--lang", lang, stdin="1\n" * 3000)
    assert re.search(r"\[flip\.(win|loss|draw)\.\w+\]", out)


def test_names_of_people_and_bots() -> None:
    out = play("quit", options=("--seats", "you:Олена,greedy,greedy"))
    assert "seat 0: Олена (person)" in out
    assert "seat 2: greedy 2 (bot)" in out
    assert "Гравець 1> " in play("quit", options=("--lang", "uk"))


def test_several_people_at_one_keyboard_without_secrets() -> None:
    out = play("stop", "pass", "board", options=("--seats", "you:A,you:B", "--set", "must_play=off", "--seed", "2"))
    assert "A> " in out
    assert "B> " in out
    assert "keyboard" not in out


def test_binary_and_endless_lines_do_no_harm() -> None:
    process = subprocess.run(
        [*COMMAND, "play", "flip", "--seed", "1"],
        input=b"\xff\xfe\x00\n" + b"x" * 100_000 + b"\nplay\n",
        env=environment(),
        capture_output=True,
    )
    assert process.returncode == 0
    assert b"Traceback" not in process.stderr
    assert process.stdout.count(b"Player 1> ") == 4


def test_beginnings_of_words() -> None:
    assert begins("b ho", "buy hospital")
    assert begins("buy", "buy hospital")
    assert not begins("hospital", "buy hospital")
    assert not begins("buy hospital now", "buy hospital")
    assert not begins("", "buy hospital")


def test_a_legal_move_is_preferred_to_an_illegal_one() -> None:
    match = api.new("flip", players=2, seed=1)
    moves = match.moves(match.waiting[0])
    assert meant("p", moves, match.setup, "en").code == match.setup.code("play")  # `pass` is not legal now
    assert meant("1", moves, match.setup, "en").code == moves[0].code
    assert meant("0", moves, match.setup, "en").code is None


def test_a_told_deal_asks_what_chance_brought(tmp_path: Path) -> None:
    match = api.new("flip", players=1, chance="told")
    path = tmp_path / "told.kvartal"
    match.save(path)
    out = said("play", "--load", str(path), stdin="nonsense\n1\nplay\nquit\n")
    assert "What did chance bring" in out
    assert "Type a number or a name of the list." in out
    assert "Player 1> play" in out


def test_the_catalogues_of_the_terminal_are_complete() -> None:
    keywords = {"N_": None, "words": None, "ours": None, "count": (1, 2)}
    found = {
        message if isinstance(message, str) else message[0]
        for _, _, message, _, _ in extract_from_dir(ROOT / "src/kvartal/terminal", keywords=keywords)
    }
    for lang in ("uk", "ru"):
        with (ROOM / "locale" / f"{lang}.po").open("rb") as file:
            catalogue = read_po(file, locale=lang)
        translated = {each.id if isinstance(each.id, str) else each.id[0]: each for each in catalogue if each.id}
        assert set(translated) == found
        for each in catalogue:
            if not each.id:
                continue
            one = each.id if isinstance(each.id, str) else each.id[0]
            forms = [each.string] if isinstance(each.string, str) else list(each.string)
            assert all(forms), one
            for form in forms:
                assert set(re.findall(r"{\w*}", form)) == set(re.findall(r"{\w*}", one)), one
    assert Words("uk", ROOM).count("{n} point", "{n} points", 3) == "3 очки"
    assert Words("ru", ROOM).count("{n} point", "{n} points", 11) == "11 очков"


def test_the_terminal_knows_no_game_by_name() -> None:
    keys = {each.key for each in (game("flip"),)}
    for folder in ("terminal", "arena"):
        for path in (ROOT / "src/kvartal" / folder).rglob("*.py"):
            assert not keys & set(re.findall(r"\w+", path.read_text())), path
