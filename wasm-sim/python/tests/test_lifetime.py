"""How long a drive lasts: the figures of the report, and those of the command line."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import ftl_lab_binary
from ftl_lab import InputError, lifetime, report

#: 40 blocks of 8 pages; 3,000 writes, one every 100 ms.
SCENARIO = {
    "format": 1,
    "seed": 3,
    "device": {"blocks": 40, "pages_per_block": 8, "page_bytes": 2048},
    "logical_pages": 240,
    "ftl": {"kind": "page"},
    "precondition": [{"kind": "sequential"}],
    "workload": {"kind": "uniform", "requests": 3000, "interarrival_ms": 100},
}


def test_it_is_that_of_the_erases_in_the_report():
    found = lifetime(SCENARIO, cycles=1000)
    each = report(SCENARIO)["flash"]["erases"]["total"] / 40
    mean = found["lasting"]["mean_block"]
    assert mean["erases"] == pytest.approx(each)
    assert mean["erases_per_day"] * 365 * mean["years"] == pytest.approx(1000)
    assert found["lasting"]["terabytes_written"] == pytest.approx(3000 * 2048 * 1000 / each / 1e12)
    assert lifetime(SCENARIO)["cycles"] == 3000


def test_a_workload_may_be_repeated_until_it_is_steady():
    found = lifetime(SCENARIO, repeat="steady")
    steady = {**SCENARIO, "workload": {**SCENARIO["workload"], "repeat": {"until_steady": {}}}}
    assert found["steady"] == report(steady)["steady"]
    assert lifetime(steady) == found
    assert lifetime(SCENARIO, repeat=2)["host_bytes"] == 2 * 3000 * 2048


def test_a_trace_in_its_place_keeps_the_repetition(tmp_path):
    trace = tmp_path / "t.mqsim"
    trace.write_text("".join(f"{i * 10**9} 0 {i * i % 200 * 4} 4 0\n" for i in range(4000)))
    assert lifetime(SCENARIO, trace=trace, repeat=2)["seconds"] == pytest.approx(2 * 3999)


def test_where_nothing_follows_it_says_why():
    reads = {**SCENARIO, "workload": {**SCENARIO["workload"], "read_fraction": 1}}
    found = lifetime(reads)
    assert (found["lasting"], found["why_not"]) == (None, "nothing_written")
    untimed = {**SCENARIO, "workload": {"kind": "uniform", "requests": 3000}}
    assert lifetime(untimed)["lasting"]["mean_block"]["years"] is None
    for cycles in (0, 2.5, -1):
        with pytest.raises(InputError, match="cycles cannot be"):
            lifetime(SCENARIO, cycles=cycles)


@pytest.mark.parametrize("repeat", [None, "steady"])
def test_the_command_line_has_the_same_figures(tmp_path, repeat):
    path = tmp_path / "worn.json"
    path.write_text(json.dumps(SCENARIO))
    more = ["--repeat", repeat] if repeat else []
    command = [ftl_lab_binary(), "lifetime", str(path), "--json", *more]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["runs"][0]
    assert run.items() >= lifetime(path, repeat=repeat).items()
