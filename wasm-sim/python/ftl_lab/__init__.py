"""FTL Lab for Python: runs, comparisons and sweeps of flash translation layers.

Scenarios and plans are the JSON of ``ftl-lab run`` and ``ftl-lab sweep``; results are the same, to the last digit, wherever they are
computed. ``run``, ``compare`` and ``sweep`` return data frames.
"""

from typing import TYPE_CHECKING, Any

from ftl_lab._ftl_lab import CMT_ENTRY_BYTES, ENGINE, InputError, Plan, Trace
from ftl_lab.drives import mix, split
from ftl_lab.policy import run_policy
from ftl_lab.run import FTLS, RunError, compare, explain, lifetime, report, run, spare
from ftl_lab.sweep import Results, sweep, sweep_lines

__all__ = [
    "CMT_ENTRY_BYTES",
    "ENGINE",
    "FTLS",
    "InputError",
    "Plan",
    "Results",
    "RunError",
    "Trace",
    "compare",
    "explain",
    "lifetime",
    "mix",
    "report",
    "run",
    "run_policy",
    "show",
    "spare",
    "split",
    "sweep",
    "sweep_lines",
]

if TYPE_CHECKING:
    from ftl_lab.widget import show


def __getattr__(name: str) -> Any:
    # A cluster's workers need no widgets.
    if name == "show":
        try:
            from ftl_lab.widget import show
        except ModuleNotFoundError as error:
            raise ImportError(f"show needs {error.name}: pip install ftl-lab[notebook]") from None
        return show
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
