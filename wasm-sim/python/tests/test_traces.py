"""Traces that the page has run: it has written their scenarios (``e2e/traces/tables.spec.ts``) and plans (``kinds.spec.ts``)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import SCENARIO, command_line, ftl_lab_binary
from ftl_lab import InputError, compare, report, run
from ftl_lab import sweep_lines as sweep

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "e2e" / "traces" / "tables"
KINDS = ROOT / "e2e" / "traces" / "kinds"


@pytest.mark.parametrize("scenario", sorted(TABLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_table_is_read_as_in_the_page(write, tmp_path, scenario):
    shutil.copy(scenario.with_suffix(".csv"), tmp_path)
    plan = write({"format": 1, "scenario": json.loads(scenario.read_text())})
    (line,) = sweep(plan)
    assert [line] == command_line(plan)
    # That of `ftl-lab run`, which the page has, too: to every counter.
    printed = json.loads(subprocess.check_output([ftl_lab_binary(), "run", scenario, "--json"]))
    assert json.loads(line)["report"] == report(scenario) == printed
    assert printed["flash"]["erases"]["total"] > 0


@pytest.mark.parametrize("plan", sorted(KINDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_trace_under_all_ftls_counts_as_in_the_page(tmp_path, plan):
    trace = next(path for path in (KINDS / plan.stem, ROOT / "public" / "traces" / plan.stem) if path.exists())
    shutil.copy(trace, tmp_path)
    copied = Path(shutil.copy(plan, tmp_path))
    lines = sorted(sweep(copied))
    assert len(lines) == 9
    assert lines == sorted(command_line(copied))


@pytest.fixture
def rows(tmp_path):
    """A trace with an event list: a reading plan is needed to take each request once."""
    lines = ["time_us,event,opcode,lba,sectors"]
    lines += [f"{i},{event},2a,{i * 7 % 40 * 16},16" for i in range(60) for event in "QD"]
    (tmp_path / "t.csv").write_text("\n".join(lines))
    return tmp_path / "t.csv"


READING = {"sector_bytes": 256, "rows": {"column": 2, "words": ["D"]}}


def test_the_plan_of_a_scenario_is_taken_and_so_is_one_that_is_given(rows):
    of_scenario = {**SCENARIO, "workload": {"kind": "trace", "path": "t.csv", "reading": READING}}
    # Pages have 2,048 bytes, of which a request has two.
    assert report(of_scenario, folder=rows.parent)["host"]["writes"] == 120
    assert report(SCENARIO, trace=rows, reading=READING)["host"]["writes"] == 120
    assert report(SCENARIO, trace=rows)["host"]["writes"] == 480, "without a plan: both events, sectors of 512 bytes"
    compared = compare(of_scenario, ["page", "bast"], folder=rows.parent, frame="dicts")
    assert [row["host.writes"] for row in compared] == [120, 120]


def test_a_bad_line_of_a_trace_is_named(rows):
    rows.write_text(rows.read_text().replace("3,D,2a,", "3,D,2a,x"))
    with pytest.raises(InputError, match=r"t\.csv: line 9, column 8, address \(csv\): `x336` is not a whole number. Write decimal") as error:
        run(SCENARIO, trace=rows, reading=READING)
    assert error.value.line == 9


def test_a_trace_that_would_be_aliased_is_refused_with_a_remedy(rows):
    rows.write_text(rows.read_text() + "\n90,D,2a,999999,16")
    wrapped = {**SCENARIO, "workload": {"kind": "trace", "path": "t.csv", "mapping": "wrap", "reading": {**READING, "rows": {"column": 2, "words": ["Q"]}}}}
    small = {**wrapped, "device": {**SCENARIO["device"], "blocks": 14}, "logical_pages": 40}
    with pytest.raises(InputError) as error:
        report(small, folder=rows.parent)
    assert "aliased" in str(error.value) and error.value.remedy
