from __future__ import annotations

import json
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from conftest import PLAN, SCENARIO, command_line
from ftl_lab import InputError
from ftl_lab import sweep_lines as sweep


class Counting(Executor):
    """Runs at once, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.count += 1
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_lines_are_the_same_on_every_executor(write):
    plan = write()
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three, ProcessPoolExecutor(2) as two:
        lines = sweep(plan, one)
        assert lines == sweep(plan, three) == sweep(plan, two) == sweep(plan)
    assert [json.loads(line)["run"] for line in lines] == list(range(24))
    assert all(json.loads(line)["report"]["flash"]["erases"]["total"] > 0 for line in lines)


def test_lines_are_those_of_the_command_line(write):
    plan = write()
    assert sweep(plan) == command_line(plan)


def test_a_thousand_runs_are_the_same_with_one_job_with_two_and_in_shards(thousand):
    lines = sweep(thousand)
    assert len(lines) == 1000
    assert lines == command_line(thousand, "--jobs", 1) == command_line(thousand, "--jobs", 2)
    shards = [command_line(thousand, "--shard", f"{i}/3") for i in (1, 2, 3)]
    assert [shards[run % 3][run // 3] for run in range(1000)] == lines


def test_only_what_is_missing_is_run(write, tmp_path):
    plan, out = write(), tmp_path / "results.jsonl"
    pool = Counting()
    lines = sweep(plan, pool, out=out)
    whole = out.read_text()
    assert pool.count == 24 and whole.splitlines() == lines
    out.write_text("\n".join([lines[20], lines[3], lines[11], lines[5][:100]]))
    assert sweep(plan, pool, out=out) == lines
    assert pool.count == 24 + 21 and out.read_text() == whole
    # Shards, put together.
    for i in (1, 2):
        sweep(plan, pool, out=tmp_path / str(i), shard=(i, 2))
    pool.count = 0
    assert sweep(plan, pool, others=[tmp_path / "1", tmp_path / "2"]) == lines
    assert pool.count == 0


def test_two_runs_of_one_scenario_are_one(write):
    pool = Counting()
    twice = write({**PLAN, "list": [{}, {"ftl.log_blocks": 2}], "over": {}, "seeds": 1})
    first, second = (json.loads(line) for line in sweep(twice, pool))
    assert pool.count == 1 and first["report"] == second["report"]


def test_runs_before_a_failure_are_kept(write, tmp_path):
    class Breaking(Counting):
        def submit(self, fn, /, *args, **kwargs) -> Future:
            future = super().submit(fn, *args, **kwargs)
            if self.count <= 10:
                return future
            broken: Future = Future()
            broken.set_exception(OSError("a worker is gone"))
            return broken

    out = tmp_path / "results.jsonl"
    with pytest.raises(OSError, match="a worker is gone"):
        sweep(write(), Breaking(), out=out)
    kept = len(out.read_text().splitlines())
    pool = Counting()
    assert sweep(write(), pool, out=out) == sweep(write())
    assert 1 <= kept <= 10 and pool.count == 24 - kept


def test_a_trace_is_beside_its_plan(write, tmp_path):
    (tmp_path / "t.trace").write_text("w0 w1 w2+4 r1 w1\n")
    workload = {"kind": "trace", "path": "t.trace"}
    plan = write({"format": 1, "scenario": {**SCENARIO, "workload": workload}, "over": {"ftl.log_blocks": [2, 3]}})
    with ProcessPoolExecutor(1) as processes:
        lines = sweep(plan, processes)
    assert lines == sweep(plan)
    assert all(json.loads(line)["report"]["host"]["writes"] == 7 for line in lines)
    (tmp_path / "t.trace").unlink()
    with pytest.raises(InputError, match="Put the trace that the plan names beside it"):
        sweep(plan)


@pytest.mark.parametrize(
    ("plan", "part"),
    [
        ("{", r"plan.json:1:\d+: this is not JSON"),
        ({**PLAN, "seeds": []}, "seeds: the list is empty"),
        ({**PLAN, "over": {"ftl.log_blocks": [2, 80]}}, "with ftl.log_blocks = 80: too little spare space"),
    ],
)
def test_errors_are_reported_before_anything_runs(write, plan, part):
    pool = Counting()
    with pytest.raises(InputError, match=part):
        sweep(write(plan), pool)
    assert pool.count == 0


@pytest.mark.parametrize("text", ["{}\n", '{"format": 1, "scenario": {}}'])
def test_a_file_that_is_no_results_is_left_as_it_is(write, tmp_path, text):
    out = tmp_path / "results.jsonl"
    out.write_text(text)
    with pytest.raises(InputError, match="results.jsonl:1: this is not a line of results"):
        sweep(write(), out=out)
    assert out.read_text() == text


def test_shards_into_one_file_do_not_lose_each_others_lines(write, tmp_path):
    # Also the lines of combinations that are not scenarios, which have no key.
    over = {**PLAN["over"], "ftl.log_blocks": [*PLAN["over"]["ftl.log_blocks"], 900]}
    plan, out, pool = write({**PLAN, "over": over, "illegal": "skip"}), tmp_path / "results.jsonl", Counting()
    for i in (1, 2):
        sweep(plan, pool, out=out, shard=(i, 2))
    assert pool.count == 24 and len(out.read_text().splitlines()) == 32
    lines = sweep(plan, pool, out=out)
    assert pool.count == 24 and out.read_text().splitlines() == lines


def test_a_trace_is_read_in_the_format_that_the_scenario_names(write, tmp_path):
    # Both have these five columns; the times of one are nanoseconds, of the other milliseconds.
    (tmp_path / "t.trace").write_text("1000 0 0 8 0\n2000 0 8 8 0\n")
    workload = {"kind": "trace", "path": "t.trace"}
    formats = {"workload.trace_format": ["mqsim", "disksim"]}
    plan = write({"format": 1, "scenario": {**SCENARIO, "workload": workload}, "over": formats})
    with ProcessPoolExecutor(1) as processes:
        lines = sweep(plan, processes)
    assert lines == sweep(plan) == command_line(plan)
    assert len({json.loads(line)["trace_hash"] for line in lines}) == 2


def test_a_trace_is_read_as_the_scenario_says(write, tmp_path):
    rows = ["time_us,event,opcode,lba,sectors"]
    for i in range(60):
        rows += [f"{i},{event},2a,{i * 7 % 40 * 16},16" for event in "QD"]
    (tmp_path / "t.csv").write_text("\n".join(rows))
    reading = {"sector_bytes": 256, "rows": {"column": 2, "words": ["D"]}}
    workload = {"kind": "trace", "path": "t.csv", "reading": reading}
    sectors = {"workload.reading.sector_bytes": [256, 512]}
    plan = write({"format": 1, "scenario": {**SCENARIO, "workload": workload}, "over": sectors})
    with ProcessPoolExecutor(1) as processes:
        lines = sweep(plan, processes)
    # Pages have 2,048 bytes.
    assert [json.loads(line)["report"]["host"]["writes"] for line in lines] == [120, 240]
    assert lines == sweep(plan) == command_line(plan)


def test_a_combination_that_is_no_scenario_can_be_left_out(write):
    plan = {**PLAN, "over": {"ftl.log_blocks": [2, 80]}, "seeds": 1, "illegal": "skip"}
    lines = [json.loads(line) for line in sweep(write(plan))]
    assert ["failure" in line for line in lines] == [False, True, False, True]
