"""``python -m ftl_lab plan.json``: like ``ftl-lab sweep``, on the chosen executor."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from ftl_lab import InputError, sweep_lines


def _shard(text: str) -> tuple[int, int]:
    index, slash, count = text.partition("/")
    if not (slash and index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError("write i/n, two whole numbers, i from 1 to n: 2/4")
    return int(index), int(count)


def _executor(kind: str, jobs: int | None) -> Executor:
    if kind == "ray":
        from ftl_lab.ray import RayExecutor

        return RayExecutor()
    return {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}[kind](jobs or os.cpu_count())


def main() -> int:
    parser = argparse.ArgumentParser(prog="ftl-lab-sweep", description="Run every scenario of a plan.")
    parser.add_argument("plan", help="the plan, a JSON file: see ftl-lab sweep --help")
    parser.add_argument("--on", choices=["threads", "processes", "ray"], default="threads", help="what runs it (default: threads)")
    parser.add_argument("--jobs", type=int, help="runs at a time, instead of one on each core; Ray knows its own")
    parser.add_argument("--shard", type=_shard, default=(1, 1), metavar="i/n", help="every n-th run, beginning with the i-th")
    parser.add_argument("--out", metavar="FILE", help="keep lines in this file; what it has is not run again")
    parser.add_argument("--from", dest="others", action="append", default=[], metavar="FILE", help="take lines from this file too")
    args = parser.parse_args()

    def progress(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    try:
        with _executor(args.on, args.jobs) as executor:
            lines = sweep_lines(args.plan, executor, out=args.out, others=args.others, shard=args.shard, progress=progress)
    except (InputError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for line in lines:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
