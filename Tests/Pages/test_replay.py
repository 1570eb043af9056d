"""The replay shows what was recorded: places, drift and stalls."""

import colorsys
import json
import random
import re
import unittest

import browser

EVENTS = [
    {"t_ms": 0, "event": "load", "messages": [
        {"id": f"m-{i}", "role": "user" if i % 2 == 0 else "assistant", "text": "word " * (9 + 37 * i % 90)}
        for i in range(60)
    ]},
    {"t_ms": 400, "event": "send", "id": "user-1", "text": "Hello"},
    {"t_ms": 420, "event": "stream_begin", "id": "assistant-1"},
] + [
    {"t_ms": 500 + 40 * i, "event": "token", "id": "assistant-1", "text": f"token {i} of it "}
    for i in range(120)
] + [{"t_ms": 5400, "event": "stream_end", "id": "assistant-1", "reason": "complete"}]

STALL_MS = 2500
DRIFT_MS = 3000
SEED = int(__import__("os").environ.get("SEED", "1"))


def script(path, *more):
    events = sorted([*EVENTS, *more], key=lambda event: event["t_ms"])
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    return path


def replay(folder, name, events, profile, *options):
    """Replays a script; gives the run's page and the frame log's lines."""
    log = folder / f"{name}-frames.ndjson"
    browser.run(
        "replay", events, "--profile", profile, "--refresh", 60, "--cost", "modelled",
        "--measurer", "fixed", "--frames", log, "--output", folder / name, "--quiet", *options,
    )
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return folder / name / "index.html", [line for line in lines if "frame" in line]


class ReplayTests(browser.PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = browser.folder()

    def screen(self, side="left"):
        return self.find(f'figure.screen[data-side="{side}"]')

    def look(self, anchor, tick):
        self.go(f"replay:{anchor}:tick={tick}")
        self.wait()

    def numbers(self):
        """What the page says is on screen: name, top and height."""
        return self.js("""
            const figure = document.querySelector('figure.screen[data-side="left"]');
            return [...figure.querySelectorAll('tbody tr')].map((row) =>
              [row.cells[0].textContent, Number(row.cells[1].textContent), Number(row.cells[2].textContent)]);
        """)

    def test_the_places_are_those_of_the_frame_log(self):
        events = script(self.folder / "places.ndjson")
        for profile in ("reference", "messaging-ui", "swiftui-tips"):
            page, log = replay(self.folder, f"places-{profile}", events, profile)
            self.open(page)
            anchor = self.find("article.cell").get_attribute("data-anchor")
            self.look(anchor, log[0]["frame"])
            self.js("document.querySelector('figure.screen details').open = true")
            chosen = random.Random(f"{SEED} {profile}").sample(log, 20)
            for line in chosen:
                self.look(anchor, line["frame"])
                with self.subTest(profile=profile, frame=line["frame"], seed=SEED):
                    self.assertEqual(self.screen().get_attribute("data-tick"), str(line["frame"]))
                    expected = [
                        [item["id"], item["y_pt"], item["height_pt"]] for item in line["visible"]
                    ]
                    self.assertEqual(self.numbers(), expected)
                    self.check_tabs(line)
            self.check_quiet()

    def tab(self, identifier):
        """The colour of a message's tab, as the page makes it."""
        code = 5381
        for unit in identifier:
            code = (code * 33 + ord(unit)) % 4294967296
        red, green, blue = colorsys.hls_to_rgb((code % 12) * 30 / 360, 0.55, 0.7)
        return tuple(round(255 * part) for part in (red, green, blue))

    def extent(self, image, colour, scale):
        """From where to where, in points, a tab of a colour is seen at the left or right edge."""
        rows = []
        for x in (round(5 * scale), image.width - 1 - round(5 * scale)):
            for y in range(image.height):
                pixel = image.getpixel((x, y))
                if all(abs(a - b) <= 3 for a, b in zip(pixel, colour)):
                    rows.append(y)
        return (min(rows) / scale, (max(rows) + 1) / scale) if rows else None

    def check_tabs(self, line):
        """A message that is whole on screen is drawn where the frame log has it."""
        canvas = self.screen().find_element("css selector", "canvas")
        scale = float(canvas.get_attribute("data-scale"))
        image = browser.canvas_image(self.driver, canvas)
        hues = [self.tab(item["id"]) for item in line["visible"]]
        checked = 0
        foot = line["viewport_pt"] - line.get("inset_bottom_pt", 0)
        for item in line["visible"]:
            top, bottom = item["y_pt"], item["y_pt"] + item["height_pt"]
            alone = hues.count(self.tab(item["id"])) == 1
            if not alone or top < line.get("inset_top_pt", 0) + 2 or bottom > foot - 2:
                continue
            seen = self.extent(image, self.tab(item["id"]), scale)
            self.assertIsNotNone(seen, item)
            self.assertAlmostEqual(seen[0], top, delta=1.5 / scale, msg=str(item))
            self.assertAlmostEqual(seen[1], bottom, delta=1.5 / scale, msg=str(item))
            checked += 1
        return checked

    def state_at(self, time):
        """What the screen says of itself at a time in seconds."""
        return self.js("""
            const slider = document.querySelector('#replay input[type=range]');
            slider.value = arguments[0];
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            return document.querySelector('figure.screen .state').textContent;
        """, time)

    def is_red(self, image):
        """Whether the edge says that a frame is late."""
        red, green, blue = image.getpixel((3, image.height // 2))
        return red > 180 and green < 90 and blue < 90

    def test_a_stall_of_200_ms_is_seen_in_the_pixels(self):
        stall = {"t_ms": STALL_MS, "event": "stall", "ms": 200}
        events = script(self.folder / "stall.ndjson", stall)
        page, log = replay(self.folder, "stall", events, "reference")
        late = max(log, key=lambda line: line.get("hitch_ms", 0))
        self.assertGreater(late["hitch_ms"], 180)
        self.open(page)
        # The filmstrip is the first thing under the verdict and the table of designs.
        sections = self.js("return [...document.querySelectorAll('main > section')].map((one) => one.className)")
        self.assertIn("films", " ".join(sections[:2]), sections)
        # Its pictures are in the order of time.
        strips = self.js("""return [...document.querySelectorAll('figure.film')].map((film) =>
            [...film.querySelectorAll('p.time')].map((time) => parseFloat(time.textContent))
                .filter((time) => !Number.isNaN(time)))""")
        self.assertTrue(any(strips))
        for times in strips:
            self.assertEqual(times, sorted(times))
        anchor = self.find("article.cell").get_attribute("data-anchor")
        self.look(anchor, late["frame"])
        canvas = self.screen().find_element("css selector", "canvas")
        shown = late["presented_ms"] / 1000
        due = shown - late["hitch_ms"] / 1000

        def at(time):
            self.js("""
                const slider = document.querySelector('#replay input[type=range]');
                slider.value = arguments[0];
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            """, time)
            self.wait()
            return browser.canvas_image(self.driver, canvas)

        before, early, long, after = (
            at(due - 0.004), at(due + 0.02), at(shown - 0.002), at(shown + 0.0005)
        )
        self.assertEqual([self.is_red(one) for one in (before, early, long, after)], [False, True, True, False])
        # What is inside the edge stands still for as long as the frame is late, and changes then.
        def inner(image):
            return image.crop((20, 60, image.width - 20, image.height - 20)).tobytes()

        self.assertEqual(inner(before), inner(early))
        self.assertEqual(inner(early), inner(long))
        self.assertNotEqual(inner(long), inner(after))
        # The screen says for how long the frame has been late, here and at the end of it.
        for share in (0.25, 0.5, 0.99):
            late_by = share * late["hitch_ms"]
            words = self.state_at(due + late_by / 1000)
            said = re.search(r"([0-9]+) ms", words)
            self.assertIsNotNone(said, words)
            self.assertAlmostEqual(int(said.group(1)), late_by, delta=1.01, msg=words)
        self.check_quiet()

    def test_a_drift_of_40_pt_is_seen_in_the_pixels(self):
        # The reader is up in the history while the answer streams below.
        up = {"t_ms": 900, "event": "scroll_to", "id": "m-30", "align": "top", "animated": False}
        events = script(self.folder / "drift.ndjson", up)
        page, log = replay(
            self.folder, "drift", events, "reference", "--plant-drift", f"{DRIFT_MS}:40"
        )
        moved = [line for line in log if abs(line.get("drift_pt", 0)) >= 39]
        self.assertEqual(len(moved), 1)
        place = log.index(moved[0])
        self.open(page)
        anchor = self.find("article.cell").get_attribute("data-anchor")
        extents = []
        for line in (log[place - 1], log[place]):
            self.look(anchor, line["frame"])
            canvas = self.screen().find_element("css selector", "canvas")
            scale = float(canvas.get_attribute("data-scale"))
            image = browser.canvas_image(self.driver, canvas)
            extents.append({
                item["id"]: self.extent(image, self.tab(item["id"]), scale) for item in line["visible"]
            })
        shared = [
            name for name in extents[0]
            if extents[0][name] and extents[1].get(name)
            and extents[0][name][1] < log[place]["viewport_pt"] - 160
            and extents[1][name][1] < log[place]["viewport_pt"] - 160
        ]
        self.assertTrue(shared)
        for name in shared:
            by = abs(extents[1][name][1] - extents[0][name][1])
            self.assertAlmostEqual(by, 40, delta=2 / scale, msg=name)
        state = self.screen().find_element("css selector", ".state").text
        self.assertRegex(state, r"moved 40 pt down")
        self.check_quiet()


class ControlTests(browser.PageCase):
    """The replay by mouse and by keyboard, one profile and two."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = browser.folder()
        events = script(
            cls.folder / "controls.ndjson",
            {"t_ms": STALL_MS, "event": "stall", "ms": 200},
            {"t_ms": 4000, "event": "stall", "ms": 100},
        )
        browser.run(
            "replay", events, "--profile", "reference", "messaging-ui", "--cost", "modelled",
            "--measurer", "fixed", "--output", cls.folder / "run", "--quiet",
        )

    def setUp(self):
        self.open(self.folder / "run" / "index.html")
        self.js("document.querySelector('#replay').scrollIntoView()")
        self.wait()

    def time(self):
        return float(self.find("#replay").get_attribute("data-time"))

    def press(self, key):
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(key).perform()
        self.wait()

    def click(self, act):
        self.find(f'#replay [data-act="{act}"]').click()
        self.wait()

    def test_two_profiles_stand_beside_each_other(self):
        self.assertEqual(self.find("#replay").get_attribute("data-sides"), "2")
        shown = [one for one in self.all("figure.screen canvas") if one.is_displayed()]
        self.assertEqual(len(shown), 2)

    def test_buttons_step_and_find_the_hitches(self):
        self.js("""
            const slider = document.querySelector('#replay input[type=range]');
            slider.value = slider.min;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        """)
        start = self.time()
        self.click("next")
        self.assertGreater(self.time(), start)
        self.click("previous")
        self.assertAlmostEqual(self.time(), start, delta=0.02)
        found = []
        for _ in range(12):
            before = self.time()
            self.click("hitch")
            if self.time() == before:
                break
            late = max(float(one.get_attribute("data-late")) for one in self.all("figure.screen"))
            self.assertGreater(late, 0)
            found.append((self.time(), late))
        self.assertTrue(any(2.5 < time < 3 and late > 150 for time, late in found), found)
        self.assertTrue(any(4 < time < 4.4 and late > 60 for time, late in found), found)

    def test_keys_do_the_same(self):
        self.js("document.querySelector('#replay input[type=range]').focus()")
        start = self.time()
        self.press(".")
        self.assertGreater(self.time(), start)
        self.press(",")
        self.assertAlmostEqual(self.time(), start, delta=0.02)
        self.press("h")
        self.assertNotEqual(self.time(), start)
        self.press(" ")
        self.assertEqual(self.find("#replay").get_attribute("data-playing"), "true")
        self.press(" ")
        self.assertEqual(self.find("#replay").get_attribute("data-playing"), "false")

    def test_playing_moves_time_to_the_end(self):
        from selenium.webdriver.support.ui import WebDriverWait

        self.js("""
            const slider = document.querySelector('#replay input[type=range]');
            slider.value = Number(slider.max) - 0.4;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        """)
        self.click("play")
        end = self.find("#replay input[type=range]").get_attribute("max")
        WebDriverWait(self.driver, 60).until(
            lambda d: self.find("#replay").get_attribute("data-playing") == "false"
        )
        self.assertAlmostEqual(self.time(), float(end), delta=1e-6)
        self.check_quiet()


if __name__ == "__main__":
    unittest.main()
