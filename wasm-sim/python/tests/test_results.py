"""Inputs that people have, with the results that they must have: ``testdata/results.json``, as on the command line and in the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ftl_lab import InputError, report

RUST = Path(__file__).parents[2]
TRACES = RUST / "crates" / "trace" / "testdata" / "as-they-come"
CORNERS = RUST / "testdata" / "corners"
#: Runs a trace that has no scenario of its own.
DEVICE = {
    "format": 1,
    "device": {"blocks": 40, "pages_per_block": 32},
    "logical_pages": 1024,
    "ftl": {"kind": "page"},
    "workload": {"kind": "uniform", "requests": 1},
}
CASES = json.loads((RUST / "testdata" / "results.json").read_text())


def found(case: dict) -> dict:
    if "file" in case:
        return report(DEVICE, trace=TRACES / case["file"], reading=case.get("reading"))
    if "corner" in case:
        return report(CORNERS / case["corner"])
    return report(case["scenario"], folder=TRACES)


def at(value, path: str):
    """The value at a path such as ``flash.programs.total``; None where there is none."""
    for step in path.split("."):
        value = None if value is None else value.get(step)
    return value


def like_in(wanted, value):
    """The number with as many digits as it has in the list."""
    return round(value, len(str(wanted).split(".")[1])) if isinstance(wanted, float) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_has_its_right_result(case):
    if "refused" in case:
        with pytest.raises(InputError) as refused:
            found(case)
        assert case["refused"] in str(refused.value)
        return
    figures = found(case)
    wanted = dict(case.get("report", {}))
    # Of a trace alone the run has the pages.
    for name, figure in {"pages_read": "host.reads", "bytes_read": "host.bytes_read"}.items():
        if f"statistics.{name}" in case.get("trace", {}):
            wanted[figure] = case["trace"][f"statistics.{name}"]
    for path, value in wanted.items():
        if not path.startswith("blocks."):
            assert like_in(value, at(figures, path)) == value, path
    assert figures["host"]["reads"] + figures["host"]["writes"] + figures["host"]["trims_too_small"] > 0 or "corner" in case
