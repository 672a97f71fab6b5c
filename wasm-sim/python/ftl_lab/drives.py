"""Two traces on one drive, one trace on two: tables that every other function reads as traces."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Union

from ftl_lab import _ftl_lab
from ftl_lab.files import input_error

Name = Union[str, "os.PathLike[str]"]


def mix(files: Iterable[Name], out: Name, *, reading: Mapping[str, Any] | None = None) -> None:
    """Writes several traces as one, for one drive, to ``out``: the table of ``ftl-lab mix``.

    All begin at once, each with its own times. Their devices lie side by side, named by file. ``reading`` says how all of them are read
    (SPEC 12.2). Raises ``InputError`` where only one has times, or one counts pages.
    """
    files = [Path(file) for file in files]
    if len(files) < 2:
        raise input_error("fewer than two traces", "Give two or more.")
    _not_over(Path(out), files)
    lines = _ftl_lab.Lines.mixed([(file.name, file.read_bytes()) for file in files], json.dumps(reading or {}))
    _write(lines, Path(out))


def split(
    file: Name, out: Name, *, drives: int = 2, stripe: int = 65536, reading: Mapping[str, Any] | None = None
) -> list[Path]:
    """Writes one trace as several, for drives that share the addresses in turns (RAID 0); returns the files: the tables of ``ftl-lab split``.

    ``out`` is ``NAME.csv``, the files are ``NAME-1.csv`` and so on. ``stripe`` is the length of a stripe in bytes, of a trace that counts
    pages in pages. ``reading`` says how the trace is read (SPEC 12.2).
    """
    for name, given, least, most in (("drives", drives, 2, 1024), ("stripe", stripe, 1, 2**63)):
        if not isinstance(given, int) or not least <= given <= most:
            raise input_error(f"{name} cannot be {given!r}", f"Give a whole number from {least} to {most}.")
    file, out = Path(file), Path(out)
    names = [out.with_name(f"{out.stem}-{drive + 1}.csv") for drive in range(drives)]
    for name in names:
        _not_over(name, [file])
    tables = _ftl_lab.Lines.split(file.name, file.read_bytes(), json.dumps(reading or {}), drives, stripe)
    for name, lines in zip(names, tables):
        _write(lines, name)
    return names


def _not_over(out: Path, files: list[Path]) -> None:
    if any(out.exists() and out.samefile(file) for file in files):
        raise input_error(f"{out} would be written over", "Give another name.")


def _write(lines: _ftl_lab.Lines, out: Path) -> None:
    with open(out, "w", encoding="utf-8", newline="") as file:
        while text := lines.next():
            file.write(text)
