"""Sweeps of flash translation layers: one plan, on a laptop or a cluster.

A plan is the JSON that ``ftl-lab sweep --help`` describes; results are the same lines, byte for byte, wherever they are computed.
"""

from ftl_lab._ftl_lab import ENGINE, InputError, Plan, Trace
from ftl_lab.sweep import Results, sweep

__all__ = ["ENGINE", "InputError", "Plan", "Results", "Trace", "sweep"]
