"""A run on a Slurm cluster of two nodes on this machine, with nodes, steps, the controller and the merge killed in mid-run.

What is judged: the merged run has the bytes of the run that one process made, but for memory, or `merge` ended with 3
and names what is missing; it never ended with 0 with less; nothing half is left; no process is left.

Usage: run_cluster.py PROGRAM [--kills N] [--nodes N] [--controllers N]; SEED of the environment is where chance begins.
Without numbers one array is run, a node is killed in mid-run, and the parts are merged.
"""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from cluster import Cluster, missing

# What is run needs not lie where it is run.
os.environ.setdefault("STILLPOINT_SCENARIOS", str(pathlib.Path(__file__).resolve().parents[2] / "Scenarios"))
FAST = ["--cost", "modelled", "--measurer", "fixed", "--refresh", "60", "--jobs", "1"]
WHAT = ["first-message", "drop-100", "stop-mid-stream", "while-flinging", "prepend-while-reading"]
PROFILES = ["--profile", "reference", "vercel-v0"]
SHARDS = 4


def fail(words):
    raise SystemExit(f"run_cluster.py: {words}")


def figures(folder):
    """What of a run does not hang on the machine: its rows without memory, its frames and its screens."""
    rows = [row for row in (folder / "metrics.csv").read_text().split("\r\n") if ",resident_peak_bytes," not in row]
    return [rows] + [(folder / name).read_bytes() for name in ("frames.bin", "screen.bin")]


class Round:
    """One array and its merge."""

    def __init__(self, cluster, program, folder, whole):
        self.cluster, self.program, self.folder, self.whole = cluster, program, folder, whole
        if folder.exists():
            shutil.rmtree(folder)
        (folder / "parts").mkdir(parents=True)
        words = " ".join([program, "run"] + WHAT + PROFILES + FAST + ["--shard", "auto", "--report-only", "--quiet"])
        self.job = cluster.submit(f"1-{SHARDS}", f"exec {words} --output {folder}/parts/$SLURM_ARRAY_TASK_ID", "--chdir", str(folder))
        line = f"{program} merge {folder}/parts --output {folder}/whole > {folder}/merge.txt 2>&1; code=$?; echo $code > {folder}/code; exit $code"
        self.merge = cluster.submit(None, line, f"--dependency=afterany:{self.job}", "--chdir", str(folder))

    def end(self, seconds=300):
        self.cluster.wait(self.job, seconds)
        self.cluster.wait(self.merge, seconds)
        # A merge that was killed has said nothing: it is started again, as a person or an engine would.
        until = time.monotonic() + seconds
        while not (self.folder / "code").exists() and time.monotonic() < until:
            self.cluster.call("scontrol", "requeue", self.merge, check=False)
            time.sleep(0.5)
            self.cluster.wait(self.merge, seconds)

    def judge(self):
        """Whether all parts came; what is wrong ends the program."""
        code = (self.folder / "code").read_text().strip() if (self.folder / "code").exists() else "none"
        words = (self.folder / "merge.txt").read_text() if (self.folder / "merge.txt").exists() else ""
        parts = sorted(name for name in os.listdir(self.folder / "parts") if not name.startswith("."))
        for name in parts:
            if not (self.folder / "parts" / name / "run.json").exists():
                fail(f"half a part: {name} has {os.listdir(self.folder / 'parts' / name)}")
        if code == "3":
            lost = [number for number in range(1, SHARDS + 1) if str(number) not in parts]
            if not lost or "missing: shard" not in words:
                fail(f"merge ended with 3 and {parts} are there:\n{words}")
            return False
        if code not in ("0", "2"):
            fail(f"merge ended with {code}:\n{words}")
        if len(parts) < SHARDS:
            fail(f"merge ended with {code} with {parts} alone:\n{words}")
        if figures(self.folder / "whole") != self.whole:
            fail("the merged run has other bytes than that of one process")
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--controllers", type=int, default=0)
    given = parser.parse_args()
    if missing():
        fail(f"not installed: {', '.join(missing())} (scripts/bootstrap --with-tests)")
    program = str(pathlib.Path(given.program).resolve())
    chance = random.Random(int(os.environ.get("SEED", "1")))
    is_demo = given.kills + given.nodes + given.controllers == 0
    with tempfile.TemporaryDirectory(prefix="stillpoint-rounds-") as scratch, Cluster(timeout=10) as cluster:
        scratch = pathlib.Path(scratch)
        started = time.monotonic()
        code = subprocess.run(
            [program, "run"] + WHAT + PROFILES + FAST + ["--report-only", "--quiet", "--output", str(scratch / "one")], cwd=scratch
        ).returncode
        if code != 0:
            fail(f"the run of one process ended with {code}")
        alone = time.monotonic() - started
        whole = figures(scratch / "one")
        counts = {"whole": 0, "missing": 0, "killed": 0}
        plan = ["step"] * given.kills + ["node"] * (given.nodes or is_demo) + ["controller"] * given.controllers
        chance.shuffle(plan)
        for number, what in enumerate(plan):
            one = Round(cluster, program, scratch / "round", whole)
            kill(cluster, one, what, chance, alone, counts)
            one.end()
            counts["whole" if one.judge() else "missing"] += 1
            print(f"{number + 1} of {len(plan)}: {what}, {counts}, {time.monotonic() - started:.0f} s", flush=True)
        print(
            f"{len(plan)} rounds of {SHARDS} shards, {counts['killed']} processes or nodes were killed in mid-run: "
            f"{counts['whole']} have the bytes of one process, {counts['missing']} end with 3 and what is missing"
        )


def kill(cluster, one, what, chance, alone, counts):
    """Kills something once it runs, at a random moment of its work."""
    end = time.monotonic() + 60
    while not cluster.steps() and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(chance.random() * alone / SHARDS)
    if what == "controller":
        cluster.end("slurmctld", 9)
        time.sleep(chance.random() * 3)
        cluster.start_controller()
        counts["killed"] += 1
    elif what == "node":
        node = chance.choice(cluster.NODES)
        counts["killed"] += cluster.kill_node(node) > 0
        # The controller takes a node for lost after its timeout, and starts its parts again elsewhere.
        time.sleep(cluster.timeout + 5)
        cluster.start_node(node)
    else:
        # A part, or at times the merge.
        if chance.random() < 0.3:
            cluster.wait(one.job)
            until = time.monotonic() + 60
            while not cluster.steps() and cluster.running(one.merge) and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(chance.random() * 0.3)
        # What was about to be killed may have ended: then the next one is.
        until = time.monotonic() + 60
        while (cluster.running(one.job) or cluster.running(one.merge)) and time.monotonic() < until:
            tree = [process for step in cluster.steps() for process in cluster.children(step)[1:]]
            if not tree:
                time.sleep(0.02)
                continue
            try:
                os.kill(chance.choice(tree), 9)
                counts["killed"] += 1
                return
            except ProcessLookupError:
                pass


if __name__ == "__main__":
    main()
