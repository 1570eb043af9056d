"""Every page of every command, walked as a reader would: no empty chart, no dead link, no picture of another
moment than its words say, and no 0 where nothing was judged."""

import csv
import json
import re
import unittest
from urllib.parse import unquote

from browser import ROOT, folder, open_browser, reason_to_skip, run

# What stands on a page and is wrong, as a list of sentences. Canvases paint when they come on screen.
LOOK = r"""
const done = arguments[arguments.length - 1];
const wrong = [];
const isShown = element => element.checkVisibility() && element.getBoundingClientRect().height > 0;
const name = element => element.getAttribute('aria-label') || element.className.baseVal || element.className || element.localName;
const pause = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
(async () => {
  for (const svg of document.querySelectorAll('svg')) {
    if (!isShown(svg)) continue;
    const marks = [...svg.querySelectorAll('path,circle,rect,line,polyline,polygon,use')].filter(mark => {
      const box = mark.getBoundingClientRect();
      return box.width + box.height > 0;
    });
    if (marks.length === 0) wrong.push(`an empty chart: ${name(svg)}`);
  }
  for (const image of document.images) if (isShown(image) && image.naturalWidth === 0) wrong.push(`a picture that is not there: ${image.src}`);
  for (const canvas of document.querySelectorAll('canvas')) {
    if (!isShown(canvas)) continue;
    canvas.scrollIntoView({ block: 'center' });
    let isEmpty = true;
    for (let turn = 0; isEmpty && turn < 300; turn++) {
      await pause();
      if (!canvas.width || !canvas.height) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const pixels = new Uint32Array(data.buffer);
      isEmpty = pixels.every(pixel => pixel === pixels[0]);
    }
    if (isEmpty) wrong.push(`an empty picture: ${name(canvas)} of ${name(canvas.closest('figure') || canvas.parentElement)}`);
  }
  const words = document.body.innerText.match(/\b(NaN|undefined|Infinity|\[object Object\])\b/);
  if (words) wrong.push(`the word ${words[0]}`);
  done({
    wrong,
    links: [...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href')),
    ids: [...document.querySelectorAll('[id]')].map(element => element.id).concat([...document.querySelectorAll('[data-anchor]')].map(element => element.dataset.anchor)),
    moments: [...document.querySelectorAll('figure.film > .what')].map(line => line.innerText),
  });
})();
"""

# What a narrow window cuts: nothing that it cannot scroll to may reach beyond it.
NARROW = r"""
for (const details of document.querySelectorAll('details')) details.open = true;
const name = element => element.getAttribute('aria-label') || element.className.baseVal || element.className || element.localName;
const cut = [];
for (const element of document.querySelectorAll('table, svg, canvas, pre, p, li, h1, h2, h3')) {
  const box = element.getBoundingClientRect();
  if (!element.checkVisibility() || box.width <= 1 || box.height <= 1) continue;
  let reach = box.right;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowX } = getComputedStyle(parent);
    if (['auto', 'scroll'].includes(overflowX)) { reach = 0; break; }
    if (['hidden', 'clip'].includes(overflowX) && reach > parent.getBoundingClientRect().right + 1) break;
  }
  if (reach > innerWidth + 1) cut.push(`${element.localName} ${name(element)}`);
}
if (document.documentElement.scrollWidth > innerWidth + 1) cut.push('the page is wider than its window');
return cut;
"""


@unittest.skipIf(reason_to_skip(), reason_to_skip())
class WalkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder()
        cls.driver = open_browser()
        cls.addClassCleanup(cls.driver.quit)

    def walk(self, report):
        """Looks at a report's first page and at all that it leads to; returns the moments that are shown."""
        report = report.resolve()
        waiting, seen, moments = ["index.html"], set(), []
        while waiting:
            page = waiting.pop()
            if page in seen:
                continue
            seen.add(page)
            self.driver.get((report / page).as_uri())
            found = self.driver.execute_async_script(LOOK)
            self.assertEqual(found["wrong"], [], page)
            self.size(390, 844)
            self.assertEqual(self.driver.execute_script(NARROW), [], f"{page} at 390 px")
            self.size(1280, 1400)
            moments += found["moments"]
            for link in found["links"]:
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, mark = link.partition("#")
                target = (report / page).parent / unquote(path) if path else report / page
                self.assertTrue(target.exists(), f"{page}: {link} leads nowhere")
                if not path and mark and ":" not in mark and "=" not in mark:
                    self.assertIn(unquote(mark), found["ids"], f"{page}: {link} leads nowhere")
                if target.suffix == ".html":
                    self.assertTrue(target.resolve().is_relative_to(report), f"{page}: {link} leads outside")
                    waiting.append(str(target.resolve().relative_to(report)))
        self.assertTrue(seen)
        return moments

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def faults(self, report):
        """The moments that a run has, in seconds as pages show them."""
        cells = json.loads((report / "run.json").read_text())["cells"]
        return [fault["t_ms"] / 1000 for cell in cells for fault in cell.get("faults") or []]

    def recordings(self, name, longest):
        """Recordings of an app in a folder: 12 of 40 s, with hitches of up to so many refreshes."""
        path = self.folder / name
        path.mkdir()
        for number in range(12):
            rows = ["present_ns"]
            now = 0
            for frame in range(2_400):
                periods = 1 + (frame % 97 == number) * (1 + (frame + number) % longest)
                now += periods * 16_666_667
                rows.append(str(now))
            (path / f"session-{number:02}.csv").write_text("\n".join(rows) + "\n")
        return path

    def test_a_run(self):
        report = self.folder / "run"
        run("run", "stream-steady", "prepend-while-reading", "idle", "--profile", "reference", "swiftui-tips",
            "--cost", "modelled", "--refresh", "60", "--output", report, "--quiet")
        moments = self.walk(report)
        self.assertTrue(moments)
        times = self.faults(report)
        for words in moments:
            at = re.search(r"at ([\d.,\u2009\u00a0 ]+) s", words)
            self.assertTrue(at, words)
            shown = float(re.sub(r"[^\d.]", "", at.group(1)))
            self.assertLess(min(abs(shown - time) for time in times), 0.006, words)

    def test_nothing_is_0_where_nothing_was_judged(self):
        report = self.folder / "unread"
        run("run", "stream-steady", "idle", "--cost", "modelled", "--refresh", "60", "--output", report, "--quiet")
        with open(report / "metrics.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        unread = {row["scenario"] for row in rows if row["metric"] == "reading_time_s" and row["value"] in ("", "n/a")}
        self.assertEqual(unread, {"stream-steady", "idle"})
        for row in rows:
            if row["metric"] in ("reader_moved_pt", "reader_moved_times", "pushed_pt"):
                self.assertIn(row["value"], ("", "n/a"), row)
        self.driver.get((report / "index.html").resolve().as_uri())
        figures = self.driver.execute_script(
            "return [...document.querySelectorAll('tr')].filter(row => /reader_moved_times/.test(row.innerHTML)).map(row => row.textContent)"
        )
        self.assertTrue(figures)
        for words in figures:
            self.assertIn("n/a", words)

    def test_a_replay(self):
        script = self.folder / "chat.ndjson"
        script.write_text("\n".join(json.dumps(line) for line in [
            {"t_ms": 0, "event": "load", "messages": [{"id": "a", "role": "user", "text": "word " * 30}]},
            {"t_ms": 500, "event": "send", "id": "q", "text": "Why?"},
            {"t_ms": 900, "event": "stream_begin", "id": "b"},
            *({"t_ms": 900 + 25 * token, "event": "token", "id": "b", "text": f"word{token} "} for token in range(80)),
            {"t_ms": 3000, "event": "stream_end", "id": "b", "reason": "complete"},
        ]) + "\n")
        report = self.folder / "replay"
        run("replay", script, "--cost", "modelled", "--profile", "all", "--output", report, "--quiet")
        self.walk(report)

    def test_recordings_by_themselves_and_side_by_side(self):
        before, after = self.recordings("before", 2), self.recordings("after", 9)
        report = self.folder / "analysis"
        run("analyze", *sorted(before.iterdir()), "--refresh", "60", "--output", report, "--quiet")
        self.walk(report)
        report = self.folder / "comparison"
        report.mkdir()
        run("compare", before, after, "--html", report / "index.html")
        self.walk(report)

    def test_a_recording_beside_a_run(self):
        """What is over other frames than what stands beside it says so."""
        script = self.folder / "opening.ndjson"
        messages = [{"id": f"m{number}", "role": "assistant", "text": "word " * 20} for number in range(6000)]
        script.write_text(json.dumps({"t_ms": 0, "event": "load", "messages": messages}) + "\n")
        one = sorted(self.recordings("one-beside", 2).iterdir())[0]
        run("replay", script, "--profile", "messaging-ui", "--cost", "modelled", "--refresh", "60",
            "--output", self.folder / "opened", "--quiet")
        report = self.folder / "beside"
        report.mkdir()
        said = run("compare", one, self.folder / "opened", "--html", report / "index.html").stdout
        self.driver.get((report / "index.html").resolve().as_uri())
        page = self.driver.execute_script("return document.body.innerText")
        for words in (said, page):
            self.assertIn("leave out those that open a conversation", " ".join(words.split()))

    def test_a_gate(self):
        report = self.folder / "gate"
        run("gate", "stream-steady", "--baselines", self.folder / "none.csv", "--output", report, "--quiet")
        self.walk(report)

    def test_what_single_choices_do(self):
        report = self.folder / "ablation"
        run("run", "stream-steady", "--ablate", "--profile", "vercel-v0", "--cost", "modelled", "--refresh", "60",
            "--output", report, "--quiet")
        self.walk(report)

    def test_each_missed_limit_has_its_strip(self):
        report = self.folder / "missed"
        run("drive", ROOT / "Examples/web-chat/APP.yaml", "--quiet", "--url", "/index.html?fault=fold-jump",
            "--scenario", "fold", "--refresh", "60", "--output", report)
        moments = self.walk(report)
        for limit, what in (
            ("how far a folded card's head moved", "the head of a card that was clicked moved"),
            ("times a reader was moved", "which was read, moved"),
        ):
            self.assertTrue(any(limit in words and what in words for words in moments), moments)

    def test_two_runs_side_by_side(self):
        for name, profile in (("one", "reference"), ("two", "messaging-ui")):
            run("run", "stream-steady", "--profile", profile, "--cost", "modelled", "--refresh", "60",
                "--output", self.folder / name, "--quiet")
        report = self.folder / "pair"
        report.mkdir()
        run("compare", self.folder / "one", self.folder / "two", "--html", report / "index.html")
        self.walk(report)

    def test_a_capacity(self):
        report = self.folder / "capacity"
        run("capacity", "--dimension", "tokens-per-s", "--profile", "reference", "vercel-v0", "--cost", "modelled",
            "--refresh", "60", "--output", report, "--quiet")
        self.walk(report)

    def test_a_check_that_finds_something(self):
        """What is worse has a page of its own that says so first, and the check leads to it."""
        for name, longest in (("before", 2), ("now", 3)):
            self.recordings(f"checked-{name}", longest)
        home = self.folder / "checked"
        home.mkdir()
        file = home / "stillpoint.yaml"
        for name, more in (("before", ("--accept", "--reason", "the first")), ("now", ())):
            file.write_text(f"recordings: [{{name: chat, files: ../checked-{name}/*.csv, refresh: 60, gaps: stall, "
                            "budgets: {hitch_ratio_ms_per_s: 500, hitch_max_ms: 500, budget_adherence_pct: 0}}]\n"
                            "compare: {with: baseline.json}\n")
            run("check", "--file", file, "--output", home / "out", *more, "--quiet")
        self.walk(home / "out")
        verdict = json.loads((home / "out/check.json").read_text())
        self.assertEqual(verdict["verdict"], "worse", verdict["findings"])
        self.driver.get((home / "out/runs/chat/index.html").resolve().as_uri())
        self.assertEqual(self.driver.find_element("css selector", "h1").text, "Worse")
        reasons = self.driver.find_element("css selector", ".reasons").text
        self.assertRegex(reasons, r"is worse than .* in the baseline of .*: at [0-9.]+ s( \([0-9.]+ s in the file\))? a frame was [0-9.]+ ms late")

    def test_a_tour(self):
        report = self.folder / "tour"
        run("tour", "--output", report, "--quiet")
        self.walk(report)
        self.driver.get((report / "index.html").resolve().as_uri())
        dots = self.driver.find_elements("css selector", "#headline .grid .dot")
        with open(report / "metrics.csv", newline="") as csv_file:
            cells = {(row["scenario"], row["profile"]) for row in csv.DictReader(csv_file)}
        self.assertEqual(len(dots), len(cells))
        self.assertFalse(self.driver.find_element("css selector", "#headline .headline:not(.grid)").is_displayed())

    def test_a_fleet(self):
        parts = self.folder / "parts"
        parts.mkdir()
        for name, longest in (("1.0", 2), ("1.1", 9)):
            run("analyze", *self.recordings(f"version-{name}", longest).iterdir(), "--refresh", "60", "--sessions",
                parts / name, "--quiet")
        report = self.folder / "fleet"
        run("fleet", parts, "--output", report)
        self.walk(report)

    def test_a_driven_page(self):
        report = self.folder / "page"
        run("drive", ROOT / "Examples/web-chat/APP.yaml", "--quiet", "--url", "/index.html?fault=late-text",
            "--scenario", "stream-steady", "--refresh", "60", "--output", report)
        self.walk(report)

    def test_a_page_on_which_nothing_is_sent(self):
        """A scenario without an answer says that, and judges no text."""
        report = self.folder / "keyboard"
        said = run("drive", ROOT / "Examples/web-chat/APP.yaml", "--scenario", "keyboard", "--refresh", "60",
                   "--output", report, expect=(0,))
        self.walk(report)
        words = said.stdout + said.stderr
        self.assertIn("(no text was sent)", words)
        self.assertNotIn("kept every budget, and no text was lost", words)
