"""Ctrl-C ends what takes long."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import pytest
from conftest import SCENARIO
from ftl_lab import report, sweep_lines

#: Minutes of work.
LONG = {**SCENARIO, "workload": {**SCENARIO["workload"], "requests": 1_000_000_000}}


def interrupted(long: Callable[[], object]) -> None:
    """The signal of Ctrl-C comes while it works."""
    # A job in the background of a shell ignores Ctrl-C, and Python with it: the test would never end there.
    ctrl_c = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    began = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            long()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, ctrl_c)
    assert time.monotonic() - began < 20


def test_a_long_run_takes_ctrl_c():
    interrupted(lambda: report(LONG))


def test_so_do_the_runs_of_a_sweep_in_their_threads():
    interrupted(lambda: sweep_lines({"format": 1, "scenario": LONG, "seeds": 4}))
