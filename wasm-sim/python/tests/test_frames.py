"""The frames that ``run``, ``compare`` and ``sweep`` return: with pandas, with polars, and without either."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import PLAN, SCENARIO, command_line, ftl_lab_binary
from ftl_lab import FTLS, InputError, compare, report, run, sweep


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


@pytest.fixture
def polars():
    return pytest.importorskip("polars")


def shown(value: object) -> str:
    """As the command line prints it in CSV."""
    return "" if value is None else str(value)


#: Runs with and without a write buffer: not all have all figures.
BUFFERED = {**PLAN, "over": {"buffer": [{"kind": "none"}, {"kind": "lru", "capacity": 8}]}, "seeds": 2}


@pytest.mark.parametrize("plan", [PLAN, BUFFERED], ids=["plain", "buffered"])
def test_columns_and_figures_are_those_of_the_command_line(write, plan):
    path = write(plan)
    printed = list(csv.DictReader(command_line(path, form="--csv")))
    rows = sweep(path, frame="dicts")
    assert [list(row) for row in rows] == [list(row) for row in printed]
    for row, of in zip(rows, printed):
        for name, value in row.items():
            if name.startswith("buffer") and isinstance(value, str):
                assert json.loads(value) == json.loads(of[name])
            elif isinstance(value, float):
                assert value == float(of[name]), name
            else:
                assert shown(value) == of[name], name


def test_pandas_has_the_right_types(write, pandas):
    frame = sweep(write(BUFFERED), frame="pandas")
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 8
    types = {name: str(type) for name, type in frame.dtypes.items()}
    assert (types["run"], types["flash.erases.total"]) == ("int64", "int64")
    assert types["buffer.write_hits"] == "Int64", "whole numbers, of which some are missing"
    assert (types["write_amplification"], types["service_us.mean"], types["ftl.kind"]) == ("float64", "float64", "string")
    by_buffer = frame.groupby("buffer")["buffer.write_hits"].sum()
    assert sorted(by_buffer)[0] == 0 and sorted(by_buffer)[1] > 0
    assert frame["failure"].isna().all()


def test_polars_has_the_right_types(write, polars):
    frame = sweep(write(BUFFERED), frame="polars")
    assert isinstance(frame, polars.DataFrame) and frame.height == 8
    assert (frame.schema["run"], frame.schema["buffer.write_hits"]) == (polars.Int64, polars.Int64)
    assert (frame.schema["service_us.mean"], frame.schema["ftl.kind"]) == (polars.Float64, polars.String)
    assert frame["buffer.write_hits"].null_count() == 4


def test_the_frame_is_that_of_the_library_that_is_there(monkeypatch, pandas, polars):
    assert isinstance(run(SCENARIO), pandas.DataFrame)
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(run(SCENARIO), polars.DataFrame)
    monkeypatch.setitem(sys.modules, "polars", None)
    (row,) = run(SCENARIO)
    assert row["flash.erases.total"] == report(SCENARIO)["flash"]["erases"]["total"] > 0
    with pytest.raises(ImportError):
        run(SCENARIO, frame="pandas")
    with pytest.raises(ValueError, match="pandas, polars, dicts"):
        run(SCENARIO, frame="excel")


def test_a_setting_with_a_value_that_is_not_a_scalar_is_text(write, pandas):
    rows = sweep(write({**PLAN, "list": [{}, {"ftl": {"kind": "page"}}], "over": {}, "seeds": 1}))
    assert list(rows["ftl"].fillna("")) == ["", '{"kind": "page"}']


def test_a_combination_that_fails_has_its_reason(write):
    plan = {**PLAN, "over": {"ftl.log_blocks": [2, 80]}, "seeds": 1, "illegal": "skip"}
    rows = sweep(write(plan), frame="dicts")
    assert [row["failure"] is None for row in rows] == [True, False, True, False]
    assert "too little spare space" in rows[1]["failure"] and rows[1]["write_amplification"] is None


def test_a_report_is_that_of_the_command_line(write):
    printed = subprocess.check_output([ftl_lab_binary(), "run", write(SCENARIO, "one.json"), "--json"])
    assert report(SCENARIO) == report(json.dumps(SCENARIO)) == json.loads(printed)


def test_ftls_are_compared_under_one_gc_policy():
    rows = compare(SCENARIO, ["page", "bast", {"kind": "fast", "log_blocks": 4}], gc_policy="fifo", seeds=2, frame="dicts")
    named = [(row["ftl.kind"], row["ftl.gc_policy"], row["ftl.log_blocks"], row["seed"]) for row in rows]
    assert named == [(*ftl, seed) for ftl in [("page", "fifo", None), ("bast", None, 2), ("fast", None, 4)] for seed in (7, 8)]
    alone = {**SCENARIO, "ftl": {"kind": "page", "gc_policy": "fifo"}}
    assert {**rows[0], **run(alone, frame="dicts")[0]} == rows[0]
    with ThreadPoolExecutor(1) as pool:
        assert compare(SCENARIO, ["page"], pool, frame="dicts")[0]["ftl.gc_policy"] == "greedy", "the default, told"


def test_an_ftl_that_cannot_be_compared_is_refused():
    assert set(FTLS) >= {"page", "bast", "dftl"} and "log_blocks" in FTLS["bast"]
    with pytest.raises(InputError, match="no FTL is called 'fats'\n  Known here: page,"):
        compare(SCENARIO, ["fats"])
    with pytest.raises(InputError, match="`cmt_entries` is missing"):
        compare(SCENARIO, ["dftl"])


def test_an_error_has_its_place_and_its_remedy(tmp_path):
    small = {**SCENARIO, "ftl": {"kind": "bast", "log_blocks": 80}}
    with pytest.raises(InputError) as of_object:
        report(small)
    assert str(of_object.value).startswith("device.blocks: too little spare space") and of_object.value.line is None
    (tmp_path / "small.json").write_text(json.dumps(small, indent=1))
    with pytest.raises(InputError) as of_file:
        run(tmp_path / "small.json")
    assert str(of_file.value).startswith(f"{tmp_path / 'small.json'}:5:3: device.blocks: too little")
    error = of_file.value
    assert (error.field, error.line, error.column) == ("device.blocks", 5, 3)
    assert error.remedy.startswith("Give the device at least") and error.remedy in str(error)
    with pytest.raises(InputError, match="Check the name and the permissions"):
        run(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b'{"name": "\xe4"}')
    with pytest.raises(InputError, match="latin.json: the file is not text in UTF-8"):
        run(tmp_path / "latin.json")


def test_the_first_example_of_the_readme_runs(pandas):
    example = (Path(__file__).parents[1] / "README.md").read_text().split("```python\n")[1].split("```")[0]
    names: dict = {}
    exec(example, names)
    assert set(names["runs"]["ftl.kind"]) == {"page", "fast"}
