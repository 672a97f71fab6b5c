"""The scenarios of ``e2e/traces/tables.spec.ts``, which the page has written: how a table is read is a part of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import command_line
from ftl_lab import sweep

TABLES = Path(__file__).parents[3] / "e2e" / "traces" / "tables"


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
