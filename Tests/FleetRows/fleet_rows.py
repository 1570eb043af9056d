"""Rows of a million made-up sessions: `fleet` within its time and memory, the same bytes whatever their order and cut, hostile
files named, and the three questions of Docs/Machines.md answered alike by DuckDB. Then 10,000 recordings by `analyze --sessions`,
and tables of a million and of ten million frames beside awk.

Usage: fleet_rows.py PROGRAM [--rows N] [--recordings N] [--frames N]
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = 1000


def fail(words):
    raise SystemExit(f"fleet_rows.py: {words}")


def header():
    """The columns, as the program writes them."""
    text = (ROOT / "Sources/Laboratory/Fleets/SessionRow.swift").read_text()
    body = text[text.index("enum SessionColumn"):]
    body = body[: body.index("package static")]
    names = []
    for line in re.findall(r"^  case (.*)$", body, re.M):
        for part in line.split(", "):
            found = re.fullmatch(r'(\w+)(?: = "(\w+)")?', part)
            names.append(found[2] or found[1])
    return names


def row(number, chance, columns):
    bad = chance.random() < 0.12
    ratio = int(chance.expovariate(1 / (3e7 if bad else 1.5e6)))
    animating = int(chance.uniform(5e9, 120e9))

    def histogram(first, last, most):
        return " ".join(f"{bucket}:{chance.randrange(1, most)}" for bucket in range(first, last))

    values = {
        "schema": 1, "app": "chat", "version": f"1.{chance.randrange(6)}", "device": f"device-{chance.randrange(200)}",
        "os": chance.choice(["14", "15", "16"]), "rate": chance.choice(["60", "90", "120"]), "day": f"2026-11-{chance.randrange(1, 29):02d}",
        "format": "csv", "session": f"recordings/{number}.csv", "digest": hashlib.sha256(str(number).encode()).hexdigest()[:16],
        "part": "whole", "frames": chance.randrange(300, 7200), "animating_ns": animating, "hitch_ns": ratio * animating // 10**9,
        "hitch_ratio_ns_per_s": ratio, "hitch_quality": "exact", "late_frames": chance.randrange(40),
        "longest_ns": int(chance.expovariate(1 / (2.5e8 if bad else 3e7))), "longest_quality": "exact",
        "work_ns": chance.randrange(10**10), "work_quality": "exact", "intervals": histogram(52, 64 + chance.randrange(12), 400),
        "hitches": histogram(70, 70 + chance.randrange(6), 9), "works": histogram(20, 32, 300),
    }
    return ",".join(str(values.get(column, "")) for column in columns)


def run(words, codes=(0,), own=False):
    """What a program printed, the seconds of processor time that it took (of its own code alone: `own`), and its greatest
    memory in MB."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([str(word) for word in words], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode not in codes:
        fail(f"{' '.join(map(str, words[:6]))} ... ended with {process.returncode}:\n{text[-3000:]}")
    return text, usage.ru_utime + (0 if own else usage.ru_stime), usage.ru_maxrss / 1024


FILES = ["fleet.json", "fleet.csv", "index.html", "junit.xml", "summary.md"]


def same(one, other, what):
    for name in FILES:
        if (one / name).read_bytes() != (other / name).read_bytes():
            fail(f"{name} has other bytes {what}")


def rows(program, count, scratch):
    columns = header()
    chance = random.Random(1)
    head = ",".join(columns)
    parts = scratch / "parts"
    for part in range(PARTS):
        folder = parts / f"{part:04d}"
        folder.mkdir(parents=True)
        lines = [row(part * (count // PARTS) + index, chance, columns) for index in range(count // PARTS)]
        (folder / "sessions.csv").write_text("\r\n".join([head] + lines) + "\r\n", newline="")
    _, seconds, memory = run([program, "fleet", parts, "--by", "version", "--output", scratch / "whole", "--quiet"])
    print(f"{count} rows in {PARTS} parts: {seconds:.1f} s of CPU, {memory:.0f} MB")
    if count >= 1_000_000 and (seconds > 30 or memory > 200):
        fail("fleet takes more than 30 s of CPU or 200 MB")

    # A tenth, cut differently, in another order, twice.
    tenth, cut = scratch / "tenth", scratch / "cut"
    cut.mkdir()
    lines = []
    for part in sorted(parts.iterdir())[: PARTS // 10]:
        shutil.copytree(part, tenth / part.name)
        lines += (part / "sessions.csv").read_bytes().decode().split("\r\n")[1:-1]
    for index in range(37):
        own = lines[index::37]
        for time in range(2):
            chance.shuffle(own)
            (cut / f"{index}-{time}.csv").write_text("\n".join([head] + own) + "\n")
    for name, folder in (("a", tenth), ("b", cut)):
        run([program, "fleet", folder, "--by", "version,device", "--output", scratch / name, "--quiet"])
    same(scratch / "a", scratch / "b", "where rows are cut differently, in another order and twice")
    print("the same bytes in any order, cut differently, twice")

    # One part in a hundred is hostile.
    hostile = chance.sample(sorted(parts.iterdir()), PARTS // 100)
    for index, part in enumerate(hostile):
        file = part / "sessions.csv"
        whole = file.read_bytes()
        file.write_bytes([b"", b"no rows", chance.randbytes(100_000), whole[: len(whole) // 2 + 3], b"\x00" * 5000][index % 5])
    text, _, _ = run([program, "fleet", parts, "--output", scratch / "hostile"], codes=(3,))
    found = json.loads((scratch / "hostile/fleet.json").read_text())
    named = {pathlib.Path(one["path"]).parent.name for one in found["left_out"]}
    if named != {part.name for part in hostile} or f"{len(hostile)} files were not read whole" not in text:
        fail(f"hostile parts are {sorted(part.name for part in hostile)}, named are {sorted(named)}")
    print(f"{len(hostile)} hostile parts are named, {found['whole']['now']['sessions']} sessions are judged")
    return tenth, scratch


def questions(program, folder, scratch):
    """The queries of the documents, and what fleet says."""
    try:
        import duckdb
    except ImportError:
        print("DuckDB is not installed (scripts/bootstrap --with-tests): its questions are left out")
        return
    text = (ROOT / "Docs/Machines.md").read_text()
    queries = [one for one in re.search(r"```sql\n(.*?)```", text, re.S)[1].replace("rows/", f"{folder}/").split(";") if one.strip()]
    run([program, "fleet", folder, "--by", "version", "--output", scratch / "asked", "--quiet"])
    found = json.loads((scratch / "asked/fleet.json").read_text())
    base = duckdb.connect()
    shares, longest, intervals = (base.sql(query).fetchall() for query in queries)
    own = {group["keys"]["version"]: group["now"]["shares"][0]["value"] for group in found["groups"]}
    if len(shares) != len(own) or any(abs(value - own[str(version)]) > 1e-9 for version, value in shares):
        fail(f"DuckDB says {shares}, fleet says {own}")
    percentile = found["whole"]["now"]["figures"][1]["p95"]["value"]
    if longest[0][0] != percentile:
        fail(f"DuckDB says {longest}, fleet says {percentile}")
    if " ".join(f"{bucket}:{count}" for bucket, count in intervals) != found["whole"]["now"]["intervals"]:
        fail("DuckDB has another histogram of intervals")
    print("DuckDB's three answers are those of fleet")


def recordings(program, count, scratch):
    folder = scratch / "recordings"
    folder.mkdir()
    chance = random.Random(5)
    for number in range(count):
        late = set(chance.sample(range(1800), chance.choice([0, 0, 1, 2, 5, 20])))
        at, lines = 1000 * chance.random(), ["present_ms"]
        for index in range(1800):
            at += 16.667 * (1 + (chance.randrange(1, 6) if index in late else 0)) + (chance.random() - 0.5) * 0.4
            lines.append(f"{at:.3f}")
        (folder / f"{number:05d}.csv").write_text("\n".join(lines) + "\n")
    words = [program, "analyze", "--sessions", scratch / "rows", folder, "--refresh", "60", "--gaps", "stall"]
    text, seconds, memory = run(words)
    print(f"{count} recordings of 1,800 frames: {seconds:.1f} s of CPU, {memory:.0f} MB, {len(text.splitlines())} lines")
    if count >= 10_000 and (seconds > 60 or memory > 150):
        fail("analyze --sessions takes more than 60 s of CPU or 150 MB")
    read = sum(file.stat().st_size for file in folder.iterdir())
    written = sum(file.stat().st_size for file in (scratch / "rows").iterdir())
    if written > 0.2 * read:
        fail(f"{written} bytes were written of {read}")


def header_of(format):
    return {
        "csv": "present_ms,work_ms\n",
        "ndjson": "",
        "presentmon": "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,"
        "MsInPresentAPI,MsUntilDisplayed,Dropped\n",
        "framestats": "** Graphics info for pid 7 [com.example.chat] **\n---PROFILEDATA---\nFlags,FrameTimelineVsyncId,"
        "IntendedVsync,Vsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameDeadline,FrameInterval,"
        "SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,\n",
    }[format]


def row_of(format, at, last, work, index):
    if format == "csv":
        return f"{at:.3f},{work:.3f}\n"
    if format == "ndjson":
        return f'{{"present_ms":{at:.3f},"work_ms":{work:.3f}}}\n'
    if format == "presentmon":
        return f"chat.exe,7,0x1,{at / 1000:.7f},{at - last:.4f},{at - last:.4f},0.3,12.5,0\n"
    ns, done = int(at * 1e6), int((at + work) * 1e6)
    marks = ",".join(str(ns + 1000 * place) for place in range(4))
    return f"0,{index},{ns},{ns},{marks},{ns + 16666667},16666667,{ns + 5000},{ns + 6000},{ns + 7000},{done},{done},\n"


def table(path, count, format):
    chance = random.Random(3)
    at = last = 1000.0
    with path.open("w") as file:
        file.write(header_of(format))
        for index in range(count):
            at += 16.667 * (1 + (chance.randrange(1, 6) if chance.random() < 0.002 else 0)) + (chance.random() - 0.5) * 0.4
            file.write(row_of(format, at, last, 2 + 10 * chance.random(), index))
            last = at


def frames(program, count, scratch):
    """A long table of each format beside awk, which sums one of its columns; one of ten times the rows in as much memory."""
    column = {"csv": (",", 1), "ndjson": ("[:,]", 2), "presentmon": (",", 4), "framestats": (",", 3)}

    def analyze(count, format):
        path = scratch / f"frames.{format}"
        table(path, count, format)
        words = [program, "analyze", "--sessions", scratch / f"frames-{count}", path, "--refresh", "60", "--gaps", "stall"]
        _, seconds, memory = run(words, own=True)
        text = (scratch / f"frames-{count}/sessions.csv").read_text()
        if f",{count}," not in text:
            fail(f"of {count} frames in {format} are counted:\n{text}")
        return seconds, memory, path

    for format, (separator, place) in column.items():
        seconds, memory, path = min(analyze(count, format) for _ in range(3))
        sums = min(run(["awk", "-F", separator, f"{{s += ${place}}} END {{print s}}", path], own=True)[1] for _ in range(3))
        print(f"{count} frames in {format}: {seconds:.2f} s, {seconds / sums:.1f} times awk's {sums:.2f} s, {memory:.0f} MB")
        if format == "csv" and count >= 1_000_000 and seconds > 4 * sums:
            fail("a table is read in more than 4 times awk's time")
        path.unlink()
    for format, factor in (("csv", 10), ("ndjson", 10), ("presentmon", 2), ("framestats", 2)):
        seconds, memory, path = analyze(factor * count, format)
        print(f"{factor * count} frames in {format}: {seconds:.2f} s, {memory:.0f} MB")
        path.unlink()
        if memory > (120 if format == "csv" else 200):
            fail(f"a long recording in {format} takes {memory:.0f} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--recordings", type=int, default=10_000)
    parser.add_argument("--frames", type=int, default=1_000_000)
    given = parser.parse_args()
    program = pathlib.Path(given.program).resolve()
    with tempfile.TemporaryDirectory(prefix="stillpoint-fleet-") as scratch:
        scratch = pathlib.Path(scratch)
        folder, _ = rows(program, given.rows, scratch)
        questions(program, folder, scratch)
        recordings(program, given.recordings, scratch)
        frames(program, given.frames, scratch)


if __name__ == "__main__":
    main()
