"""Random games with every number of players, each position held against the laws of the engine."""

import pytest

from kvartal.engine import conformance
from kvartal_sunny import GAME


@pytest.mark.parametrize("case", conformance.cases(GAME), ids=str)
def test_every_law_holds(case):
    assert [str(finding) for finding in conformance.check_case(case)] == []
