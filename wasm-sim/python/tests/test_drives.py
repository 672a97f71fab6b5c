"""Two traces on one drive and one on two: the tables of the command line."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ftl_lab_binary
from ftl_lab import InputError, mix, report, split


def rows(every: int, device: str = "") -> str:
    head = "time_us,op,offset_bytes,size_bytes" + (",device" if device else "")
    tail = f",{device}" if device else ""
    lines = (f"{i * every},W,{i * i % 200 * 4096},8192{tail}" for i in range(1500))
    return "\n".join([head, *lines]) + "\n"


def lab(*args: object) -> None:
    subprocess.run([ftl_lab_binary(), *map(str, args)], check=True, capture_output=True)


def test_tables_are_those_of_the_command_line(tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text(rows(10))
    b.write_text(rows(25, "disk0") + "1,W,4096,4096,disk1\n")
    lab("mix", a, b, "--out", tmp_path / "native.csv")
    mix([a, b], tmp_path / "both.csv")
    both = (tmp_path / "both.csv").read_bytes()
    assert both == (tmp_path / "native.csv").read_bytes()
    assert b",b.csv:disk1\n" in both
    lab("split", a, "--drives", 3, "--stripe", 4096, "--out", tmp_path / "native.csv")
    files = split(a, tmp_path / "part.csv", drives=3, stripe=4096)
    for drive, file in enumerate(files, 1):
        assert file.read_bytes() == (tmp_path / f"native-{drive}.csv").read_bytes()
    scenario = {
        "format": 1,
        "device": {"blocks": 40, "pages_per_block": 8, "page_bytes": 4096},
        "logical_pages": 240,
        "ftl": {"kind": "page"},
        "workload": {"kind": "uniform", "requests": 1},
    }
    written = [report(scenario, trace=file)["host"]["bytes_written"] for file in files]
    assert sum(written) == 1500 * 8192


def test_a_wrong_input_is_refused(tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text(rows(10))
    b.write_text("op,offset_bytes,size_bytes\nW,0,4096\n")
    with pytest.raises(InputError, match="only one of them has times"):
        mix([a, b], tmp_path / "both.csv")
    with pytest.raises(InputError, match="written over"):
        mix([a, a], a)
    with pytest.raises(InputError, match="fewer than two"):
        mix([a], tmp_path / "both.csv")
    for wrong in ({"drives": 1}, {"stripe": 0}):
        with pytest.raises(InputError, match="cannot be"):
            split(a, tmp_path / "part.csv", **wrong)
