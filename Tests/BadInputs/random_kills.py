"""Kills every command that writes at random moments, lets its disk be full, and starts two of it at once.

What is judged of each: no input and nothing of others has changed, what is there is the old result or a whole new
one, no line of a history is lost, no process is left, the exit code is a documented one, and the same command
passes afterwards and leaves no half file.

Usage: random_kills.py PROGRAM [ROUNDS]; SEED of the environment is where chance begins
"""

import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from run_table import surroundings

FAST = ["--cost", "modelled", "--measurer", "fixed", "--quiet"]
LIMITS = "budgets: {hitch_ratio_ms_per_s: 900, late_frames_max: 900, hitch_max_ms: 900}"
COMMANDS = {
    "analyze": ["analyze", "times.csv", "--refresh", "60", "--gaps", "idle", "--output", "analysis"],
    "keep": ["check", "--keep", "--output", "report"],
    "accept": ["check", "--file", "accept.yaml", "--accept", "--reason", "x", "--output", "report2"],
    "command": ["check", "--file", "command.yaml", "--output", "report3"],
    "run": ["run", "one.yaml", "--refresh", "60", "--output", "run"] + FAST,
    "replay": ["replay", "a.ndjson", "--frames", "log.ndjson", "--output", "replayed"] + FAST,
    "report": ["report", "kept"],
    "compare": ["compare", "kept", "kept", "--html", "compared.html", "--bencher", "bencher.json"],
    "merge": ["merge", "kept", "other", "--output", "merged"],
    "init": ["init"],
}
# Results that a command replaces; all else stays as it was.
OURS = ["analysis", "report", "report2", "report3", "run", "log.ndjson", "replayed", "kept", "compared.html",
        "bencher.json", "merged", "h.ndjson", "h2.ndjson", "base.json", "init"]


def prepare(program, folder):
    write = lambda name, text: (folder / name).write_text(text)
    write("times.csv", "t_ms\n" + "".join(f"{frame * 17}\n" for frame in range(100)))
    write("a.ndjson", '{"t_ms": 0, "text": "The still point "}\n{"t_ms": 30, "text": "stays."}\n')
    write("one.yaml", "name: one\nparts:\n  - events:\n      - {t_ms: 0, event: send, id: u, text: hi}\n")
    write("two.yaml", "name: two\nparts:\n  - events:\n      - {t_ms: 0, event: send, id: u, text: hi}\n")
    recordings = f"recordings: [{{files: times.csv, refresh: 60, gaps: idle, {LIMITS}}}]\n"
    write("stillpoint.yaml", recordings + "history: h.ndjson\n")
    write("accept.yaml", recordings + "history: h2.ndjson\ncompare: {with: base.json}\n")
    write("command.yaml", recordings + 'runs: [{name: r, command: "setsid sleep 600 & sleep 0.3", folder: kept}]\n')
    (folder / "init").mkdir()
    shutil.copy(folder / "times.csv", folder / "init")
    write("theirs.txt", "mine")
    for shard, place in ((1, "kept"), (2, "other")):
        arguments = ["run", "one.yaml", "two.yaml", "--refresh", "60", "--shard", f"{shard}/2", "--output", place] + FAST
        subprocess.run([program] + arguments, cwd=folder, env=surroundings(program), check=True)


def inputs(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and name.parts[0] not in OURS and not name.parts[0].startswith("."):
            found[str(name)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def halves(folder):
    """Results that are half."""
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not path.is_file() or hidden:
            continue
        if path.suffix == ".json":
            try:
                json.loads(path.read_text())
            except ValueError:
                yield f"{path.name} is half"
        if path.suffix == ".html" and not path.read_text().rstrip().endswith("</html>"):
            yield f"{path.name} is half"


def living(token):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if token in (entry / "environ").read_bytes() and (entry / "stat").read_text().split(") ")[1][0] != "Z":
                found.append(entry.name)
        except OSError:
            pass
    return found


def start(program, name, folder, token, blocks=None):
    own = surroundings(program, str(folder / ".tmp"))
    own["TOKEN"] = token
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (blocks, blocks))) if blocks is not None else None
    place = folder / "init" if name == "init" else folder
    return subprocess.Popen([program] + COMMANDS[name], cwd=place, env=own, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)


def ended(process):
    """The exit code; 124 for a process that does not end."""
    try:
        return process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return 124


def lines(folder):
    path = folder / "h.ndjson"
    return [line for line in path.read_text().splitlines() if line.startswith("{")] if path.exists() else []


def trial(program, name, kind, chance, origin, home, number):
    folder = pathlib.Path(home) / "trial"
    shutil.copytree(origin, folder)
    (folder / ".tmp").mkdir()
    token = f"stillpoint-trial-{os.getpid()}-{number}"
    before, wrong = inputs(folder), []
    # An old result is there, or none.
    if chance.random() < 0.5:
        ended(start(program, name, folder, token))
        (folder / "init" / "stillpoint.yaml").unlink(missing_ok=True)
    kept = lines(folder)
    codes = []
    if kind == "kill":
        process = start(program, name, folder, token)
        time.sleep(chance.random() * (0.5 if name == "command" else 0.15))
        process.send_signal(signal.SIGKILL)
        process.wait()
    elif kind == "full":
        codes = [ended(start(program, name, folder, token, chance.choice([0, 100, 1_000, 10_000, 100_000])))]
    else:
        both = [start(program, name, folder, token) for _ in range(2)]
        codes = [ended(process) for process in both]
    wrong += [f"exit code {code}" for code in codes if code not in (0, 1, 2, 3)]
    end = time.monotonic() + 5
    while living(token.encode()) and time.monotonic() < end:
        time.sleep(0.05)
    wrong += [f"process {number} is left" for number in living(token.encode())]
    if inputs(folder) != before:
        wrong.append("what is not its own changed")
    wrong += halves(folder)
    now = lines(folder)
    if now[: len(kept)] != kept or kind == "two" and name == "keep" and len(now) != len(kept) + codes.count(0):
        wrong.append(f"the history had {len(kept)} lines and has {len(now)}")
    (folder / "init" / "stillpoint.yaml").unlink(missing_ok=True)
    for left in living(token.encode()):
        os.kill(int(left), signal.SIGKILL)
    code = ended(start(program, name, folder, token))
    # Half a line that a killed writer left costs that line, which is said.
    if code not in (0, 3) or code == 3 and name not in ("keep", "command"):
        wrong.append(f"exit code {code} afterwards")
    partial = [path for path in folder.rglob("*") if "partial-" in path.name and ".tmp" not in path.parts]
    wrong += [f"{path.name} stays" for path in partial]
    shutil.rmtree(folder)
    return [f"{kind} {name}: {sentence}" for sentence in wrong]


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    seed = int(os.environ.get("SEED", "1"))
    wrong = []
    with tempfile.TemporaryDirectory(prefix="stillpoint-kills-") as home:
        origin = pathlib.Path(home) / "origin"
        origin.mkdir()
        prepare(program, origin)
        for number in range(rounds):
            chance = random.Random(seed * 1_000_003 + number)
            name = list(COMMANDS)[number % len(COMMANDS)]
            kind = ("kill", "kill", "full", "two")[number // len(COMMANDS) % 4]
            wrong += trial(program, name, kind, chance, origin, home, number)
    for sentence in wrong:
        print(f"FAILED {sentence}")
    print(f"{rounds} kills, full disks and pairs, seed {seed}: {len(wrong)} faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
