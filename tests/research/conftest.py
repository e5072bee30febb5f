"""`./test tests/research --all-doors` holds every id against every suite at length; without it each of them briefly."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-doors", action="store_true", help="the suites of the libraries at full length")


@pytest.fixture
def length(request: pytest.FixtureRequest) -> int:
    """How much longer than usual the suites are to play."""
    return 25 if request.config.getoption("--all-doors", default=False) else 1
