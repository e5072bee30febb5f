"""What time it is: the database's, however wrong the clocks of the processes are."""

import time
from collections.abc import Iterator

import pytest
from place import lived

from kvartal.server.live.homes import Homes
from kvartal.server.store import hour
from kvartal.server.store.store import Store, now_ms


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = hour._ahead
    hour._ahead = None
    yield
    hour._ahead = before


@lived
@pytest.mark.parametrize("jump", [-900, 900])
async def test_a_clock_that_jumps_is_not_followed(
    new_postgres: str, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    real, begun = time.time_ns, time.time()
    store = await Store(new_postgres).open()
    homes = Homes(store, "127.0.0.1:1", lambda: None)
    monkeypatch.setattr(time, "time_ns", lambda: real() + jump * 10**9)  # wrong before it begins
    await homes.open()
    assert begun - 1 <= now_ms() / 1000 <= time.time() + 1
    monkeypatch.setattr(time, "time_ns", lambda: real() - jump * 10**9)  # and then in another way
    await homes._look()
    assert begun - 1 <= now_ms() / 1000 <= time.time() + 1
    await homes.close()
    await store.close()


def test_what_may_be_right_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 50.0)
    hour.told(1000.0, 9.9, 10.1)
    assert now_ms() == 1_040_000
    hour.told(1010.0, 19.95, 20.05)  # somewhere between 1009.95 and 1010.05 when it was 20
    assert now_ms() == 1_040_000
    hour.told(1021.0, 29.95, 30.05)  # the database goes faster, or was set
    assert now_ms() == 1_040_950
    hour.told(2000.0, 40.0, 42.0)  # whoever waited so long learns nothing
    assert now_ms() == 1_040_950


def test_alone_the_clock_of_the_machine_is_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 5_000_000_000)
    assert now_ms() == 5000
