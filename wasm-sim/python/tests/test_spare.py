"""How much spare space is enough: the figures of a report, and those of the command line."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import ftl_lab_binary
from ftl_lab import CMT_ENTRY_BYTES, InputError, report, spare

#: 80 blocks of 8 pages.
SCENARIO = {
    "format": 1,
    "seed": 3,
    "device": {"blocks": 80, "pages_per_block": 8, "page_bytes": 2048},
    "logical_pages": 480,
    "ftl": {"kind": "page"},
    "precondition": [{"kind": "sequential"}],
    "workload": {"kind": "uniform", "requests": 3000},
}


def amplification(blocks: int) -> float:
    steady = {**SCENARIO["workload"], "repeat": {"until_steady": {}}}
    return report({**SCENARIO, "device": {**SCENARIO["device"], "blocks": blocks}, "workload": steady})["write_amplification"]


def test_one_block_less_is_not_enough():
    found = spare(SCENARIO, 2.2)
    assert found["outcome"] == "enough"
    blocks = found["found"]["blocks"]
    assert found["found"]["write_amplification"] == amplification(blocks) <= 2.2 < amplification(blocks - 1)


def test_a_trace_is_searched_too_and_the_command_line_has_the_same_figures(tmp_path):
    trace = tmp_path / "t.csv"
    rows = (f"{i},W,{i * i % 480 * 2048},2048" for i in range(3000))
    trace.write_text("\n".join(["time_us,op,offset_bytes,size_bytes", *rows]))
    path = tmp_path / "spare.json"
    path.write_text(json.dumps(SCENARIO))
    command = [ftl_lab_binary(), "spare", str(path), "--trace", str(trace), "--wa", "1.5", "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(printed) == spare(path, 1.5, trace=trace)


def test_a_wrong_input_is_refused():
    for wa in (0, float("nan"), -1.5):
        with pytest.raises(InputError, match="write amplification of"):
            spare(SCENARIO, wa)
    with pytest.raises(InputError, match="wa cannot be"):
        spare(SCENARIO, "1.5")
    with pytest.raises(InputError, match="no single pool"):
        spare({**SCENARIO, "ftl": {"kind": "bast", "log_blocks": 4}}, 1.5)


def test_a_mapping_table_of_a_number_of_bytes_is_that_of_the_command_line(tmp_path):
    dftl = {**SCENARIO, "ftl": {"kind": "dftl", "cmt_entries": 200 // CMT_ENTRY_BYTES}}
    path = tmp_path / "dftl.json"
    path.write_text(json.dumps({**dftl, "ftl": {"kind": "dftl", "cmt_entries": 4}}))
    command = [ftl_lab_binary(), "run", str(path), "--cmt-bytes", "200", "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(printed) == report(dftl)
