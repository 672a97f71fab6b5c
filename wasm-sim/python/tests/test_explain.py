"""Which addresses cause the copies of a run: the counters of the report, and the figures of the command line."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import ftl_lab_binary
from ftl_lab import InputError, explain, report

#: 40 blocks of 8 pages.
SCENARIO = {
    "format": 1,
    "seed": 3,
    "device": {"blocks": 40, "pages_per_block": 8, "page_bytes": 2048},
    "logical_pages": 240,
    "ftl": {"kind": "page"},
    "precondition": [{"kind": "sequential"}],
    "workload": {"kind": "uniform", "requests": 3000},
}


def test_the_ranges_sum_to_the_report():
    ledger = explain(SCENARIO, ranges=10)
    assert len(ledger["ranges"]) == 10
    copies = sum(each["counts"]["copies"] for each in ledger["ranges"])
    assert copies == ledger["all"]["copies"] == report(SCENARIO)["flash"]["programs"]["gc"] > 0


def test_a_trace_has_its_own_addresses_also_where_it_is_moved(tmp_path):
    trace = tmp_path / "t.csv"
    rows = (f"{i},W,{(i * i % 200 + 1000) * 2048 + 512},2048" for i in range(4000))
    trace.write_text("\n".join(["time_us,op,offset_bytes,size_bytes", *rows]))
    ledger = explain(SCENARIO, trace=trace)
    assert ledger["unit"] == "bytes"
    assert ledger["ranges"][0]["from"] == 1000 * 2048
    moved = {**SCENARIO, "workload": {**SCENARIO["workload"], "kind": "trace", "path": "x", "shift_bytes": 1536}}
    del moved["workload"]["requests"]
    ledger = explain(moved, trace=trace)
    assert ledger["ranges"][0]["from"] == 1000 * 2048 + 512


def test_a_wrong_input_is_refused():
    for ranges in (0, 2.5, 5000):
        with pytest.raises(InputError, match="ranges cannot be"):
            explain(SCENARIO, ranges=ranges)
    with pytest.raises(InputError, match="logical_pages"):
        explain({**SCENARIO, "logical_pages": 0})


def test_the_command_line_has_the_same_figures(tmp_path):
    path = tmp_path / "explained.json"
    path.write_text(json.dumps(SCENARIO))
    command = [ftl_lab_binary(), "explain", str(path), "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(printed) == explain(path)
