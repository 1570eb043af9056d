"""What is where on the page of the tour: what was compared comes first, nothing moves while it plays."""

import unittest

import browser


class LayoutTests(browser.PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = browser.folder() / "tour"
        cls.said = browser.run("tour", "--output", cls.folder, expect=(0,)).stdout

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def box(self, selector):
        return self.js("""
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
        """, selector)

    def follow(self, link):
        self.find(f'nav a[href="#{link}"]').click()
        self.wait()

    def test_the_terminal_ends_with_the_report_and_the_verdict(self):
        lines = self.said.rstrip("\n").split("\n")
        self.assertEqual(lines[-2].split(" ")[0], "Report")
        self.assertEqual(lines[-1].split(), ["Verdict", "pass"])
        self.assertLessEqual(len(lines), 24)
        self.assertNotIn("not run", self.said)
        self.assertLess(sum(file.stat().st_size for file in self.folder.iterdir()), 25_000_000)
        self.assertFalse((self.folder / "frames.csv").exists())

    def test_the_designs_stand_first(self):
        self.size(1280, 900)
        self.open(self.folder / "index.html")
        table = self.box("#designs table")
        self.assertLess(table["top"], 500)
        self.assertLess(table["bottom"], 900)
        order = self.js("return [...document.querySelectorAll('main > section')].map((one) => one.id || one.className)")
        self.assertEqual(order[0], "designs")
        self.assertIn("films", order[1])
        self.check_quiet()

    def test_controls_and_pictures_fit_a_window(self):
        self.size(1280, 900)
        self.open(self.folder / "index.html")
        self.follow("replay")
        menu = self.box("nav")
        for selector in (
            ".replay .controls", '.screen[data-side="left"] canvas', '.screen[data-side="right"] canvas',
        ):
            box = self.box(selector)
            self.assertGreaterEqual(box["top"], menu["bottom"], selector)
            self.assertLessEqual(box["bottom"], 900, selector)

    def test_two_phones_stand_beside_each_other_on_a_phone(self):
        self.size(390, 844)
        self.open(self.folder / "index.html")
        self.follow("replay")
        left, right = self.box('.screen[data-side="left"] canvas'), self.box('.screen[data-side="right"] canvas')
        self.assertEqual(left["top"], right["top"])
        self.assertLess(left["right"], right["left"])
        self.assertLessEqual(right["right"], 390)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 390)

    def test_nothing_moves_while_the_replay_goes_on(self):
        for width, height in ((1280, 900), (390, 844)):
            self.size(width, height)
            self.open(self.folder / "index.html")
            self.follow("replay")
            # The app that is busy: its frames are late.
            self.js("""
                const side = document.querySelector('select[data-side="left"]');
                side.value = [...side.options].find((option) => option.textContent.includes("busy")).value;
                side.dispatchEvent(new Event("change"));
            """)
            places, states = set(), set()
            for act in ["drift"] * 12 + ["next"] * 40 + ["hitch"] * 4 + ["previous"] * 20:
                self.js("document.querySelector(`[data-act=${arguments[0]}]`).click()", act)
                places.add(str([
                    self.box(one) for one in ('.screen[data-side="left"] canvas',
                                              '.screen[data-side="right"] canvas', ".replay > details.help")
                ]))
                states.add(self.find(".screen .state").text)
            self.assertGreater(len(states), 2, states)
            self.assertEqual(len(places), 1, places)

    def test_the_menu_covers_no_heading(self):
        for width in (390, 1280):
            self.size(width, 844)
            self.open(self.folder / "index.html")
            for link in ("designs", "headline", "replay", "reading", "environment"):
                self.follow(link)
                heading = self.box(f"#{link} h2")
                # The last one may stand lower where the page ends.
                self.assertGreaterEqual(heading["top"], self.box("nav")["bottom"] - 0.5, f"{link} at {width}")


if __name__ == "__main__":
    unittest.main()
