"""Usage: engines.py PROGRAM RUNS ENGINES [PAGE...]

Drives pages in each of the engines (a list with commas) and compares what comes of it with a look by WebDriver alone in the same
run: a place that moves there is missed here, by as much, and one that does not passes. Prints a line for each page and engine, and
ends with 1 where one disagrees.
"""
import functools, http.server, json, os, subprocess, sys, tempfile, threading

import by_hand

HERE = os.path.dirname(os.path.abspath(__file__))
# Each page with its scenario.
PAGES = {
    "": "change-above", "late-restore": "change-above", "place-left": "change-above", "fifty-above": "change-above", "nested-wheel": "change-above",
    "inset-grows": "change-above", "row-gone": "change-above", "image-above": "change-above",
    "prepend-in-wheel": "change-in-wheel", "keyboard": "keyboard",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def driven(program, description, url, scenario, engines):
    """The verdict and how far a reader was moved, by engine."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, "drive", description, "--url", url, "--scenario", scenario, "--quiet", "--output", folder + "/run", "--engine", *engines],
            capture_output=True, text=True)
        try:
            cells = json.load(open(folder + "/run/run.json"))["cells"]
        except OSError:
            sys.exit(f"{url}: {done.stderr}")
    result = {}
    for cell in cells:
        figures = {(one["metric"], one["stat"]): one.get("value") for one in cell["metrics"]}
        verdict = cell["verdict"]
        result[cell.get("engine", "Chromium").lower()] = (
            {"budget_missed": "missed"}.get(verdict["kind"], verdict["kind"]),
            figures.get(("page_wheel_beyond_pt", "value")) if scenario == "change-in-wheel" else figures.get(("reader_moved_pt", "max")))
    return result


def main():
    program, runs, engines = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(",")
    pages = sys.argv[4:] or list(PAGES)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=HERE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wrong = 0
    for run in range(runs):
        for page in pages:
            page = "" if page == "good" else page
            scenario, path = PAGES[page], f"/places.html?fault={page}"
            found = driven(program, os.path.join(HERE, "places.yaml"), path, scenario, engines)
            for engine in engines:
                seen = by_hand.moved(engine, f"http://127.0.0.1:{server.server_port}{path}", scenario, "change()")
                verdict, moved = found.get(engine, ("nothing", None))
                isRight = verdict == ("missed" if seen > 1 else "pass")
                # Nothing but the change moves a line there: both have to see the same way.
                if page == "fifty-above":
                    isRight = isRight and abs((moved or 0) - seen) <= 1
                wrong += not isRight
                print(f"{run + 1} {page or 'good'} {engine}: by hand {seen:.0f} px, driven {moved} px, {verdict}"
                      + ("" if isRight else "  WRONG"), flush=True)
    sys.exit(wrong > 0)


main()
