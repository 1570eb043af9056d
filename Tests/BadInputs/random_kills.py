"""Ends every command that writes at random moments, lets its disk be full at every write, and starts two of it at once.

What is judged of each: no input and nothing of others has changed, what is there is the old result or a whole new
one, no line of a history is lost, no process is left, the exit code is a documented one, and the same command
passes afterwards and leaves no half file.

The disk is a tmpfs that is given one page after the other until the command passes; where nothing can be mounted
it is a limit of a file's size.

Usage: random_kills.py [--short] PROGRAM KILLS; SEED of the environment is where chance begins. --short: no browser,
pairs and a full disk of a few commands alone.
"""

import hashlib
import http.server
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
import threading
import time
import xml.dom.minidom

from run_table import HERE, surroundings

FAST = ["--cost", "modelled", "--measurer", "fixed", "--quiet"]
LIMITS = "budgets: {hitch_ratio_ms_per_s: 900, late_frames_max: 900, hitch_max_ms: 900}"
BROWSER = os.environ.get("STILLPOINT_BROWSER", "/usr/lib/chromium/chromium-headless-shell")
COMMANDS = {
    "analyze": ["analyze", "times.csv", "--refresh", "60", "--gaps", "idle", "--output", "analysis", "--bencher", "analysis.json"],
    "sessions": ["analyze", "--sessions", "rows", "times.csv", "--refresh", "60", "--gaps", "idle", "--quiet"],
    "fleet": ["fleet", "kept", "--output", "fleet", "--quiet"],
    "keep": ["check", "--keep", "--output", "report"],
    "accept": ["check", "--file", "accept.yaml", "--accept", "--reason", "x", "--output", "report2"],
    "command": ["check", "--file", "command.yaml", "--output", "report3"],
    "run": ["run", "one.yaml", "--refresh", "60", "--output", "run", "--trace", "--benchmark-action", "run.json"] + FAST,
    "replay": ["replay", "a.ndjson", "--frames", "log.ndjson", "--output", "replayed"] + FAST,
    "report": ["report", "kept", "--trace", "--frames"],
    "compare": ["compare", "kept", "kept", "--html", "compared.html", "--bencher", "bencher.json"],
    "merge": ["merge", "kept", "other", "--output", "merged"],
    "capacity": ["capacity", "raised.yaml", "--raise", "history.messages", "--up-to", "10", "--output", "capacity"] + FAST,
    "gate": ["gate", "one.yaml", "--refresh", "60", "--baselines", "base.csv", "--output", "gated", "--quiet"],
    "adopt": ["gate", "one.yaml", "--refresh", "60", "--baselines", "base.csv", "--adopt", "--quiet"],
    "record": ["record", "http://ADDRESS/v1", "--output", "recorded.ndjson"],
    "init": ["init"],
    "look": ["drive", "APP", "--look", "--output", "look.png"],
    "drive": ["drive", "APP", "--scenario", "idle", "--output", "driven", "--frames", "page.ndjson", "--quiet"],
}
DRIVEN = ["look", "drive"]
# Results that a command replaces; all else stays as it was.
OURS = ["rows", "fleet", "analysis", "analysis.json", "run.json", "report", "report2", "report3", "run", "log.ndjson", "replayed", "kept",
        "compared.html", "bencher.json", "merged", "capacity", "gated", "base.csv", "recorded.ndjson", "h.ndjson",
        "h2.ndjson", "base.json", "init", "look.png", "driven", "page.ndjson"]
HISTORIES = {"keep": "h.ndjson", "accept": "h2.ndjson"}


class Endpoint(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for _ in range(20):
                self.wfile.write(b'data: {"choices":[{"delta":{"content":"hi "}}]}\n\n')
                time.sleep(0.005)
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            pass


class Program:
    """The program, and how long each of its commands takes."""

    def __init__(self, path):
        self.path, self.seconds = path, {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        app = HERE.parent.parent / "Examples/web-chat/APP.yaml"
        words = {"ADDRESS": f"127.0.0.1:{self.server.server_port}", "APP": str(app)}
        self.commands = {}
        for name, arguments in COMMANDS.items():
            for word, value in words.items():
                arguments = [value if one == word else one.replace("//" + word, "//" + value) for one in arguments]
            self.commands[name] = arguments
        if not os.access(BROWSER, os.X_OK):
            print("no page is driven: no chromium-headless-shell is installed", flush=True)
            for name in DRIVEN:
                del self.commands[name]

    def start(self, name, folder, token, most=None):
        own = surroundings(self.path, str(folder / ".tmp"))
        own["TOKEN"] = token
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))) if most is not None else None
        place = folder / "init" if name == "init" else folder
        return subprocess.Popen([self.path] + self.commands[name], cwd=place, env=own, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)

    def run(self, name, folder, token, most=None):
        """The exit code; 124 for a process that does not end."""
        (folder / "init" / "stillpoint.yaml").unlink(missing_ok=True)
        return ended(self.start(name, folder, token, most))


def ended(process):
    try:
        return process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return 124


def prepare(program, folder):
    write = lambda name, text: (folder / name).write_text(text)
    write("times.csv", "t_ms\n" + "".join(f"{frame * 17}\n" for frame in range(100)))
    write("a.ndjson", '{"t_ms": 0, "text": "The still point "}\n{"t_ms": 30, "text": "stays."}\n')
    for name in ("one", "two"):
        write(f"{name}.yaml", f"name: {name}\nparts:\n  - events:\n      - {{t_ms: 0, event: send, id: u, text: hi}}\n")
    write("raised.yaml", (folder / "one.yaml").read_text() + "history: {messages: 9}\n")
    recordings = f"recordings: [{{files: times.csv, refresh: 60, gaps: idle, {LIMITS}}}]\n"
    write("stillpoint.yaml", recordings + "history: h.ndjson\n")
    write("accept.yaml", recordings + "history: h2.ndjson\ncompare: {with: base.json}\n")
    write("command.yaml", recordings + 'runs: [{name: r, command: "setsid sleep 600 & sleep 0.3", folder: kept}]\n')
    write("theirs.txt", "mine")
    for name in ("init", ".tmp"):
        (folder / name).mkdir()
    shutil.copy(folder / "times.csv", folder / "init")
    for shard, place in ((1, "kept"), (2, "other")):
        arguments = ["run", "one.yaml", "two.yaml", "--refresh", "60", "--shard", f"{shard}/2", "--output", place] + FAST
        subprocess.run([program.path] + arguments, cwd=folder, env=surroundings(program.path), check=True)
    subprocess.run([program.path] + COMMANDS["adopt"], cwd=folder, env=surroundings(program.path), check=True)


def inputs(folder):
    """What no command may change. Hidden files are drafts, which a command that is ended may leave."""
    own = lambda name: name.startswith(".") or name in OURS
    return {name: content for name, content in everything(folder).items() if not own(name.split("/")[0])}


def everything(folder):
    """Every file but scratch files, and what is in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith(".tmp/"):
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def fault(path):
    """What is half in a result; nil where all is whole."""
    content = path.read_bytes()
    if path.name in HISTORIES.values():
        return None
    if path.suffix == ".json":
        json.loads(content)
    elif path.suffix == ".ndjson":
        for line in content.splitlines():
            json.loads(line)
    elif path.suffix == ".xml":
        xml.dom.minidom.parseString(content)
    elif path.suffix == ".html" and not content.rstrip().endswith(b"</html>"):
        return "has no end"
    elif path.suffix == ".png" and not content.endswith(b"IEND\xaeB`\x82"):
        return "has no end"
    if path.suffix in (".json", ".ndjson", ".csv", ".md", ".xml") and not content.endswith(b"\n"):
        return "ends in a line"
    return None


def halves(folder):
    """Results that are half."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if not path.is_file() or any(part.startswith(".") for part in name.parts) or name.parts[0] not in OURS:
            continue
        try:
            problem = fault(path)
        except (ValueError, xml.parsers.expat.ExpatError) as error:
            problem = str(error)
        if problem:
            yield f"{name} is half: {problem}"


def living(token, folder):
    """Processes that were started for a trial: by their environment, or by a folder that they name."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            if (token.encode() in words or bytes(folder / ".tmp") in words) and entry.name != str(os.getpid()):
                if (entry / "stat").read_text().rsplit(") ")[-1][0] != "Z":
                    found.append(entry.name)
        except OSError:
            pass
    return found


def left(token, folder):
    """What a trial leaves running, which is then ended."""
    end = time.monotonic() + 5
    while (found := living(token, folder)) and time.monotonic() < end:
        time.sleep(0.02)
    for number in found:
        os.kill(int(number), signal.SIGKILL)
    return [f"process {number} is left" for number in found]


def lines(folder, name):
    path = folder / HISTORIES.get(name, "none")
    return [line for line in path.read_text().splitlines() if line.startswith("{")] if path.exists() else []


def killed(program, name, folder, token, chance):
    """Ends a command somewhere on its way."""
    process = program.start(name, folder, token)
    time.sleep(chance.random() * program.seconds[name] * 1.1)
    number = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    process.send_signal(number)
    code = ended(process)
    return [f"exit code {code} at {number.name}"] if code not in (0, 1, 2, 3, 128 + number, -number) else []


def trial(program, name, kind, chance, origin, folder, token):
    shutil.copytree(origin, folder)
    # An old result is there, or none.
    if chance.random() < 0.5:
        program.run(name, folder, token)
    before, kept, wrong = inputs(folder), lines(folder, name), []
    (folder / "init" / "stillpoint.yaml").unlink(missing_ok=True)
    if kind == "kill":
        wrong += killed(program, name, folder, token, chance)
        added = (0, 1)
    elif kind == "limit":
        code = program.run(name, folder, token, most=chance.choice([0, 100, 1_000, 10_000, 100_000]))
        wrong += [f"exit code {code}"] if code not in (0, 1, 2, 3) else []
        added = (0, 1)
    else:
        both = [program.start(name, folder, token) for _ in range(2)]
        codes = [ended(process) for process in both]
        wrong += [f"exit code {code}" for code in codes if code not in (0, 1, 2, 3)]
        wrong += [f"exit codes {codes}"] if 0 not in codes else []
        added = (codes.count(0), codes.count(0))
    wrong += left(token, folder) + list(halves(folder))
    if inputs(folder) != before:
        wrong.append("what is not its own changed")
    now = lines(folder, name)
    if name in HISTORIES and (now[: len(kept)] != kept or not added[0] <= len(now) - len(kept) <= added[1]):
        wrong.append(f"the history had {len(kept)} lines and has {len(now)}")
    code = program.run(name, folder, token)
    # Half a line that a killed writer left costs that line, which is said.
    if code != 0 and not (code == 3 and name in HISTORIES):
        wrong.append(f"exit code {code} afterwards")
    wrong += left(token, folder) + list(halves(folder))
    partial = [path for path in folder.rglob("*") if "partial-" in path.name and ".tmp" not in path.parts]
    wrong += [f"{path.name} stays" for path in partial]
    shutil.rmtree(folder)
    return [f"{kind} {name}: {sentence}" for sentence in wrong]


def mounted(folder):
    """Makes a disk of a folder; whether that is allowed."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", str(folder)]
    return subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0


def resize(disk, pages):
    """Leaves so many pages free; None for as many as one may want."""
    status = os.statvfs(disk)
    size = "256m" if pages is None else (status.f_blocks - status.f_bfree + pages) * status.f_frsize or 1
    subprocess.run(["mount", "-o", f"remount,size={size}", str(disk)], check=True)


def full(program, name, isOld, pages, origin, disk, token):
    """Lets the disk be full after each page that a command takes, and after none. Gives how often, and faults."""
    folder = disk / "trial"
    resize(disk, None)
    shutil.copytree(origin, folder)
    if isOld:
        program.run(name, folder, token)
    before, wrong, count = everything(folder), [], 0
    for page in pages:
        (folder / "init" / "stillpoint.yaml").unlink(missing_ok=True)
        before.pop("init/stillpoint.yaml", None)
        resize(disk, page)
        code = program.run(name, folder, token)
        count += 1
        wrong += left(token, folder)
        if code == 0:
            break
        if code != 1:
            wrong.append(f"exit code {code} with {page} pages")
        now = everything(folder)
        changed = sorted(place for place in now.keys() | before.keys() if now.get(place) != before.get(place))
        wrong += [f"{place} changed with {page} pages" for place in changed] + list(halves(folder))
        if changed:
            break
    wrong += list(halves(folder))
    resize(disk, None)
    code = program.run(name, folder, token)
    wrong += [f"exit code {code} afterwards"] if code != 0 else []
    shutil.rmtree(folder)
    return count, [f"full disk {name}: {sentence}" for sentence in wrong]


class Faults:
    """Says each fault when it is found."""

    count = 0

    def __iadd__(self, sentences):
        for sentence in sentences:
            print(f"FAILED {sentence}", flush=True)
        self.count += len(sentences)
        return self


def main():
    isShort = "--short" in sys.argv
    path, kills = [word for word in sys.argv[1:] if word != "--short"]
    program, seed = Program(os.path.abspath(path)), int(os.environ.get("SEED", "1"))
    if isShort:
        for name in DRIVEN:
            program.commands.pop(name, None)
    names, wrong, fulls, pairs = list(program.commands), Faults(), 0, 0
    token = lambda *parts: f"stillpoint-trial-{os.getpid()}-" + "-".join(map(str, parts))
    with tempfile.TemporaryDirectory(prefix="stillpoint-kills-") as home:
        home = pathlib.Path(home)
        origin, folder = home / "origin", home / "trial"
        origin.mkdir()
        prepare(program, origin)
        for name in names:
            shutil.copytree(origin, folder)
            start = time.monotonic()
            code = program.run(name, folder, token(name))
            program.seconds[name] = time.monotonic() - start
            if code != 0:
                sys.exit(f"{' '.join(program.commands[name])} ends with {code} when nothing is wrong")
            shutil.rmtree(folder)
        chance = random.Random(seed)
        order = chance.sample(names, len(names))
        for number in range(int(kills)):
            name = order[number % len(order)]
            wrong += trial(program, name, "kill", random.Random(f"{seed} {number}"), origin, folder, token("kill", number))
        for name in order[:3] if isShort else order:
            wrong += trial(program, name, "two", random.Random(f"{seed} {name}"), origin, folder, token("two", name))
            pairs += 1
        disk = home / "disk"
        if mounted(disk):
            for name in order[-4:] if isShort else order:
                for isOld in [chance.random() < 0.5] if isShort else [False, True]:
                    # Every page where an old result is at stake; fewer of what takes seconds, and of a first result.
                    few = sorted({round(1.3**power) - 1 for power in range(40)})
                    isEach = isOld and program.seconds[name] < 1
                    pages = [chance.randrange(8)] if isShort else range(2_000) if isEach else few
                    count, found = full(program, name, isOld, pages, origin, disk, token("full", name))
                    fulls += count
                    wrong += found
            subprocess.run(["umount", str(disk)], check=True)
        else:
            print("no disk is full, only a file too large: nothing can be mounted here")
            for name in order:
                wrong += trial(program, name, "limit", random.Random(f"{seed} {name}"), origin, folder, token("limit", name))
    print(f"{kills} kills over {len(names)} commands, {pairs} pairs at once, {fulls} full disks, seed {seed}: {wrong.count} faults")
    sys.exit(1 if wrong.count else 0)


if __name__ == "__main__":
    main()
