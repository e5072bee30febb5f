"""A table comes back from its log, a slice at a time: others play meanwhile, however long the log is."""

import asyncio
import time
from collections.abc import Sequence

from kvartal.server.table import events as e
from kvartal.server.table.table import Table, begun, fold_on

SLICE = 50  # events between two looks at the time
AT_LONGEST = 0.01  # seconds before the others have their turn


async def replayed(table_id: str, bodies: Sequence[bytes], known: int | None = None) -> Table:
    """What came after event `known` counts as news. A log that is none raises whatever is wrong with it."""
    created = e.read(bodies[0])
    if not isinstance(created, e.Created):
        raise TypeError("a table begins with its creation")
    table = begun(table_id, created)
    since = time.perf_counter()
    for first in range(1, len(bodies), SLICE):
        fold_on(table, [e.read(body) for body in bodies[first : first + SLICE]], known)
        if time.perf_counter() - since > AT_LONGEST:
            await asyncio.sleep(0)
            since = time.perf_counter()
    return table.wake()
