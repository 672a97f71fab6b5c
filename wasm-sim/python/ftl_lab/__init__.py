"""FTL Lab for Python: runs, comparisons and sweeps of flash translation layers.

Scenarios and plans are the JSON of ``ftl-lab run`` and ``ftl-lab sweep``; results are the same, to the last digit, wherever they are
computed. ``run``, ``compare`` and ``sweep`` return data frames.
"""

from ftl_lab._ftl_lab import ENGINE, InputError, Plan, Trace
from ftl_lab.run import FTLS, RunError, compare, report, run
from ftl_lab.sweep import Results, sweep, sweep_lines

__all__ = ["ENGINE", "FTLS", "InputError", "Plan", "Results", "RunError", "Trace", "compare", "report", "run", "sweep", "sweep_lines"]
