from __future__ import annotations

import json
import os
import signal
import sys
from collections import Counter

import pytest
from conftest import PLAN, SCENARIO, command_line
from ftl_lab import sweep_lines as sweep

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install ftl-lab[ray]")

from ftl_lab.ray import RayExecutor  # noqa: E402

# Workers know the package, but not this file.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module")
def cluster():
    """Two processes on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


class Killing(RayExecutor):
    """Kills the worker of some tasks, the first time they are run."""

    def __init__(self, flags) -> None:
        super().__init__()
        self.flags = flags
        self.count = 0

    def submit(self, fn, /, *args, **kwargs):
        self.count += 1
        if self.count in (3, 11):
            return super().submit(_die_once, str(self.flags / str(self.count)), fn, *args, **kwargs)
        return super().submit(fn, *args, **kwargs)


def _die_once(flag, fn, *args, **kwargs):
    if not os.path.exists(flag):
        open(flag, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return fn(*args, **kwargs)


def test_lines_are_the_same_on_ray(cluster, write):
    plan = write()
    assert sweep(plan, RayExecutor()) == sweep(plan)


def test_a_thousand_runs_are_those_of_the_command_line(cluster, thousand):
    assert sweep(thousand, RayExecutor()) == command_line(thousand)


def test_a_worker_killed_during_a_run_loses_nothing_and_counts_nothing_twice(cluster, write, tmp_path):
    plan, out, flags = write(), tmp_path / "results.jsonl", tmp_path / "flags"
    flags.mkdir()
    told = []
    pool = Killing(flags)
    lines = sweep(plan, pool, out=out, progress=lambda done, total: told.append((done, total)))
    assert sorted(os.listdir(flags)) == ["11", "3"], "two workers were killed"
    assert lines == sweep(plan) and out.read_text().splitlines() == lines
    assert told == [(i, 24) for i in range(1, 25)]
    assert max(Counter(json.loads(line)["run"] for line in lines).values()) == 1


def test_a_trace_is_shared(cluster, write, tmp_path):
    (tmp_path / "t.trace").write_text("w0 w1 w2+4 r1 w1\n" * 50)
    workload = {"kind": "trace", "path": "t.trace"}
    plan = write({**PLAN, "scenario": {**SCENARIO, "workload": workload}, "seeds": 1})
    shared = []

    class Counted(RayExecutor):
        def share(self, value):
            shared.append(len(value))
            return super().share(value)

    assert sweep(plan, Counted()) == sweep(plan)
    assert len(shared) == 1


def test_a_sweep_over_traces_is_that_of_the_command_line(cluster, write, tmp_path):
    (tmp_path / "a.trace").write_text("w0 w1 w2+4 r1 w1\n" * 50)
    rows = [f"{i},{event},2a,{i * 7 % 40 * 16},16" for i in range(60) for event in "QD"]
    (tmp_path / "b.csv").write_text("\n".join(["time_us,event,opcode,lba,sectors", *rows]))
    reading = {"sector_bytes": 256, "rows": {"column": 2, "words": ["D"]}}
    traces = [
        {"workload": {"kind": "trace", "path": "a.trace"}},
        {"workload": {"kind": "trace", "path": "b.csv", "reading": reading}},
        {"workload": {"kind": "trace", "path": "b.csv"}},
    ]
    plan = write({**PLAN, "list": traces, "over": {"ftl.kind": ["bast", "fast"]}, "seeds": 1})
    lines = sweep(plan, RayExecutor())
    assert lines == command_line(plan)
    writes = [json.loads(line)["report"]["host"]["writes"] for line in lines]
    assert writes == [350, 350, 120, 120, 480, 480]
