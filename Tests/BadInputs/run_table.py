"""Runs the program on the bad inputs and bad places of the tables beside this file.

Each case runs in a folder of its own with the same files in it. What is judged: the exit code, what
is said, that it ends, how much memory it took at most, and that nothing on disk has changed but what
the case names. Times are printed, never judged: only a case that does not end in two minutes fails.

A case has:
  name       what is bad
  before     a shell command that makes files for it; `$S` is the program,
             `$M` the one of those who work on it, `$T` the folder of these tables
  run        the shell command that is judged; `$FAST` are the options of a quick run
  exit       its exit code
  says       what standard error must hold: the place, and the next step
  prints     what standard output must hold
  hides      what neither may hold
  makes      patterns of what may change on disk, and must; nothing else may
  memory_mb  the most memory of a process; 200 unless said

Usage: run_table.py PROGRAM [NAME...]
"""

import fnmatch
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).parent
HANG_S = 120
MEMORY_MB = 200
# What only a programmer could use, and signs of a trap.
# What steers a terminal or a CI job: control characters, directions, a line that is a command.
STEERS = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
    rb"|(?m:^[ \t]*::)|##\[|##vso\["
)
FORBIDDEN = re.compile(rb"NSCocoaErrorDomain|Error Domain=|Fatal error|Stack dump|Backtrace|Crash:")


def files(folder):
    """Every path below a folder with what it is; links are not followed."""
    found = {}
    for parent, names, others in os.walk(os.fsencode(folder)):
        for name in names + others:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                # In pieces: what this process has at most is counted for those that it starts.
                with open(path, "rb") as file:
                    content = hashlib.file_digest(file, "sha256").digest()
            else:
                content = None
            short = os.path.relpath(path, os.fsencode(folder))
            found[os.fsdecode(short)] = (status.st_mode, content)
    return found


def changed(before, after):
    return sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )


def prepare(program, home, setup):
    """Makes the files that every case finds, once."""
    subprocess.run(
        ["bash", "-euc", setup], cwd=home, check=True, env=surroundings(program)
    )


def surroundings(program, temporary=None):
    own = {key: value for key, value in os.environ.items() if not key.startswith("STILLPOINT_")}
    root = HERE.parent.parent
    own.update(
        S=program,
        T=str(HERE),
        M=str(pathlib.Path(program).with_name("stillpoint-maintain")),
        FAST="--cost modelled --measurer fixed --quiet",
        STILLPOINT_SCENARIOS=str(root / "Scenarios"),
        SWIFT_BACKTRACE="enable=no",
        LC_ALL="C.UTF-8",
    )
    if temporary:
        own["TMPDIR"] = temporary
    return own


def run(program, case, folder, temporary):
    """Runs a case; gives its exit code, output, errors, seconds and most megabytes."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        process = subprocess.Popen(
            ["bash", "-c", case["run"]],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            env=surroundings(program, temporary),
            start_new_session=True,
        )
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
        signal.alarm(HANG_S)
        _, status, usage = os.wait4(process.pid, 0)
        signal.alarm(0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        for file in (output, errors):
            file.seek(0)
        unit = 1 if sys.platform == "darwin" else 1024
        return (
            process.returncode, output.read(), errors.read(), seconds,
            usage.ru_maxrss * unit / 2**20,
        )


def judge(case, code, output, errors, memory, touched):
    """What is wrong with a case, a sentence each."""
    wrong = []
    if code == -signal.SIGKILL:
        wrong.append(f"it did not end in {HANG_S} s")
    elif code != case["exit"]:
        wrong.append(f"exit code {code}, not {case['exit']}")
    for words in case.get("says", []):
        if words.encode() not in errors:
            wrong.append(f"standard error lacks {words!r}")
    for words in case.get("prints", []):
        if words.encode() not in output:
            wrong.append(f"standard output lacks {words!r}")
    for words in case.get("hides", []):
        if words.encode() in errors + output:
            wrong.append(f"{words!r} is printed")
    for text in (errors, output):
        if found := STEERS.search(text):
            wrong.append(f"{found.group()!r} is printed")
    if FORBIDDEN.search(errors) or FORBIDDEN.search(output):
        wrong.append("words that no person can use")
    if case["exit"] == 1:
        head = errors[errors.find(b"error: "):]
        if b"error: " not in errors or len(head.strip().splitlines()) < 2:
            wrong.append("no place and next step on two lines")
    limit = case.get("memory_mb", MEMORY_MB)
    if memory > limit:
        wrong.append(f"{memory:.0f} MB, more than {limit}")
    allowed = case.get("makes", [])
    for path in touched:
        if not any(fnmatch.fnmatch(path, pattern) for pattern in allowed):
            wrong.append(f"{path!r} was made, changed or removed")
    for pattern in allowed:
        if not any(fnmatch.fnmatch(path, pattern) for path in touched):
            wrong.append(f"{pattern!r} was not made")
    return wrong


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    table = []
    for path in sorted(HERE.glob("*.toml")):
        table += tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    cases = [case for case in table if not names or case["name"] in names]
    if len({case["name"] for case in table}) != len(table) or not cases:
        sys.exit("Tests/BadInputs: a name stands twice, or no case is named so")
    failed, seconds_of = 0, []
    with tempfile.TemporaryDirectory(prefix="stillpoint-table-") as home:
        origin = os.path.join(home, "origin")
        os.mkdir(origin)
        prepare(program, origin, (HERE / "setup.bash").read_text(encoding="utf-8"))
        for case in cases:
            folder, temporary = os.path.join(home, "case"), os.path.join(home, "tmp")
            shutil.copytree(origin, folder, symlinks=True)
            os.mkdir(temporary)
            if "before" in case:
                prepare(program, folder, case["before"])
            before = files(folder)
            code, output, errors, seconds, memory = run(program, case, folder, temporary)
            touched = changed(before, files(folder))
            touched += [f"TMPDIR/{name}" for name in os.listdir(temporary)]
            wrong = judge(case, code, output, errors, memory, touched)
            seconds_of.append((seconds, memory, case["name"]))
            if wrong:
                failed += 1
                print(f"FAILED {case['name']}: {'; '.join(wrong)}")
                print("    " + errors.decode(errors="replace")[:600].replace("\n", "\n    "))
            shutil.rmtree(folder)
            shutil.rmtree(temporary)
    seconds_of.sort(reverse=True)
    slowest = ", ".join(f"{name} {seconds:.1f} s" for seconds, _, name in seconds_of[:3])
    memory, name = max((memory, name) for _, memory, name in seconds_of)
    total = sum(seconds for seconds, _, _ in seconds_of)
    print(f"slowest: {slowest}; most memory: {name} {memory:.0f} MB; {total:.0f} s in all")
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
