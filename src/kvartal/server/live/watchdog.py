"""A watchdog: does the loop still turn? Whatever holds it for long holds up everybody at every table.

Only how often and how long is told, never what was done: a hidden step stays hidden. A machine that is busy with
something else stops everybody too: a stop in which this process has computed too little to be its cause is counted
apart as well.
"""

import asyncio
import gc
import logging
import time

from kvartal.server.http.metrics import Metrics

log = logging.getLogger("kvartal.watchdog")
EVERY = 0.05  # seconds between two looks
TOO_LONG = 0.05  # seconds that nothing else may wait for one thing
WORTH_A_LINE = 1.0  # seconds: so long a stop is told in the log
# Python looks for garbage when there are so many more things than before. Where old ones go as new ones come, as in
# caches that are full, that is seldom, and then it takes long: so it is told to, a little at a time. By age of what is
# looked through, after so many looks: half a second, five seconds, twenty minutes.
SWEEPS = {2: 24_000, 1: 100, 0: 10}


async def watch(metrics: Metrics, closing: asyncio.Event) -> None:
    looks = 0
    while not closing.is_set():
        begun, used = time.perf_counter(), time.process_time()
        looks += 1
        sweep(looks)  # and counts as everything else does
        await asyncio.sleep(EVERY)
        stopped(metrics, time.perf_counter() - begun - EVERY, time.process_time() - used)


def sweep(looks: int) -> None:
    """What is due after so many looks: the oldest include the younger."""
    for age, every in SWEEPS.items():
        if looks % every == 0:
            gc.collect(age)
            return


def stopped(metrics: Metrics, late: float, used: float) -> None:
    """We should have been woken so many seconds earlier; this process has computed for so many, all its threads."""
    metrics.longest_stop = max(metrics.longest_stop, late)
    if late > TOO_LONG:
        metrics.add("loop_stops")
        if used < TOO_LONG:
            metrics.add("loop_stops_outside")
    if late > WORTH_A_LINE:
        log.warning("nothing went on here for %.1f seconds", late)
