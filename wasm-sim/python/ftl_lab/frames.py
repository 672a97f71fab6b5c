"""Lines of results as rows, and rows as a data frame.

A row is a run. Columns have the names that ``ftl-lab sweep --csv`` gives them, with their units (``service_us.mean``): ``run``, ``seed``,
the settings of the plan, ``failure``, then every figure of the report.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from typing import Any, Literal, Optional, Union

Scalar = Union[bool, int, float, str, None]
Row = dict[str, Scalar]
Kind = Literal["pandas", "polars", "dicts"]
#: A ``pandas.DataFrame``, a ``polars.DataFrame``, or a list of ``Row``.
Frame = Any

_KINDS = ("pandas", "polars", "dicts")


def figures(report: dict[str, Any]) -> dict[str, Scalar]:
    """Every figure of a report by its path, ``flash.erases.gc``. Lists are left out."""
    out: dict[str, Scalar] = {}
    for name, value in report.items():
        if isinstance(value, dict):
            out.update((f"{name}.{path}", figure) for path, figure in figures(value).items())
        elif not isinstance(value, list):
            out[name] = value
    return out


def rows_of(lines: Iterable[dict[str, Any]]) -> list[Row]:
    """The rows of lines of results (their JSON, read). All rows have the same keys in the same order."""
    lines = list(lines)
    settings = list(dict.fromkeys(path for line in lines for path in line["set"]))
    reports = [figures(line["report"]) if "report" in line else {} for line in lines]
    names = _merged(reports)
    # A setting keeps its name.
    called = {name: f"report.{name}" if name in settings else name for name in names}
    rows = []
    for line, report in zip(lines, reports):
        row: Row = {"run": line["run"], "seed": line["seed"]}
        row.update((path, _scalar(line["set"].get(path))) for path in settings)
        row["failure"] = line["failure"]["message"] if "failure" in line else None
        row.update((called[name], report.get(name)) for name in names)
        rows.append(row)
    return rows


def frame_of(rows: list[Row], kind: Optional[Kind] = None) -> Frame:
    """Rows as the frame that is asked for; without ``kind`` as pandas if it is installed, otherwise polars, otherwise the rows.

    Integers are integers also where values are missing (``Int64`` in pandas), text is ``string`` in pandas.
    Raises ``ImportError`` if a library is asked for that is not installed.
    """
    if kind is None:
        kind = next((name for name in ("pandas", "polars") if _is_there(name)), "dicts")
    if kind not in _KINDS:
        raise ValueError(f"frame={kind!r}: it is one of {', '.join(_KINDS)}")
    if kind == "dicts":
        return rows
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    types = {name: _type(values, name) for name, values in columns.items()}
    texts = {name for name, type in types.items() if type == "text"}
    for name in texts:
        columns[name] = [value if value is None or isinstance(value, str) else json.dumps(value) for value in columns[name]]
    library = importlib.import_module(kind)
    if kind == "polars":
        dtypes = {"bool": library.Boolean, "int": library.Int64, "float": library.Float64, "text": library.String}
        return library.DataFrame(columns, schema={name: dtypes[type] for name, type in types.items()}, strict=False)
    dtypes = {"float": "float64", "text": "string"}
    missing = {"bool": "boolean", "int": "Int64"}
    whole = {"bool": "bool", "int": "int64"}
    return library.DataFrame(
        {
            name: library.Series(values, dtype=dtypes.get(types[name]) or (missing if None in values else whole)[types[name]])
            for name, values in columns.items()
        }
    )


def _merged(reports: list[dict[str, Scalar]]) -> list[str]:
    """The figures that any report has, in the order of the reports: runs behind a write buffer or on channels have more."""
    names: list[str] = []
    for report in reports:
        at = 0
        for name in report:
            try:
                at = names.index(name, at)
            except ValueError:
                names.insert(at, name)
            at += 1
    return names


def _scalar(value: Any) -> Scalar:
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def _type(values: list[Scalar], name: str) -> str:
    there = [value for value in values if value is not None]
    if not there:
        return "text" if name == "failure" else "float"
    if all(isinstance(value, bool) for value in there):
        return "bool"
    if any(isinstance(value, (bool, str)) for value in there):
        return "text"
    if any(isinstance(value, float) for value in there):
        return "float"
    return "int"


def _is_there(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
