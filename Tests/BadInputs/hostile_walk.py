"""Feeds strings that try to steer or to break out through every field that a command prints or writes.

Each string stands in every field of a recording, of a check's, an app's, a scenario's and a profile's file,
and in the arguments of every command; five of them in one value, or with --each each by itself. What is judged of each run: nothing that steers a terminal or a CI job
is printed; Markdown has no live markup; JUnit and JSON parse; the page has no element of the string's.

Usage: hostile_walk.py [--each] PROGRAM
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom
from concurrent.futures import ThreadPoolExecutor

from run_table import FORBIDDEN, STEERS, surroundings

STRINGS = [
    "a\n::error file=x::pwned", "\n  ::stop-commands::t", "x ##[error]y", "x ##vso[task.complete]y",
    "\x1b[2J\x1b]0;title\x07", "\x9b31m\x85", "\u202egnp.exe", "\u2066a\u2069\u200f", "a\u2028b\u2029c",
    "\x00a"[1:] + "\x7f\x08", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "![x](https://127.0.0.1/x.png)", "[x](javascript:alert(1))", "@org/team #12 www.example.org",
    "a```\n\n# Approved", "|a|b|\n|-|-|", "]]><x>", "{{name}} {{{name}}}", '"; rm -rf x; $(id) `id`',
    "<!-- stillpoint-check:x -->", "n" * 100_000,
]
# What a site would make of a value in Markdown, were it there as it came.
LIVE = re.compile(r"<(?!/?(details|summary)>|!-- |= | )|(?<!\\)\[x|@org|^# Approved|://|www\.|^\|a\|", re.M)


def quoted(text):
    return json.dumps(text)


def recording(text):
    head = {"schema": 1, "kind": "stillpoint-frame-log", "recorder": 1, "device": text, "app": text, "version": text}
    lines = [head] + [
        {"frame": n, "t_ms": n * 10, "promised_ms": n * 10 + 10, "presented_ms": n * 10 + 10, "period_ms": 10}
        for n in range(1, 200)
    ] + [{"event": text, "t_ms": 50, "name": text}, {"end": True, "frames": 199}]
    return "\n".join(json.dumps(line) for line in lines) + "\n"


def prepare(folder, text):
    name = re.sub(r"[/\x00]", "_", text)[:120]
    file = f"{name}.ndjson"
    write = lambda name, content: (folder / name).write_text(content)
    for place in [file, "plain.ndjson", "log.ndjson"]:
        write(place, recording(text))
    value = quoted(text)
    write("names.yaml", f"recordings: [{{name: {value}, files: plain.ndjson}}]\nhistory: h.ndjson\n")
    write("files.yaml", f"recordings: [{{files: {value}, session: {value}}}]\ncompare: {{with: {value}}}\n")
    write("web.yaml", f"web: [{{app: {value}, scenarios: [{value}], url: {value}}}]\n")
    write("runs.yaml", f"runs: [{{name: {value}, folder: {value}, command: {quoted('echo ' + text[:200])}}}]\n")
    write("keys.yaml", f"{value}: 1\n")
    write("APP.yaml", f"name: {value}\nfolder: {value}\nurl: {value}\ninput: {value}\n")
    write("PORT.yaml", f"name: {value}\ncommand: {quoted('printf %s ' + value + '; exit 3')}\nport: 18733\nurl: /\n")
    write("scenario.yaml", f"name: {value}\nparts:\n  - events:\n      - {{t_ms: 0, event: {value}, id: u, text: hi}}\n")
    write("named.yaml", f"name: {value}\nparts:\n  - events:\n      - {{t_ms: 0, event: send, id: u, text: hi}}\n")
    write("profile.yaml", f"name: {value}\nbase: {value}\n")
    write("stream.ndjson", '{"t_ms": ' + value + '}\n')
    return file


def commands(text, file):
    short = text[:4_000]
    fast = ["--cost", "modelled", "--measurer", "fixed"]
    return [
        ["analyze", file, "--output", "a"], ["analyze", "plain.ndjson", "--output", "b", "--json"],
        ["analyze", "--sessions", "r", file, "--tag", "version=" + short], ["fleet", "r", "--by", "version", "--output", "s"],
        ["fleet", "r", "--json", "--output", "s"], ["fleet", "r", "--compare", short], ["fleet", short],
        ["compare", "a", "b"], ["compare", "a", "b", "--markdown"], ["compare", "a", "b", "--json"],
        ["check", "--file", "names.yaml", "--output", "c", "--accept", "--reason", short, "--label", short],
        ["check", "--file", "names.yaml", "--output", "c"], ["check", "--file", "names.yaml", "--output", "c", "--json"],
        ["check", "--file", "files.yaml", "--output", "d"], ["check", "--file", "web.yaml", "--output", "e"],
        ["check", "--file", "runs.yaml", "--output", "f"], ["check", "--file", "keys.yaml"],
        ["check", "--file", short], ["drive", "APP.yaml", "--output", "g"], ["drive", "PORT.yaml", "--output", "g"],
        ["drive", short], ["run", "scenario.yaml", "--output", "h"] + fast,
        ["run", "named.yaml", "--output", "h", "--refresh", "60"] + fast,
        ["run", "named.yaml", "--profile", "profile.yaml", "--output", "i"] + fast,
        ["run", short, "--profile", short], ["replay", "stream.ndjson", "--output", "j"] + fast,
        ["serve", short], ["record", short, "--output", "k"], ["merge", short, short], ["report", short],
        ["capacity", "--raise", short], ["capacity", short], ["list", short], ["init", "--app", short],
        ["show", short], [short], ["--" + short],
    ]


def complaints(text, arguments, result, folder):
    title = f"{text[:30]!r}: {' '.join(arguments)[:60]!r}"
    if result.returncode not in (0, 1, 2, 3, 64):
        yield f"{title}: exit code {result.returncode}"
    for said in (result.stdout, result.stderr):
        if found := STEERS.search(said):
            yield f"{title}: prints {found.group()!r}"
        if FORBIDDEN.search(said):
            yield f"{title}: words that no person can use"
        if len(said) > 200_000 or max(map(len, said.split(b"\n"))) > 8_000 and "--json" not in arguments:
            yield f"{title}: prints a value of {len(said)} bytes"
    if "--json" in arguments and result.stdout:
        json.loads(result.stdout)
    if "--markdown" in arguments:
        yield from markdown(text, result.stdout.decode(), title)


def markdown(text, content, title):
    """What of a Markdown text is live that came from the string; the program's own mark aside."""
    content = re.sub(r"^(\*\*Stillpoint.*) <!-- stillpoint-check:\w* -->", r"\1", content)
    for pattern in (LIVE, re.compile("<!-- stillpoint-check"), re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?m:^[ \t]*::)")):
        if found := pattern.search(content):
            yield f"{title}: {content[max(0, found.start() - 40):found.end() + 20]!r} is live"


def files_complaints(text, folder):
    title = f"{text[:30]!r}"
    for path in folder.rglob("*.md"):
        yield from markdown(text, path.read_text(), f"{title}: {path.name}")
    for path in folder.rglob("junit.xml"):
        xml.dom.minidom.parse(str(path))
    for path in folder.rglob("*.json"):
        json.loads(path.read_text())
    for path in folder.rglob("*.html"):
        page = path.read_text()
        for tag in ("<script>alert(1)", "<img src=x"):
            if tag in page and tag in text:
                yield f"{title}: {path.name} has {tag}"


def walk(program, text, home):
    folder = pathlib.Path(tempfile.mkdtemp(dir=home))
    own = surroundings(program, str(home))
    wrong, count = [], 0
    file = prepare(folder, text)
    for arguments in commands(text, file):
        arguments = [one.replace("\0", "") for one in arguments]
        result = subprocess.run(
            [program] + arguments, cwd=folder, env=own, stdin=subprocess.DEVNULL, capture_output=True, timeout=60
        )
        count += 1
        wrong += complaints(text, arguments, result, folder)
    wrong += files_complaints(text, folder)
    return wrong, count


def main():
    program = os.path.abspath(sys.argv[-1])
    short = STRINGS[:-1]
    together = ["".join(short[place : place + 5]) for place in range(0, len(short), 5)]
    strings = STRINGS if "--each" in sys.argv else together + STRINGS[-1:]
    with tempfile.TemporaryDirectory(prefix="stillpoint-walk-") as home, ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda text: walk(program, text, home), strings))
    wrong = [sentence for found, _ in results for sentence in found]
    for sentence in wrong:
        print(f"FAILED {sentence}")
    print(f"{len(STRINGS)} hostile strings, {sum(count for _, count in results)} runs, {len(wrong)} faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
