"""Policies: an object of yours takes the decisions of an FTL."""

from __future__ import annotations

import json
from typing import Any

from ftl_lab import _ftl_lab
from ftl_lab.files import Document, Given
from ftl_lab.run import report


def run_policy(scenario: Document, policy: object) -> dict[str, Any]:
    """Runs a scenario with a policy; returns the report of ``ftl_lab.report`` and, with it, what the policy did.

    ``policy`` is an object with methods; those it lacks are not called (SPEC 13.1):

    - ``init(blocks, pages_per_block, logical_pages)``
    - notifications: ``write(lpn, block, how)``, ``invalidate(lpn, block)``, ``erase(block)``, ``trim(lpn)``, ``close(block)``,
      ``hit(lpn)``, ``load(lpn)``, ``evict(lpn, dirty)``
    - decisions with a list of ``Candidate``: ``victim(blocks, now, own)``, and likewise ``log_block``, ``merge``, ``eviction``,
      ``superblock``, ``chain``
    - ``placement(lpn, now, own)``

    A decision is the ``id`` of a candidate, or ``None`` for the FTL's own choice.

    The result has ``report`` (of the run) and ``scheme`` (of the FTL alone). ``choices`` are those that differ from the FTL's own,
    ``asked`` counts decisions by function, and ``scenario`` is the same run without the policy, with ``state_hash`` at its end.

    Unlike the command line, it has no ``state_bytes``: the objects that a policy keeps in Python cannot be counted. To hold a policy to a
    limit on its state, write it in JavaScript or WebAssembly (SPEC 13.3) and run it with ``ftl-lab policy run --state``.

    Raises ``InputError`` if the scenario is wrong, or where the policy raises or chooses what cannot be chosen. The exception
    of the policy is its ``__cause__``, with the traceback. ``KeyboardInterrupt`` and ``SystemExit`` of a policy pass through.
    """
    given = Given(scenario, None)
    try:
        chosen, outcome = _ftl_lab.policy(given.text, policy)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from error.__cause__
    done = json.loads(outcome)
    names = ("victim", "log_block", "merge", "eviction", "superblock", "chain", "placement")
    return {
        "report": report(json.loads(chosen)),
        "scheme": report(json.loads(given.text.lstrip("\ufeff"))),
        "choices": done["choices"],
        "asked": {name: count for name, count in zip(names, done["asked"]) if count},
        "state_hash": done["state_hash"],
        "scenario": json.loads(chosen),
    }
