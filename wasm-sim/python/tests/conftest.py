from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

SCENARIO = {
    "format": 1,
    "seed": 7,
    "device": {"blocks": 40, "pages_per_block": 8, "page_bytes": 2048},
    "logical_pages": 240,
    "ftl": {"kind": "bast", "log_blocks": 2},
    "precondition": [{"kind": "sequential"}],
    "workload": {"kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 400},
}

#: 2 x 3 x 4 runs.
PLAN = {
    "format": 1,
    "scenario": SCENARIO,
    "list": [{}, {"ftl.kind": "fast"}],
    "over": {"ftl.log_blocks": [2, 4, 8]},
    "seeds": 4,
}


@pytest.fixture
def write(tmp_path: Path):
    def write(plan: object = PLAN, name: str = "plan.json") -> Path:
        path = tmp_path / name
        path.write_text(plan if isinstance(plan, str) else json.dumps(plan))
        return path

    return write


@pytest.fixture
def thousand(write) -> Path:
    """A plan of a thousand runs."""
    if "DEEP" not in os.environ:
        pytest.skip("a long one: DEEP=1")
    return write({**PLAN, "over": {"ftl.log_blocks": [2, 3, 4, 6, 8], "workload.r": [0.8, 0.9]}, "seeds": 50}, "thousand.json")


def ftl_lab_binary() -> str:
    """The command line, to compare with."""
    ftl_lab = os.environ.get("FTL_LAB")
    if ftl_lab is None:
        pytest.skip("FTL_LAB names no ftl-lab to compare with")
    return ftl_lab


def command_line(*args: object, form: str = "--json") -> list[str]:
    """The output of ``ftl-lab sweep``."""
    command = [ftl_lab_binary(), "sweep", *map(str, args), form]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
