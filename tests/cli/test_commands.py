"""The commands that answer at once: what they print, their exit codes, and no traceback for a person's mistake."""

import os
import subprocess
from pathlib import Path

import pytest

import kvartal as api
from cli.commands import COMMAND, ROOT, environment, kvartal, said, told
from kvartal import build
from kvartal.__main__ import run as run_here
from kvartal.bots.characters import CHARACTERS
from kvartal.games import games


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished match in a file."""
    path = tmp_path / "match.kvartal"
    said("play", "flip", "--seats", "random,greedy", "--seed", "5", "--save", str(path))
    return path


def test_the_shelf_names_every_game() -> None:
    out = said("games")
    assert all(game.title in out for game in games())


def test_the_shelf_names_every_guest_and_they_come() -> None:
    out = said("games")
    for guest in CHARACTERS.values():
        assert f"level3-{guest.id}  {guest.title}" in out
    played = told(
        "simulate", "flip", "--games", "2", "--seats", "level3-gardener,level4-accountant", "--seed", "5", "--json"
    )
    assert played["seats_asked"] == ["level3-gardener", "level4-accountant"]
    assert played["games"] == 2
    assert "level2-gambler" in said("play", "flip", "--seats", "random,level2-gambler", "--seed", "5")


def test_the_commands_of_the_server_are_among_the_others(tmp_path: Path) -> None:
    out = said("--help")
    assert all(f"  {name} " in out for name in ("serve", "migrate", "backup", "restore", "export"))
    assert "up to date" in said("migrate", "--database", str(tmp_path / "x.db"))
    assert "--rate" in said("bench", "server", "--help")
    assert "--rounds" in said("bench", "crash", "--help")


def test_without_a_command_the_environment_counts_as_it_does_for_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kvartal.server.http import serve

    started: list[str] = []
    monkeypatch.setattr(serve, "run", lambda settings: started.append(settings.database) or 0)
    monkeypatch.setenv("KVARTAL_DATABASE", str(tmp_path / "mine.db"))
    assert (run_here([]), run_here(["serve"])) == (0, 0)
    assert started == [str(tmp_path / "mine.db")] * 2


def test_version_says_compiled_or_pure() -> None:
    assert said("--version").startswith(f"kvartal {api.__version__}, {'compiled' if build.COMPILED else 'pure'}")
    assert "pure" in said("--version", KVARTAL_PURE="1")


COMMANDS = [
    "games",
    "rules",
    "sources",
    "play",
    "simulate",
    "arena",
    "check-bot",
    "tune",
    "strength",
    "replay",
    "verify",
    "perft",
    "bench",
    "new-game",
    "build",
    "completion",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(command: str) -> None:
    out = said(command, "--help")
    assert "Examples:" in out
    assert f"kvartal {command}" in out
    assert command in said("--help")


def test_help_never_compiles() -> None:
    """`--help` on a machine without a build answers from the sources."""
    probe = (
        "import sys, runpy; from kvartal import build; build.ensure = lambda **_: sys.exit('compiled!');"
        "sys.argv = ['kvartal', *sys.argv[1:]]; runpy.run_module('kvartal', run_name='__main__')"
    )
    for arguments in (["--help"], ["simulate", "--help"], ["--version"], ["completion", "bash"]):
        command = [COMMAND[0], "-c", probe, *arguments]
        run = subprocess.run(command, env=environment(), capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    run = subprocess.run([COMMAND[0], "-c", probe, "games"], env=environment(), capture_output=True, text=True)
    assert "compiled!" in run.stderr


def test_start_up_leaves_heavy_modules_alone() -> None:
    probe = "import sys, kvartal.__main__, kvartal.cli; print({'rich', 'kvartal.engine'} & set(sys.modules))"
    run = subprocess.run([COMMAND[0], "-c", probe], env=environment(), capture_output=True, text=True)
    assert run.stdout.strip() == "set()"


def test_games_as_text_and_json() -> None:
    out, shelf = said("games"), told("games", "--json")
    assert [game["key"] for game in shelf] == [game.key for game in games()]
    flip = next(game for game in shelf if game["key"] == "flip")
    assert flip["players"] == {"min": 1, "max": 4}
    assert {option["name"] for option in flip["options"]} >= {"recycle", "turn_cap"}
    assert [preset["name"] for preset in flip["presets"]] == ["russian", "international"]
    assert "recycle=turn" in out
    assert "--preset international" in out


@pytest.mark.parametrize(("lang", "head"), [("en", "Rules"), ("uk", "Правила"), ("ru", "Правила")])
def test_rules_page_has_every_rule_and_marks_house_ones(lang: str, head: str) -> None:
    out = said("rules", "flip", "--lang", lang)
    game = next(game for game in games() if game.key == "flip")
    assert head in out
    assert all(f"{rule.id}  [" in out for rule in game.rules)
    assert all(option.name in out for option in game.options)
    mark = {"en": "HOUSE", "uk": "НАШЕ", "ru": "НАШЕ"}[lang]
    assert out.count(f"[{mark}") == sum(rule.source == "house" for rule in game.rules)
    assert all(value.path in out for value in game.data.values() if value.source == "house")


def test_rules_json() -> None:
    page = told("rules", "flip", "--json", "--lang", "uk")
    bust = next(rule for rule in page["rules"] if rule["id"] == "flip.bust")
    assert bust["page"] == "1"
    assert bust["source"] == "rulebook"
    assert page["house_values"]
    assert said("rules", "flip", KVARTAL_LANG="uk") == said("rules", "flip", "--lang", "uk")


def test_sources_show_house_and_corrected_values(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[cards.plant]\ncoins = 4\n")
    out = said("sources", "flip", "--data", str(mine))
    line = next(line for line in out.splitlines() if line.startswith("cards.plant.coins"))
    assert "4" in line
    assert "(corrected)" in line
    assert "(house)" in out
    values = {value["path"]: value for value in told("sources", "flip", "--json")}
    assert values["cards.plant.coins"]["source"] == "house"
    assert len(values) == len(next(game for game in games() if game.key == "flip").data)


def test_verify_names_the_first_wrong_line(record: Path) -> None:
    assert "verified" in said("verify", str(record))
    lines = record.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if line.startswith("* deck 0 = "))
    card = "park" if not lines[number].endswith("= park") else "store"
    lines[number] = f"* deck 0 = {card}"
    record.write_text("\n".join(lines) + "\n")
    run = kvartal("verify", str(record))
    assert run.returncode == 1
    assert f"line {number + 1}:" in run.stdout


def test_verify_tells_a_false_record_from_an_unreadable_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.kvartal"
    broken.write_text("kvartal record 1\nwhat is this\n")
    assert kvartal("verify", str(broken)).returncode == 1
    broken.write_bytes(b"kvartal record 1\n\xff\xfe\n")
    assert kvartal("verify", str(broken)).returncode == 1
    assert kvartal("verify", str(tmp_path / "nothing")).returncode == 2
    assert kvartal("verify", str(tmp_path)).returncode == 2


def test_replay_any_step_as_text_and_json(record: Path) -> None:
    whole = told("replay", str(record), "--json")
    assert whole["outcome"]["rule"].startswith("flip.")
    assert whole["over"]
    assert whole["step"] == whole["steps"]
    early = told("replay", str(record), "--at", "5", "--seat", "1", "--json")
    assert (early["step"], early["seat"], early["over"], early["outcome"]) == (5, 1, False, None)
    assert len(early["log"]) <= len(whole["log"])
    match = api.load(record)
    assert early["table"] == match.at(5).view(1).facts()["table"]
    assert whole["outcome"]["rule"] in said("replay", str(record))
    assert "Після кроку 5" in said("replay", str(record), "--at", "5", "--lang", "uk")


def test_perft_counts_like_the_engine() -> None:
    from kvartal.engine.playout import perft

    setup = next(game for game in games() if game.key == "flip").set_up(2, {"recycle": "flip"})
    expected = [perft(setup.start(), depth, setup.tables.moves, setup.tables.widest) for depth in range(1, 7)]
    arguments = ("perft", "flip", "--depth", "6", "--players", "2", "--set", "recycle=flip")
    assert told(*arguments, "--json")["positions"] == expected
    assert f"  6  {expected[-1]:,}" in said(*arguments)


def test_bench_names_its_units() -> None:
    from kvartal.arena.measure import setups

    report = told("bench", "flip", "--json", "--seconds", "0.1")
    flip = next(game for game in games() if game.key == "flip")
    assert [row["preset"] for row in report["results"]] == [preset for preset, _ in setups(flip)]
    row = report["results"][0]
    units = {"decisions_per_s", "decisions_per_s_from_python", "games_per_s", "copy_ns", "moves_ns"}
    assert set(row["pure"]) == units
    if build.COMPILED:
        assert set(row["compiled"]) == set(row["compiled_to_pure"]) == units
    assert all(value > 0 for value in row["pure"].values())
    assert report["python"]


def test_bench_bots_names_its_units() -> None:
    report = told("bench", "bots", "flip", "--json", "--seconds", "0.1")
    assert {row["game"] for row in report["results"]} == {"flip"}
    for row in report["results"]:
        assert set(row["figures"]) == {"policy_rollouts_per_s", "tree_node_visits_per_s"}
        assert all(value > 0 for value in row["figures"].values())
    assert "policy rollouts/s" in said("bench", "bots", "--help")


def test_bench_memory_tells_the_growth() -> None:
    out = said("bench", "flip", "--memory", "--games", "200")
    assert "growth" in out
    assert "200 games" in out


def test_memory_does_not_grow_with_finished_games() -> None:
    """One small object lost per game would show as some 64 bytes for each."""
    games = 6000
    growth = told("bench", "flip", "--memory", "--games", str(games), "--json")["results"][0]["growth_bytes"]
    assert growth < 40 * games


def test_build_says_what_runs() -> None:
    run = kvartal("build")
    assert run.returncode == (0 if build.COMPILED else 1)
    run = kvartal("build", KVARTAL_PURE="1")
    assert run.returncode == 1
    assert "pure" in run.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    script = said("completion", shell)
    assert "_KVARTAL_COMPLETE" in script
    assert ("compinit" in script) == (shell == "zsh")  # not every ~/.zshrc calls it


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("kvartal si", "simulate"),
        ("kvartal ar", "arena"),
        ("kvartal arena flip --seats random,gr", "random,greedy"),
        ("kvartal play fl", "flip"),
        ("kvartal play flip --set recycle=", "recycle=flip"),
        ("kvartal play flip --preset i", "international"),
        ("kvartal play flip --seats you,gr", "you,greedy"),
        ("kvartal rules flip --lang ", "uk"),
        ("kvartal bench fl", "flip"),
    ],
)
def test_completions(typed: str, expected: str) -> None:
    words = typed.split(" ")
    out = said(_KVARTAL_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD=str(len(words) - 1))
    assert f"plain,{expected}" in out.splitlines()


MISTAKES = [
    ("nonsense",),
    ("gamse",),
    ("--nonsense",),
    ("games", "surplus"),
    ("rules",),
    ("rules", "nonsense"),
    ("rules", "flip", "--lang", "xx"),
    ("sources", "nonsense"),
    ("sources", "flip", "--data", "/nonexistent.toml"),
    ("sources", "flip", "--data", "/"),
    ("play",),
    ("play", "nonsense"),
    ("play", "flip", "--seats", "you,nobody"),
    ("play", "flip", "--seats", ",,"),
    ("play", "flip", "--seats", "you,you,you,you,you"),
    ("play", "flip", "--seed", "-1"),
    ("play", "flip", "--seed", "9223372036854775808"),
    ("play", "flip", "--set", "nonsense=1"),
    ("play", "flip", "--set", "players=3"),
    ("play", "flip", "--set", "recycle"),
    ("play", "flip", "--set", "recycle=never"),
    ("play", "flip", "--preset", "nonsense"),
    ("play", "flip", "--save", "/nonexistent/x.kvartal"),
    ("play", "flip", "--save", "/"),
    ("play", "flip", "--load", "/nonexistent.kvartal"),
    ("play", "flip", "--seats", "you:" + "x" * 100 + ",random"),
    ("simulate", "flip"),
    ("simulate", "flip", "--games", "0"),
    ("simulate", "flip", "--games", "x"),
    ("simulate", "flip", "--games", "1", "--players", "9"),
    ("simulate", "flip", "--games", "1", "--players", "0"),
    ("simulate", "flip", "--games", "1", "--seats", "you,random"),
    ("simulate", "flip", "--games", "1", "--seats", "random,random", "--players", "3"),
    ("simulate", "flip", "--games", "1", "--seats", "nobody"),
    ("simulate", "flip", "--games", "1", "--workers", "0"),
    ("simulate", "nonsense", "--games", "1"),
    ("replay",),
    ("replay", "/nonexistent.kvartal"),
    ("replay", "/"),
    ("verify",),
    ("perft", "flip"),
    ("perft", "flip", "--depth", "0"),
    ("perft", "nonsense", "--depth", "1"),
    ("bench", "nonsense"),
    ("bench", "--seconds", "0"),
    ("completion", "cmd"),
]


@pytest.mark.parametrize("arguments", MISTAKES, ids=" ".join)
def test_a_mistake_gets_a_sentence_and_exit_code_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, because there are many; a traceback would be an exception here."""
    assert run_here([*arguments]) == 2
    out, error = capsys.readouterr()
    assert error.strip()
    assert not out


def test_an_unknown_name_lists_what_exists() -> None:
    assert "did you mean 'flip'" in kvartal("rules", "flop").stderr
    assert "did you mean 'games'" in kvartal("gamse").stderr
    assert "random" in kvartal("play", "flip", "--seats", "nobody").stderr


def test_all_wrong_data_is_told_at_once(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[cards.plant]\ncoins = 'four'\nfun = 3\n")
    run = kvartal("simulate", "flip", "--games", "1", "--data", str(mine))
    assert run.returncode == 2
    assert "cards.plant.coins" in run.stderr
    assert "cards.plant.fun" in run.stderr


def test_a_broken_game_of_another_package_is_left_out_with_a_warning(tmp_path: Path) -> None:
    info = tmp_path / "broken_box-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-box\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[kvartal.games]\nbroken = broken_box:GAME\nnone = os:sep\n")
    (tmp_path / "broken_box.py").write_text("raise ZeroDivisionError('oops')\n")
    paths = f"{environment()['PYTHONPATH']}{os.pathsep}{tmp_path}"
    run = kvartal("games", PYTHONPATH=paths, PYTHONWARNINGS="default")
    assert run.returncode == 0
    assert "flip: " in run.stdout
    assert "kvartal: the game 'broken' (broken_box:GAME) is left out: ZeroDivisionError: oops" in run.stderr
    assert "os:sep is not a Game" in run.stderr


def test_replay_tells_the_score_of_a_rival_made_of_cards() -> None:
    lost = str(ROOT / "tests" / "games" / "welcome" / "records" / "solo-2023-last-card-2.kvartal")
    mine, theirs = told("replay", lost, "--json")["scores"]
    assert (mine["seat"], mine["total"]) == (0, 91)
    assert (theirs["seat"], theirs["name"], theirs["total"]) == (None, "Rival Sam", 92)
    assert "Rival Sam: 92 points" in said("replay", lost)


def test_replay_beyond_the_end(record: Path) -> None:
    assert kvartal("replay", str(record), "--at", "99999").returncode == 2
    assert kvartal("replay", str(record), "--seat", "7").returncode == 2


def test_a_reader_that_goes_away_is_no_error_of_ours() -> None:
    """As in `kvartal sources flip | head -1`."""
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run(
        [*COMMAND, "sources", "flip", "--json"], env=environment(), stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    assert run.returncode == 141
    assert run.stderr == ""


def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [*COMMAND, "games", "--json"], env=environment(), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert run.returncode == 2
    assert run.stderr.startswith("kvartal: No space left")
    assert "Exception ignored" not in run.stderr


def test_closed_streams_and_a_plain_terminal() -> None:
    shell = f"{' '.join(COMMAND)} games >&-"
    run = subprocess.run(["sh", "-c", shell], env=environment(), capture_output=True, text=True)
    assert "Traceback" not in run.stderr
    out = kvartal("rules", "flip", "--lang", "uk", PYTHONIOENCODING="ascii")
    assert out.returncode == 0
    assert "flip.bust" in out.stdout


@pytest.mark.parametrize("game", ["estates", "house", "welcome"])
def test_a_sheet_cannot_speak_to_the_terminal(game: str) -> None:
    run = kvartal("score", game, "-", stdin="player: Ann\n\x1b]0;mine\x07\n")
    assert run.returncode == 2
    assert "\x1b" not in run.stdout + run.stderr
    assert "line 2" in run.stderr
