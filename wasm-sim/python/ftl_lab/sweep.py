"""The runs of a plan on any executor, each once; known runs are not run again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Optional

from ftl_lab import _ftl_lab
from ftl_lab.files import Document, Given
from ftl_lab.frames import Frame, Kind, frame_of, rows_of
from ftl_lab.task import Task, compute

#: Engine, hash of the scenario, hash of the trace.
Key = tuple[str, Optional[str], Optional[str]]
#: Name, and how it is read.
TraceKey = tuple[str, str]

#: Runs that wait in an executor, per run that it executes at a time.
AHEAD = 4


class Results:
    """Outcomes by key. With a file, each new one is appended at once; the lines it already has are known from the start."""

    def __init__(self, file: str | os.PathLike | None = None, others: Iterable[str | os.PathLike] = ()) -> None:
        self._known: dict[Key, str] = {}
        self._path = Path(file) if file else None
        for other in others:
            self._read(Path(other))
        if self._path and self._path.exists():
            whole = self._read(self._path)
            # The last line was cut when the previous sweep was stopped: its run is repeated.
            os.truncate(self._path, whole)

    def _read(self, path: Path) -> int:
        text = path.read_bytes()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        for number, line in enumerate(lines, 1):
            try:
                key, outcome, is_bug = _ftl_lab.read_line(line.decode())
            except ValueError as error:
                raise _no_line(path, number, error) from None
            if key and not is_bug:
                self._known[key] = outcome
        # The rest may be a line that was cut. A file with other content must not be changed.
        rest, begins = text[whole:], _ftl_lab.LINE.encode()
        if not (rest.startswith(begins) or begins.startswith(rest)):
            raise _no_line(path, len(lines) + 1, f"it does not begin with {_ftl_lab.LINE}")
        return whole

    def get(self, key: Key) -> str | None:
        return self._known.get(key)

    def add(self, key: Key, outcome: str, line: str) -> None:
        self._known[key] = outcome
        if self._path:
            with self._path.open("ab") as file:
                file.write(line.encode() + b"\n")

    def put_in_order(self, lines: list[str]) -> None:
        """Replaces the file by these lines at once; its lines of other runs of this engine follow them."""
        if not self._path:
            return
        ours = {_of(line) for line in lines}
        before = self._path.read_bytes().decode().split("\n") if self._path.exists() else []
        begin = f'{_ftl_lab.LINE}"{_ftl_lab.ENGINE}",'
        kept = [line for line in before if line.startswith(begin) and _of(line) not in ours]
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_bytes("".join(line + "\n" for line in [*lines, *kept]).encode())
        beside.replace(self._path)


def _of(line: str) -> Key | str:
    """The key of a line. A combination that is not a scenario has no key: its whole text is used."""
    return _ftl_lab.read_line(line)[0] or line


def _no_line(path: Path, number: int, why: object) -> Exception:
    message = f"{path}:{number}: this is not a line of results: {why}\n  Take the line out, or name another file."
    return _ftl_lab.InputError(message)


def sweep(
    plan: Document,
    executor: Executor | None = None,
    *,
    frame: Kind | None = None,
    out: str | os.PathLike | None = None,
    others: Iterable[str | os.PathLike] = (),
    shard: tuple[int, int] = (1, 1),
    progress: Callable[[int, int], None] | None = None,
    folder: str | os.PathLike | None = None,
) -> Frame:
    """Runs the missing runs of a plan; returns a data frame with a row for each run, in order.

    The columns are those of ``ftl-lab sweep --csv``, units in their names. ``frame`` is ``"pandas"``, ``"polars"`` or ``"dicts"``; without
    it the frame is pandas' if that is installed, otherwise polars', otherwise a list of dicts.

    ``plan`` is a path, JSON text or a dict (``ftl-lab sweep --help`` has its form); traces that it names are beside its file, or
    in ``folder``. ``executor`` is any of ``concurrent.futures``, or one of ``ftl_lab.ray``; without it, a thread for each core (runs hold
    no lock). ``out`` keeps lines as they come; ``others`` are files of earlier sweeps; ``shard`` (i, n) takes every n-th run from the
    i-th on. ``progress`` receives the number of missing runs that are done, and of all that were missing.

    Raises ``InputError`` if the plan, a trace or a file of results is wrong, before anything is run. A run that fails has a row with
    its reason under ``failure``.
    """
    lines = sweep_lines(plan, executor, out=out, others=others, shard=shard, progress=progress, folder=folder)
    return frame_of(rows_of(map(json.loads, lines)), frame)


def sweep_lines(
    plan: Document,
    executor: Executor | None = None,
    *,
    out: str | os.PathLike | None = None,
    others: Iterable[str | os.PathLike] = (),
    shard: tuple[int, int] = (1, 1),
    progress: Callable[[int, int], None] | None = None,
    folder: str | os.PathLike | None = None,
) -> list[str]:
    """Like ``sweep``, but returns the lines that ``ftl-lab sweep --json`` prints, byte for byte."""
    given = Given(plan, folder)
    try:
        whole = _ftl_lab.Plan(given.text)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from None
    index, count = shard
    if not 1 <= index <= count:
        raise _ftl_lab.InputError(f"shard {index}/{count}: the first number is from 1 to the second")
    runs = list(range(index - 1, len(whole), count))
    traces: dict[TraceKey, _ftl_lab.Trace] = {}
    tasks: dict[int, tuple[Key, Task]] = {}
    for run in runs:
        scenario, scenario_hash, trace = whole.point(run)
        if scenario is None:
            continue
        which = trace[:2] if trace else None
        if trace and which and which not in traces:
            traces[which] = given.trace(*trace)
        key: Key = (_ftl_lab.ENGINE, scenario_hash, traces[which].hash if which else None)
        tasks[run] = (key, Task(scenario, which))

    results = Results(out, others)
    missing: dict[Key, int] = {}
    for run, (key, _) in tasks.items():
        if results.get(key) is None:
            missing.setdefault(key, run)
    done = 0
    with _own(executor) as pool:
        for run, outcome in _computed(pool, [(run, tasks[run][1]) for run in missing.values()], traces):
            key = tasks[run][0]
            results.add(key, outcome, whole.line(run, outcome, key[2]))
            done += 1
            if progress:
                progress(done, len(missing))

    lines = []
    for run in runs:
        of = tasks[run][0] if run in tasks else None
        lines.append(whole.line(run, results.get(of) if of else None, of[2] if of else None))
    results.put_in_order(lines)
    return lines


class _own:
    """The given executor, which its owner ends; otherwise threads, which end here."""

    def __init__(self, given: Executor | None) -> None:
        self._given = given

    def __enter__(self) -> Executor:
        self._pool = self._given or ThreadPoolExecutor(os.cpu_count())
        return self._pool

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._given is None:
            if kind is not None and issubclass(kind, KeyboardInterrupt):
                _ftl_lab.interrupt()
            self._pool.shutdown(cancel_futures=True)


def _computed(pool: Executor, tasks: list[tuple[int, Task]], traces: dict[TraceKey, _ftl_lab.Trace]) -> Iterator[tuple[int, str]]:
    """Runs and their outcomes, as they finish; only a few wait at a time, so that a plan of any length fits."""
    shared = {which: _shared(pool, trace) for which, trace in traces.items()}
    most = AHEAD * (getattr(pool, "_max_workers", None) or os.cpu_count() or 1)
    waiting: dict[Future, int] = {}
    rest = iter(tasks)
    try:
        while True:
            while len(waiting) < most and (task := next(rest, None)):
                run, what = task
                waiting[pool.submit(compute, what, shared[what.trace] if what.trace else None)] = run
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


def _shared(pool: Executor, trace: _ftl_lab.Trace) -> Any:
    """How a trace reaches the workers: threads share it; an executor that can share something says so; processes get its bytes."""
    if isinstance(pool, ThreadPoolExecutor):
        return trace
    share = getattr(pool, "share", None)
    return share(trace.file()) if share else trace.file()
