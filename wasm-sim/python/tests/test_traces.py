"""Traces that the page has run: it has written their scenarios (``e2e/traces/tables.spec.ts``) and plans (``kinds.spec.ts``)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import command_line
from ftl_lab import sweep

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
    report = json.loads(subprocess.check_output([os.environ["FTL_LAB"], "run", scenario, "--json"]))
    assert json.loads(line)["report"] == report
    assert report["flash"]["erases"]["total"] > 0


@pytest.mark.parametrize("plan", sorted(KINDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_trace_under_all_ftls_counts_as_in_the_page(tmp_path, plan):
    trace = next(path for path in (KINDS / plan.stem, ROOT / "public" / "traces" / plan.stem) if path.exists())
    shutil.copy(trace, tmp_path)
    copied = Path(shutil.copy(plan, tmp_path))
    lines = sorted(sweep(copied))
    assert len(lines) == 9
    assert lines == sorted(command_line(copied))
