"""What all tests share: the map from rules to the tests that prove them (`./test --rules`)."""

import os
import signal
from collections import defaultdict

import pytest

# Two workers on two cores: NumPy's own threads would wait for each other, spinning.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A runner started in the background ignores Ctrl-C, and so would every program that a test starts and then interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

RULES_WITHOUT_PROOF = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="print every rule id with the tests that prove it")


def pytest_report_header() -> str:
    from kvartal import build

    return f"kvartal runs {build.STATUS}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last, in whatever order they are asked for: Playwright keeps an event loop running in its thread."""
    items.sort(key=lambda item: item.path.parent.name == "web")


def pytest_collection_finish(session: pytest.Session) -> None:
    if not session.config.getoption("--rules"):
        return
    from kvartal import games
    from kvartal.engine.rule import ENGINE_RULES

    proofs: dict[str, list[str]] = defaultdict(list)
    for item in session.items:
        for mark in item.iter_markers("rule"):
            for rule_id in mark.args:
                proofs[rule_id].append(item.nodeid.split("[")[0])
    known = [*ENGINE_RULES, *(rule.id for game in games() for rule in game.rules)]
    gaps = [rule_id for rule_id in known if rule_id not in proofs]
    strangers = [rule_id for rule_id in proofs if rule_id not in known]
    print()
    for rule_id in known:
        print(rule_id)
        for test in sorted(set(proofs[rule_id])) or ["— no test"]:
            print(f"    {test}")
    for rule_id in strangers:
        print(f"{rule_id}: a test names this rule, but no game has it ({proofs[rule_id][0]})")
    print(f"\n{len(known)} rules, {len(gaps)} without a test, {len(strangers)} unknown")
    session.config.stash[RULES_WITHOUT_PROOF] = len(gaps) + len(strangers)
    session.items.clear()  # this run only tells; nothing is to be listed after it


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run that only tells has no tests, which pytest would call a failure; a gap is one."""
    if RULES_WITHOUT_PROOF in session.config.stash:
        session.exitstatus = pytest.ExitCode(1 if session.config.stash[RULES_WITHOUT_PROOF] else 0)
