"""One scenario, alone or under several FTLs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any

from ftl_lab import _ftl_lab
from ftl_lab.files import Document, Given, input_error
from ftl_lab.frames import Frame, Kind, figures, frame_of, rows_of
from ftl_lab.sweep import sweep_lines

#: The kinds of FTL, each with the names of its options.
FTLS: dict[str, frozenset[str]] = {
    one["properties"]["kind"]["const"]: frozenset(one["properties"]) - {"kind"}
    for one in json.loads(_ftl_lab.SCHEMA)["properties"]["ftl"]["oneOf"]
}


class RunError(RuntimeError):
    """A run came to no report: a reason, and on a second line what to do."""


def report(
    scenario: Document,
    *,
    trace: str | os.PathLike | None = None,
    reading: Mapping[str, Any] | None = None,
    folder: str | os.PathLike | None = None,
) -> dict[str, Any]:
    """Runs a scenario to its end; returns the report that ``ftl-lab run --json`` prints, as a dict.

    ``scenario`` is a path, JSON text or a dict. A trace that it names is beside its file, or in ``folder``, and is read as its
    ``workload.reading`` says. ``trace`` runs another file in place of the workload, read as ``reading`` says (SPEC 12.2).

    Raises ``InputError`` if the scenario or the trace is wrong (the exception has ``line``, ``field`` and ``remedy``), ``RunError``
    if the run stops.
    """
    return _report_of(_ftl_lab.run(*_asked(scenario, trace, reading, folder)))


def _report_of(outcome: str) -> dict[str, Any]:
    result = json.loads(f"{{{outcome}}}")
    if "failure" in result:
        failure = result["failure"]
        reason = input_error(failure["message"], failure["remedy"], failure["field"])
        raise reason if failure["kind"] in ("scenario", "trace", "intervention") else RunError(str(reason))
    return result["report"]


def run(
    scenario: Document,
    *,
    frame: Kind | None = None,
    trace: str | os.PathLike | None = None,
    reading: Mapping[str, Any] | None = None,
    folder: str | os.PathLike | None = None,
) -> Frame:
    """Like ``report``, but returns a data frame of one row: its figures, named as in ``sweep``. ``frame`` as in ``sweep``."""
    return frame_of([figures(report(scenario, trace=trace, reading=reading, folder=folder))], frame)


def lifetime(
    scenario: Document,
    *,
    cycles: int = _ftl_lab.CYCLES,
    repeat: int | str | None = None,
    trace: str | os.PathLike | None = None,
    reading: Mapping[str, Any] | None = None,
    folder: str | os.PathLike | None = None,
) -> dict[str, Any]:
    """How long the drive lasts if its blocks endure ``cycles`` erases; the figures of ``ftl-lab lifetime --json``, as a dict.

    ``["lasting"]`` has the years until the mean and the most erased block are worn out, erases a block and day, TBW, and beside
    them what Hu's equation says; it is None where nothing is written or erased, and ``["why_not"]`` says which. Without arrival
    times years are None, and passes are there. ``repeat`` runs the workload this many times, or until it is ``"steady"``: then that
    window counts. All else as in ``report``.
    """
    if not isinstance(cycles, int) or not 1 <= cycles <= 1_000_000_000:
        raise input_error(f"cycles cannot be {cycles!r}", "Give a whole number from 1 to 1000000000.")
    given = Given(scenario, folder)
    try:
        _ftl_lab.check(given.text)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from None
    document = json.loads(given.text.lstrip("\ufeff"))
    if repeat is not None:
        document["workload"]["repeat"] = {"until_steady": {}} if repeat == "steady" else repeat
    counted = report(document, trace=trace, reading=reading, folder=given.folder)
    return json.loads(_ftl_lab.lifetime(json.dumps(document), json.dumps(counted), cycles))


def spare(
    scenario: Document,
    wa: float,
    *,
    trace: str | os.PathLike | None = None,
    reading: Mapping[str, Any] | None = None,
    folder: str | os.PathLike | None = None,
) -> dict[str, Any]:
    """How much spare space is enough for a write amplification of at most ``wa``: what ``ftl-lab spare --json`` prints, as a dict.

    Devices of other sizes are run, with the same logical pages, until one block less is not enough. ``["found"]`` is the one with the fewest
    blocks, ``["outcome"]`` how the search ended, ``["runs"]`` every device that was run. Each figure is of the window in which the workload,
    repeated, is steady. All else as in ``report``.
    """
    if not isinstance(wa, (int, float)):
        raise input_error(f"wa cannot be {wa!r}", "Give a number above 0, as 1.5.")
    text, name, columns = _asked(scenario, trace, reading, folder)
    search = _ftl_lab.SpareSearch(text, wa)
    while step := search.next():
        blocks, changed = step
        search.put(blocks, json.dumps(_report_of(_ftl_lab.run(changed, name, columns))))
    return json.loads(search.found())


def explain(
    scenario: Document,
    *,
    ranges: int = 64,
    trace: str | os.PathLike | None = None,
    reading: Mapping[str, Any] | None = None,
    folder: str | os.PathLike | None = None,
) -> dict[str, Any]:
    """Which addresses cause the copies of a run: the ledger that ``ftl-lab explain --json`` prints, as a dict.

    ``["ranges"]`` are at most ``ranges`` ranges of addresses with equally many pages that the trace touches: where each begins and ends in
    the trace's own addresses, the host's page writes to it and the programs of its pages by cause, also over the run. The sums over them,
    ``["elsewhere"]`` and ``["translation"]`` are the counters of the report. All else as in ``report``.
    """
    if not isinstance(ranges, int) or not 1 <= ranges <= 4096:
        raise input_error(f"ranges cannot be {ranges!r}", "Give a whole number from 1 to 4096.")
    text, name, columns = _asked(scenario, trace, reading, folder)
    return json.loads(_ftl_lab.explain(text, ranges, name, columns))


def compare(
    scenario: Document,
    ftls: Iterable[str | Mapping[str, Any]],
    executor: Executor | None = None,
    *,
    frame: Kind | None = None,
    gc_policy: str | None = None,
    seeds: int | list[int] = 1,
    progress: Callable[[int, int], None] | None = None,
    folder: str | os.PathLike | None = None,
) -> Frame:
    """Runs a scenario under several FTLs and seeds; returns a data frame with a row for each run.

    An FTL is a kind, or the ``ftl`` of a scenario: ``{"kind": "bast", "log_blocks": 8}``. A kind takes over the options of
    the scenario's FTL that it has, too. ``gc_policy`` is the victim policy of every FTL that has one. ``seeds`` is how many, from the
    scenario's own on, or a list.

    The columns ``ftl.kind`` and ``ftl.gc_policy`` (missing where an FTL merges) name what was run, further columns the options that
    were given; figures are named as in ``sweep``.

    Raises ``InputError`` as ``report`` does, and where an FTL lacks an option or the device is too small for it.
    """
    given = Given(scenario, folder)
    try:
        _ftl_lab.check(given.text)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from None
    document = json.loads(given.text.lstrip("\ufeff"))
    all_ftls = [_ftl(ftl, document["ftl"], gc_policy) for ftl in ftls]
    plan = {"format": 1, "scenario": document, "list": [{"ftl": ftl} for ftl in all_ftls], "seeds": seeds}
    lines = [json.loads(line) for line in sweep_lines(plan, executor, progress=progress, folder=given.folder)]
    for line in lines:
        ftl = line["set"]["ftl"]
        policy = {"ftl.gc_policy": _policy({**document, "ftl": ftl})}
        line["set"] = {"ftl.kind": ftl["kind"], **policy, **{f"ftl.{name}": ftl[name] for name in ftl if name not in ("kind", "gc_policy")}}
    return frame_of(rows_of(lines), frame)


def _asked(
    scenario: Document,
    trace: str | os.PathLike | None,
    reading: Mapping[str, Any] | None,
    folder: str | os.PathLike | None,
) -> tuple[str, str | None, _ftl_lab.Trace | None]:
    """The text of a scenario, and the name and the columns of its trace, or of another in place of its workload."""
    given = Given(scenario, folder)
    text = given.text
    try:
        if trace is not None:
            _ftl_lab.check(text)
            text, given = json.dumps(_with_trace(json.loads(text.lstrip("\ufeff")), os.fspath(trace), reading)), Given({})
            given.named = os.fspath(trace)
        _, _, wanted = _ftl_lab.check(text)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from None
    return text, wanted and wanted[0], wanted and given.trace(*wanted)


def _ftl(ftl: str | Mapping[str, Any], own: Mapping[str, Any], gc_policy: str | None) -> dict[str, Any]:
    if isinstance(ftl, str):
        options = FTLS.get(ftl)
        if options is None:
            raise input_error(f"no FTL is called {ftl!r}", f"Known here: {', '.join(FTLS)}.")
        ftl = {"kind": ftl, **{name: value for name, value in own.items() if name in options}}
    if gc_policy is not None and "gc_policy" in FTLS.get(ftl.get("kind", ""), ()):
        return {**ftl, "gc_policy": gc_policy}
    return dict(ftl)


def _policy(scenario: dict[str, Any]) -> Any:
    canonical, _, _ = _ftl_lab.check(json.dumps(scenario))
    return json.loads(canonical)["ftl"].get("gc_policy")


def _with_trace(scenario: dict[str, Any], path: str, reading: Mapping[str, Any] | None) -> dict[str, Any]:
    """The scenario with a trace for its workload. A trace that it had lends its mapping, shift and length, any workload how often it is repeated
    and whether trims are ignored."""
    before = scenario["workload"]
    kept = ["mapping", "aliasing", "partial_writes", "shift_bytes", "repeat", "ignore_trims", *(["requests"] if before["kind"] == "trace" else [])]
    workload = {"kind": "trace", "path": path, **{name: before[name] for name in kept if name in before}}
    return {**scenario, "workload": {**workload, **({"reading": dict(reading)} if reading else {})}}
