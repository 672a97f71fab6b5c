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


def test_a_document_names_files_in_its_folder_and_below_and_a_person_names_any(tmp_path):
    folder = tmp_path / "in"
    (folder / "below").mkdir(parents=True)
    secret = tmp_path / "secret.txt"
    secret.write_text("root:x:0:0")
    (folder / "link.txt").symlink_to(secret)
    (folder / "below" / "a.ops").write_text("w1 w2")
    traced = lambda path: {**SCENARIO, "workload": {"kind": "trace", "path": str(path)}}  # noqa: E731
    for path in (secret, "../secret.txt", "below/../../secret.txt", "link.txt"):
        with pytest.raises(InputError, match="is outside") as refused:
            report(traced(path), folder=folder)
        assert refused.value.field == "workload.path" and "root:" not in str(refused.value)
    assert report(traced("below/a.ops"), folder=folder)["host"]["writes"] == 2
    (tmp_path / "b.ops").write_text("w1 w2 w3")
    assert report(SCENARIO, trace=tmp_path / "b.ops")["host"]["writes"] == 3


def test_a_mirror_is_read_by_the_names_of_its_disks(tmp_path):
    trace = ROOT / "wasm-sim" / "crates" / "trace" / "testdata" / "as-they-come" / "biosnoop-mirror.txt"
    # Pages have 2,048 bytes, of which a request has two.
    assert report(SCENARIO, trace=trace)["host"]["writes"] == 8
    assert report(SCENARIO, trace=trace, reading={"merge_devices": {"only": "sda"}})["host"]["writes"] == 4
    by_number = {"columns": {"op": 5, "device": 4}}
    assert report(SCENARIO, trace=trace, reading=by_number)["host"]["writes"] == 8


def test_two_columns_that_could_be_the_address_are_asked_about():
    trace = ROOT / "wasm-sim" / "crates" / "trace" / "testdata" / "as-they-come" / "baleen.trace"
    with pytest.raises(InputError, match=r"`block_id`.*`io_offset`.*columns\.address"):
        report(SCENARIO, trace=trace)
