"""`kvartal score welcome`, as a process."""

from pathlib import Path

from cli.commands import kvartal, said, told

EXAMPLES = Path(__file__).resolve().parents[3] / "src" / "kvartal" / "games" / "welcome" / "examples"


def test_the_sheets_of_the_rulebook_are_scored_line_by_line() -> None:
    for name, total in (("sheet83", 83), ("sheet92", 92)):
        out = said("score", "welcome", str(EXAMPLES / f"{name}.txt"))
        assert f": {total} points" in out.splitlines()[0]
        (found,) = told("score", "welcome", str(EXAMPLES / f"{name}.txt"), "--json")
        assert found["total"] == total == sum(line["points"] for line in found["lines"])


def test_standard_input_and_languages() -> None:
    text = (EXAMPLES / "sheet83.txt").read_text(encoding="utf-8")
    assert "План A" in said("score", "welcome", "-", "--lang", "uk", stdin=text)
    assert "83" in said("score", "welcome", "-", "--lang", "ru", stdin=text)
    assert "83" in said("score", "welcome", "-", stdin="\ufeff" + text), "a file saved with a byte order mark"


def test_a_wrong_sheet_is_answered_with_all_that_is_wrong() -> None:
    run = kvartal("score", "welcome", "-", stdin="street 1: 5 3\ntemps: 99\n")
    assert run.returncode == 2
    assert "street 2 is missing" in run.stderr
    assert "'99'" in run.stderr
