"""A policy in Python makes the choices that the same one makes in JavaScript."""

from __future__ import annotations

import json
import os
import random
import subprocess
import traceback
from pathlib import Path

import ftl_lab
import pytest

from conftest import ftl_lab_binary

SCENARIO = {
    "format": 1,
    "device": {"blocks": 24, "pages_per_block": 8},
    "spare_factor": 0.3,
    "ftl": {"kind": "page", "gc_policy": "random"},
    "precondition": [{"kind": "sequential"}],
    "workload": {"kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 1500, "trim_fraction": 0.05},
}
STARTERS = Path(__file__).parents[3] / "web" / "views" / "policy" / "starters"


class Greedy:
    def init(self, blocks, pages_per_block, logical_pages):
        self.changed = [0] * blocks
        self.changes = 0

    def change(self, block):
        self.changes += 1
        self.changed[block] = self.changes

    def close(self, block):
        self.change(block)

    def invalidate(self, lpn, block):
        self.change(block)

    def victim(self, blocks, now, own):
        return min(blocks, key=lambda block: (block.valid, self.changed[block.id])).id


class Fifo:
    def victim(self, blocks, now, own):
        return blocks[0].id


class CostBenefit:
    def init(self, blocks, pages_per_block, logical_pages):
        self.pages = pages_per_block

    def victim(self, blocks, now, own):
        best = blocks[0]
        for block in blocks:
            benefit = (now - block.closed_at + 1) * (self.pages - block.valid)
            most = (now - best.closed_at + 1) * (self.pages - best.valid)
            if benefit * best.valid > most * block.valid:
                best = block
        return best.id


CASES = [(Greedy, "greedy"), (Fifo, "fifo"), (CostBenefit, "cost-benefit")]


@pytest.mark.parametrize(("policy", "name"), CASES)
def test_it_is_the_built_in_one(policy, name):
    done = ftl_lab.run_policy(SCENARIO, policy())
    changed = {"request": 0, "set": {"gc_policy": name.replace("-", "_")}}
    built_in = ftl_lab.report({**SCENARIO, "interventions": [changed]})
    for report in (done["report"], built_in):
        del report["scenario_hash"]
    assert done["report"] == built_in
    assert done["state_hash"] == built_in["state_hash"]
    assert done["asked"]["victim"] > 100


@pytest.mark.parametrize(("policy", "name"), CASES)
def test_the_command_line_makes_the_same_choices(policy, name, tmp_path):
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(SCENARIO))
    command = [ftl_lab_binary(), "policy", "run", str(STARTERS / f"{name}.js"), str(path), "--json"]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert ftl_lab.run_policy(SCENARIO, policy())["choices"] == said["choices"]


def drawn(rng: random.Random) -> dict[str, object]:
    """A small page-mapped device of any shape, so full that it cleans."""
    blocks, pages = rng.randint(7, 40), rng.randint(2, 16)
    # Five blocks beyond the data: GC needs some (SPEC 3).
    data = max(1, min(blocks * rng.randint(55, 90) // 100, blocks - 5))
    kinds = [{"kind": "uniform"}, {"kind": "zipf", "theta": 0.9}, {"kind": "hot_cold", "r": 0.9, "f": 0.5}]
    return {
        "format": 1,
        "seed": rng.randrange(2**31),
        "device": {"blocks": blocks, "pages_per_block": pages, "timing": "slides"},
        "logical_pages": data * pages,
        "ftl": {"kind": "page", "gc_policy": rng.choice(["greedy", "fifo", "cost_benefit", "random"])},
        "workload": {
            **rng.choice(kinds),
            "requests": rng.randint(20, 400),
            "trim_fraction": rng.randint(0, 30) / 100,
        },
    }


def test_the_choices_are_those_of_the_command_line_on_random_scenarios(tmp_path):
    rng = random.Random(20261127)
    path = tmp_path / "scenario.json"
    choices = 0
    runs = 10_000 if os.environ.get("DEEP") else 60
    for _ in range(runs):
        scenario = drawn(rng)
        policy, name = rng.choice(CASES)
        path.write_text(json.dumps(scenario))
        command = [ftl_lab_binary(), "policy", "run", str(STARTERS / f"{name}.js"), str(path), "--json"]
        said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        done = ftl_lab.run_policy(scenario, policy())
        assert done["choices"] == said["choices"], scenario
        assert done["state_hash"] == said["state_hash"], scenario
        choices += len(done["choices"])
    assert choices > runs


def test_a_policy_that_raises_or_chooses_wrong_is_named():
    class Raises:
        def victim(self, blocks, now, own):
            raise KeyError("no block")

    class Wrong:
        def victim(self, blocks, now, own):
            return 4_000_000

    class Own:
        def victim(self, blocks, now, own):
            return None

    with pytest.raises(ftl_lab.InputError, match=r"at request \d+, `victim` raised KeyError"):
        ftl_lab.run_policy(SCENARIO, Raises())
    with pytest.raises(ftl_lab.InputError, match="none of the candidates"):
        ftl_lab.run_policy(SCENARIO, Wrong())
    assert ftl_lab.run_policy(SCENARIO, Own())["choices"] == []


def test_the_exception_of_a_policy_is_the_cause_with_its_traceback():
    class Raises:
        def victim(self, blocks, now, own):
            raise KeyError("no block")

    with pytest.raises(ftl_lab.InputError) as caught:
        ftl_lab.run_policy(SCENARIO, Raises())
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError)
    assert traceback.extract_tb(cause.__traceback__)[-1].line == 'raise KeyError("no block")'

    class Wrong:
        def victim(self, blocks, now, own):
            return 4_000_000

    with pytest.raises(ftl_lab.InputError) as caught:
        ftl_lab.run_policy(SCENARIO, Wrong())
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("method", ["init", "erase", "victim"])
def test_an_interrupt_in_a_policy_passes_through(interrupt, method):
    def interrupted(self, *_):
        raise interrupt

    policy = type("Interrupted", (Fifo,), {method: interrupted})
    with pytest.raises(interrupt):
        ftl_lab.run_policy(SCENARIO, policy())


def test_a_scenario_may_begin_with_a_byte_order_mark(tmp_path):
    text = "\ufeff" + json.dumps(SCENARIO)
    path = tmp_path / "scenario.json"
    path.write_text(text, encoding="utf-8")
    without = ftl_lab.run_policy(SCENARIO, Fifo())
    assert ftl_lab.run_policy(text, Fifo()) == without
    assert ftl_lab.run_policy(path, Fifo()) == without
