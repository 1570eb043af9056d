"""A run's page: its figures are the record's, it can be used by mouse and keyboard, and by everyone."""

import json
import re
import shutil
import unittest

import browser

SCENARIO = "stream-burst-stall"
HOSTILE = [
    "<script>alert('x')</script>", "</script><img src=x onerror=alert(1)>", "&lt;b&gt; &amp; &#60;",
    "\u202eright to left\u202c", "nul \u0000 here", "`${alert(1)}`", "\u2028\u2029",
]


def number(text):
    return float(text.replace("\u202f", "").replace("\u00a0", "").replace(" ", "").split("\n")[0])


class PageTests(browser.PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = browser.folder() / "run"
        browser.run(
            "run", SCENARIO, "prepend-while-reading", "--profile", "reference", "messaging-ui", "swiftui-tips",
            "--refresh", 60, "--cost", "modelled", "--trace", "--output", cls.folder, "--quiet",
        )
        cls.record = json.loads((cls.folder / "run.json").read_text())

    def setUp(self):
        self.open(self.folder / "index.html")

    def cell(self, scenario, profile):
        return next(
            one for one in self.record["cells"] if (one["scenario"], one["profile"]) == (scenario, profile)
        )

    def anchor(self, scenario, profile):
        return f"{scenario}.{profile}.iphone-15-pro.60hz"

    def test_the_verdict_is_the_records(self):
        word = self.find("h1").text
        self.assertEqual(word, "Pass" if self.record["verdict"]["pass"] else "Fail")
        self.assertNotIn("run run", self.driver.title + self.find("header.verdict").text.lower())
        for name in ("run.json", "metrics.csv", "frames.csv", "trace.perfetto-trace"):
            link = self.find(f'.files a[href="{name}"]')
            self.assertTrue((self.folder / link.get_attribute("href").rsplit("/", 1)[1]).exists())
        self.assertIn("stillpoint run stream-burst-stall", self.find(".command").text)
        self.check_quiet()

    def test_the_first_tables_figures_are_the_records(self):
        columns = {
            0: ("hitch_ratio_ms_per_s", "value"), 1: ("budget_adherence_pct", "value"),
            2: ("frame_cost_ms", "p99"), 4: ("anchor_drift_max_pt", "value"),
            6: ("chunk_visible_ms", "p99"), 7: ("opening_ms", "max"),
        }
        checked = 0
        for row in self.all("#headline tbody tr[data-words]"):
            scenario, profile, _ = row.get_attribute("data-words").split(" ")
            cell = self.cell(scenario, profile)
            cells = row.find_elements("css selector", "td.figure")
            for column, (metric, statistic) in columns.items():
                value = next(
                    (one.get("value") for one in cell["metrics"]
                     if one["metric"] == metric and one["stat"] == statistic), None,
                )
                shown = cells[column].get_attribute("data-value")
                self.assertEqual(float(shown) if shown else None, value, f"{scenario} {profile} {metric}")
                checked += value is not None
            # What missed is red somewhere in the row, and a star stands on nothing that missed.
            is_red = "missed" in row.get_attribute("innerHTML").replace("fell-short", "")
            # What rests on a choice of our model is neither.
            self.assertEqual(is_red, cell["verdict"]["kind"] not in ("pass", "model"), f"{scenario} {profile}")
            for figure in cells:
                if figure.find_elements("css selector", ".best"):
                    self.assertNotIn("missed", figure.get_attribute("class").split())
        self.assertGreater(checked, 20)

    def rows(self):
        return [
            row.get_attribute("data-words").rsplit(" ", 1)[0]
            for row in self.all("#headline tbody tr[data-words]") if row.is_displayed()
        ]

    def test_no_column_of_the_first_table_is_cut(self):
        hidden = self.js("const box = document.querySelector('#headline .scroller'); return box.scrollWidth - box.clientWidth")
        self.assertLessEqual(hidden, 0)

    def test_the_first_table_is_sorted_and_filtered(self):
        from selenium.webdriver.support.ui import Select

        self.assertEqual(len(self.rows()), 6)
        self.find("input[name=missed]").click()
        missed = {f'{c["scenario"]} {c["profile"]}' for c in self.record["cells"] if c["verdict"]["kind"] != "pass"}
        self.assertEqual(set(self.rows()), missed)
        self.find("input[name=missed]").click()
        self.find("input[name=words]").send_keys("messaging")
        self.assertEqual(len(self.rows()), 2)
        self.assertEqual(self.find("#headline .count").text, "2 of 6 rows")
        self.find("input[name=words]").clear()
        self.js("document.querySelector('input[name=words]').dispatchEvent(new Event('input'))")
        sort = Select(self.find("select[name=sort]"))
        sort.select_by_visible_text("Frame cost, p99, 60 Hz")
        costs = [
            float(row.find_elements("css selector", "td.figure")[2].get_attribute("data-value"))
            for row in self.all("#headline tbody tr[data-words]")
        ]
        self.assertEqual(costs, sorted(costs, reverse=True))
        sort.select_by_visible_text("scenario")
        self.assertEqual(len(self.rows()), 6)
        self.check_quiet()

    def test_the_chart_is_zoomed_and_its_address_leads_back(self):
        from selenium.webdriver.common.keys import Keys

        name = self.anchor(SCENARIO, "messaging-ui")
        self.go(name)
        chart = f'figure.frames[data-anchor="{name}"]'
        self.js(f"document.querySelector('{chart}').scrollIntoView({{ block: 'center' }})")
        self.wait()
        for _ in range(100):
            if self.all(f"{chart} canvas"):
                break
            self.wait()
        box = self.find(f"{chart} .chart")
        box.send_keys("+")
        box.send_keys("+")
        self.assertRegex(self.js("return decodeURIComponent(location.hash)"), f"{re.escape(name)}:zoom=")
        box.send_keys("n")
        late = self.find(f"{chart} .readout").text
        self.assertIn("late, lost", late)
        address = self.js("return decodeURIComponent(location.hash)")
        self.assertRegex(address, ":tick=[0-9]+")
        box.send_keys(Keys.ARROW_RIGHT)
        self.assertNotEqual(self.find(f"{chart} .readout").text, late)
        box.send_keys("0")
        # A fresh page at that address shows the same frame.
        self.open(self.folder / "index.html", address)
        self.wait()
        self.assertEqual(self.find(f"{chart} .readout").text, late)
        link = self.find(f"{chart} .readout a")
        self.js("arguments[0].click()", link)
        self.wait()
        tick = re.search("tick=([0-9]+)", address).group(1)
        self.assertEqual(self.find('figure.screen[data-side="left"]').get_attribute("data-tick"), tick)
        self.check_quiet()

    def test_the_tab_key_has_few_stops(self):
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.keys import Keys

        limit = 40 + 8 * len(self.record["cells"])
        self.js("document.activeElement.blur(); scrollTo(0, 0)")
        seen = 0
        while seen <= limit:
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            if self.js("return document.activeElement === document.body"):
                break
            seen += 1
        self.assertGreater(seen, 10)
        self.assertLessEqual(seen, limit)

    def test_all_figures_are_reachable_by_keyboard(self):
        from selenium.webdriver.common.keys import Keys

        name = self.anchor(SCENARIO, "reference")
        self.go(name)
        summary = self.find(f'[id="{name}"] details.metrics summary')
        summary.send_keys(Keys.ENTER)
        scroller = self.find(f'[id="{name}"] details.metrics .scroller')
        self.assertEqual(scroller.get_attribute("tabindex"), "0")
        rows = scroller.find_elements("css selector", "tbody tr")
        self.assertEqual(len(rows), len(self.cell(SCENARIO, "reference")["metrics"]))
        scroller.send_keys(Keys.END)
        self.wait()
        # The last row can be brought into sight.
        for _ in range(200):
            end = self.js("return arguments[0].scrollTop + arguments[0].clientHeight >= arguments[0].scrollHeight - 2", scroller)
            if end:
                break
            scroller.send_keys(Keys.PAGE_DOWN)
            self.wait()
        self.assertTrue(end)

    def test_the_replay_of_a_cell_is_a_page_of_its_own_in_a_large_run(self):
        pages = sorted(path.name for path in self.folder.glob("replay-*.html"))
        # One of these runs is longer than two minutes.
        self.assertEqual(len(pages), 6)
        link = self.find(f'[id="{self.anchor(SCENARIO, "swiftui-tips")}"] a[href^="replay-"]')
        self.assertIn(link.get_attribute("href").rsplit("/", 1)[1], pages)
        self.open(self.folder / pages[0])
        self.assertEqual(self.find("#replay").get_attribute("data-sides"), "2" if "reference" not in pages[0] else "1")
        self.check_axe()
        self.check_quiet()

    def check_axe(self):
        from axe_core_python.selenium import Axe

        results = Axe().run(self.driver, options={"resultTypes": ["violations"]})
        grave = [
            (one["id"], one["impact"], [node["html"][:160] for node in one["nodes"][:3]])
            for one in results["violations"] if one["impact"] in ("serious", "critical")
        ]
        self.assertEqual(grave, [])

    def test_axe_finds_nothing_serious(self):
        # Every kind of thing once: the cells are alike, and axe looks at each element for seconds.
        self.js("""
            for (const one of document.querySelectorAll('article.cell details.fold')) one.open = false;
            for (const one of document.querySelectorAll('header details, #headline details, #replay details, nav details')) one.open = true;
            const cell = document.querySelector('article.cell');
            for (const one of cell.querySelectorAll('details')) one.open = true;
        """)
        self.js("document.querySelector('#replay').scrollIntoView()")
        self.wait()
        self.check_axe()

    def test_it_is_readable_without_scripts(self):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.driver.get((self.folder / "index.html").as_uri())
            self.assertIn(self.find("h1").text, ("Pass", "Fail"))
            self.assertEqual(len(self.all("#headline tbody tr[data-words]")), 6)
            self.assertFalse(self.find("#replay").is_displayed())
            self.assertFalse(self.find(".table-tools").is_displayed())
        finally:
            self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_two_runs_are_compared_on_a_page(self):
        other = self.folder.parent / "other"
        browser.run(
            "run", "prepend-while-reading", "--profile", "reference", "messaging-ui", "--refresh", 60,
            "--cost", "modelled", "--host-share", "0.5", "--output", other, "--quiet",
        )
        # The other run's frames cost more: a run of other figures and the same load.
        page = self.folder.parent / "comparison.html"
        done = browser.run("compare", self.folder, other, "--html", page)
        self.open(page)
        printed = [line for line in done.stdout.splitlines() if line]
        self.assertEqual(self.find(".sentence").text.rstrip("."), f"{printed[1]} {printed[-1]}")
        cells = self.all("article.cell")
        self.assertEqual(len(cells), 2)
        for cell in cells:
            counts = [int(one.text) for one in cell.find_elements("css selector", ".counts b")]
            listed = len(cell.find_elements("css selector", "tbody tr"))
            self.assertEqual(sum(counts), listed)
        self.assertEqual(self.find("#replay").get_attribute("data-sides"), "2")
        self.check_axe()
        self.check_quiet()

    def test_better_and_worse_figures_stand_in_their_rows(self):
        """Of a run whose record says other figures, each is on the page with its verdict and change."""
        other = self.folder.parent / "changed"
        shutil.copytree(self.folder, other)
        self.addCleanup(shutil.rmtree, other)
        record = json.loads((other / "run.json").read_text())
        changes = {
            (SCENARIO, "reference", "frame_cost_ms", "p99"): (2.0, "worse", "+100 %"),
            (SCENARIO, "reference", "budget_adherence_pct", "value"): (0.5, "worse", "-50 %"),
            (SCENARIO, "messaging-ui", "frame_cost_ms", "p99"): (0.5, "better", "-50 %"),
            (SCENARIO, "messaging-ui", "budget_adherence_pct", "value"): (1.0, "equal", ""),
        }
        for cell in record["cells"]:
            for metric in cell["metrics"]:
                key = (cell["scenario"], cell["profile"], metric["metric"], metric["stat"])
                if key in changes:
                    metric["value"] *= changes[key][0]
                    metric["samples"] = []
        (other / "run.json").write_text(json.dumps(record))
        page = self.folder.parent / "changes.html"
        done = browser.run("compare", self.folder, other, "--html", page, expect=(2,))
        self.assertIn("2 worse, 1 better", done.stdout)
        self.open(page)
        self.assertEqual(self.find("h1").text, "Worse")
        titles = {"frame_cost_ms": "frame cost, p99", "budget_adherence_pct": "frames on time"}
        for (scenario, profile, metric, _), (_, verdict, change) in changes.items():
            cell = self.find(f'[id="{self.anchor(scenario, profile)}"]')
            rows = [
                [one.get_attribute("textContent") for one in row.find_elements("css selector", "td, th")]
                for row in cell.find_elements("css selector", "tbody tr")
            ]
            found = [row for row in rows if titles[metric] in row[1] and row[0] == verdict]
            self.assertEqual(len(found), 1, (metric, verdict, [row[:2] for row in rows][:9]))
            if change:
                self.assertIn(change.replace(" ", ""), re.sub(r"\s", "", found[0][3]))
                mark = cell.find_element("xpath", f".//tr[contains(., '{titles[metric]}')]/td[1]")
                self.assertEqual(mark.get_attribute("class"), "missed" if verdict == "worse" else "kept")
        self.check_quiet()

    def test_a_round_of_the_gate_has_a_section(self):
        gate = self.folder.parent / "gate"
        base = self.folder.parent / "base"
        browser.run(
            "run", "first-message", "--profile", "reference", "--refresh", 60, "--cost", "modelled",
            "--output", base, "--quiet",
        )
        browser.run("gate", "--base", base, "--output", gate, expect=(0, 2, 3, 4))
        copy = self.folder.parent / "gated"
        shutil.copytree(self.folder, copy)
        self.addCleanup(shutil.rmtree, copy)
        browser.run("report", copy, "--gate", gate, "--quiet")
        self.open(copy / "index.html")
        verdict = json.loads((gate / "gate.json").read_text())["verdict"]
        self.assertEqual(self.find("#gate h2").text, f"Gate: {verdict}")
        self.assertTrue(self.find('nav a[href="#gate"]').is_displayed())
        self.check_axe()
        self.check_quiet()


class DarkPhoneTests(browser.PageCase):
    """The same page on a phone in the dark: contrast, and nothing wider than the screen."""

    dark = True
    width = 390

    def test_axe_finds_nothing_serious_and_nothing_is_cut(self):
        folder = browser.folder() / "run"
        browser.run(
            "run", SCENARIO, "--profile", "reference", "messaging-ui", "--refresh", 60, "--cost", "modelled",
            "--output", folder, "--quiet",
        )
        self.open(folder / "index.html")
        self.js("document.querySelector('#replay').scrollIntoView()")
        self.wait()
        PageTests.check_axe(self)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 390)
        self.check_quiet()


class HostileTests(browser.PageCase):
    """Text that tries to be something else is text."""

    def test_hostile_text_is_shown_as_text(self):
        folder = browser.folder()
        long = "x" * 1_000_000
        texts = [*HOSTILE, long, "<b>bold</b> " * 400]
        lines = [{"t_ms": 0, "event": "load", "messages": [
            {"id": f"m{i} {text[:40]}", "role": "assistant", "text": text} for i, text in enumerate(texts)
        ]}]
        identifier = HOSTILE[0] + HOSTILE[3]
        lines += [
            {"t_ms": 100, "event": "stream_begin", "id": identifier},
            *({"t_ms": 120 + 20 * i, "event": "token", "id": identifier, "text": texts[i % 7] + " "} for i in range(60)),
            {"t_ms": 1500, "event": "stream_end", "id": identifier, "reason": "complete"},
            {"t_ms": 1600, "event": "stall", "ms": 120},
            {"t_ms": 1610, "event": "scroll_to", "edge": "top", "animated": False},
        ]
        path = folder / "hostile <script>alert('x')</script> \u202e.ndjson".replace("/", "_")
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        for options in ([], ["--with-text"]):
            browser.run(
                "replay", path, "--profile", "reference", "--cost", "modelled", "--measurer", "fixed",
                "--output", folder / "run", "--quiet", *options, expect=(0, 1, 2, 3),
            )
            self.open(folder / "run" / "index.html")
            self.assertEqual(self.js("return document.querySelectorAll('body img, body b[onclick]').length"), 0)
            self.assertIn("<script>", self.find("#headline").text)
            self.js("document.querySelector('#replay').scrollIntoView()")
            self.js("document.querySelector('figure.screen details').open = true")
            self.find("#replay [data-act=next]").click()
            self.find("#replay [data-act=previous]").click()
            self.wait()
            self.check_quiet()
        shown = self.js("return document.querySelector('figure.screen tbody').textContent")
        self.assertTrue(any(text[:12] in shown for text in HOSTILE), shown[:200])
        shutil.rmtree(folder / "run")


if __name__ == "__main__":
    unittest.main()
