"""The engine. Everything here releases the interpreter's lock while it works."""

from typing import Optional

ENGINE: str
"""The engine's version, part of the key of a result."""
LINE: str
"""How every line of results begins."""
SCHEMA: str
"""The JSON Schema of a scenario."""

class InputError(ValueError):
    """Something is wrong with a plan, a scenario or a trace: what, where, and what to do.

    Its text is ``FILE:LINE:COLUMN: FIELD: message``, as far as they are known, and on a second line the remedy.
    """

    message: Optional[str]
    """The message alone; ``None``, as all of these, where only the text is known."""
    field: Optional[str]
    """The field: ``ftl.log_blocks``."""
    line: Optional[int]
    """Line of the file, from 1."""
    column: Optional[int]
    """Column, from 1."""
    remedy: Optional[str]
    """What to do."""

class Plan:
    """A plan that was checked. ``len`` is the number of its runs."""

    def __init__(self, text: str) -> None: ...
    def __len__(self) -> int: ...
    @property
    def name(self) -> str: ...
    def point(self, run: int) -> tuple[Optional[str], Optional[str], Optional[tuple[str, str, int]]]:
        """A run: scenario (JSON), its hash, and its trace: name, how it is read (JSON), bytes of a page."""

    def line(self, run: int, outcome: Optional[str], trace_hash: Optional[str] = None) -> str:
        """The line of results of a run."""

class Trace:
    """A trace as runs read it, in columns."""

    def __init__(self, file: bytes) -> None: ...
    @staticmethod
    def read(text: bytes, name: str, page_bytes: int, reading: str = "{}") -> "Trace":
        """Imports a trace, gzipped or not. ``reading`` is the reading plan of a scenario (JSON, SPEC 12.2)."""

    @property
    def hash(self) -> str:
        """The name of its content in a result."""

    def file(self) -> bytes:
        """The columns as bytes, for ``Trace``."""

def check(scenario: str) -> tuple[str, str, Optional[tuple[str, str, int]]]:
    """Checks a scenario (JSON); gives it with every default filled in, its hash, and its trace as in ``Plan.point``."""

def run(scenario: str, trace_name: Optional[str] = None, trace: Optional[Trace] = None) -> str:
    """Runs a scenario; gives ``"report":{...}`` or ``"failure":{...}``. Ctrl-C ends it."""

CMT_ENTRY_BYTES: int
"""Bytes of an entry of the CMT."""

CYCLES: int
"""Erases that a block endures, if no one says it."""

def lifetime(scenario: str, report: str, cycles: int) -> str:
    """How long the drive of a scenario lasts under a report, all three JSON."""

class Lines:
    """The lines of a table of requests, to be written one after another."""

    @staticmethod
    def mixed(files: list[tuple[str, bytes]], reading: str) -> "Lines":
        """Of several traces (name and text) on one drive."""

    @staticmethod
    def split(name: str, text: bytes, reading: str, drives: int, stripe: int) -> list["Lines"]:
        """Of a trace on several drives: a table for each."""

    def next(self) -> str:
        """The next lines, the head first; empty at the end."""

class SpareSearch:
    """A search for the fewest blocks with which a scenario's (JSON) write amplification is at most ``amplification``."""

    def __init__(self, scenario: str, amplification: float) -> None: ...
    def next(self) -> Optional[tuple[int, str]]:
        """The blocks and the scenario (JSON) of the next run; None: there is none."""

    def put(self, blocks: int, report: str) -> None:
        """Takes up the report (JSON) of that run."""

    def found(self) -> str:
        """What was found, JSON."""

def explain(scenario: str, ranges: int, trace_name: Optional[str] = None, trace: Optional[Trace] = None) -> str:
    """The ledger of a scenario, JSON. Ctrl-C ends it."""

def interrupt() -> None:
    """Ends the runs that are under way in other threads, by a ``KeyboardInterrupt``: signals reach the main thread only."""

def read_line(line: str) -> tuple[Optional[tuple[str, str, Optional[str]]], str, bool]:
    """A line of results: engine, scenario hash and trace hash; the outcome; whether the engine is to blame."""

class Candidate:
    """A candidate of a decision (SPEC 13.2)."""

    id: int
    valid: int
    erases: int
    closed_at: int
    dirty: bool

def policy(scenario: str, program: object) -> tuple[str, str]:
    """Runs a scenario with a policy: the scenario with its choices, and the outcome, both JSON. Keeps the interpreter's lock."""
