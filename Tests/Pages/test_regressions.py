"""Planted regressions, each through the doors that can see it: what broke, when, where, why and what to type next
stand on the first screen of the page, or behind two links at most (regressions.toml)."""

import os
import shutil
import subprocess
import tomllib
import unittest
from urllib.parse import unquote

from browser import ROOT, folder, open_browser, reason_to_skip, stillpoint

TABLE = tomllib.loads((ROOT / "Tests/Pages/regressions.toml").read_text())
CELLS = ("who", "when", "where", "why", "next")

# The words on the first screen, all words with everything opened, and where links lead.
READ = r"""
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const first = [];
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (!node.parentElement.checkVisibility()) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  if ([...range.getClientRects()].some(box => box.height > 0 && box.bottom <= innerHeight)) first.push(node.data);
}
for (const details of document.querySelectorAll('details')) details.open = true;
return {
  first: first.join(''), all: document.body.innerText,
  links: [...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href')),
};
"""


def plain(words):
    return " ".join(words.split())


@unittest.skipIf(reason_to_skip() or not shutil.which("node"), reason_to_skip() or "node is not installed")
class RegressionTests(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = folder()
        cls.driver = open_browser(1280, 900)
        cls.addClassCleanup(cls.driver.quit)
        for name, script in TABLE["home"].items():
            cls.make(name, script)

    @classmethod
    def make(cls, name, script):
        """Runs a script in a folder of this name."""
        place = cls.folder / name.replace(" ", "-")
        place.mkdir(exist_ok=True)
        environment = {**os.environ, "S": stillpoint(), "ROOT": str(ROOT), "HOMES": str(cls.folder)}
        done = subprocess.run(
            ["bash", "-ec", TABLE["functions"] + script], cwd=place, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise AssertionError(f"{name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return place

    def read(self, page):
        self.driver.get(page.resolve().as_uri())
        found = self.driver.execute_script(READ)
        pages = []
        for link in found["links"]:
            path = (page.parent / unquote(link.partition("#")[0])).resolve()
            if not link.startswith("#") and ":" not in link and path.suffix == ".html" and path.exists():
                pages.append(path)
        return plain(found["first"]), plain(found["all"]), pages

    def test_each_door(self):
        for case in TABLE["case"]:
            with self.subTest(case["regression"], door=case["door"]):
                place = self.make(f"{case['regression']} {case['door']}", case["make"])
                first, all_words, pages = self.read(place / case["page"])
                words, seen, waiting = all_words, set(), [(page, 1) for page in pages]
                while waiting:
                    page, depth = waiting.pop(0)
                    if page in seen or depth > 2:
                        continue
                    seen.add(page)
                    _, more, pages = self.read(page)
                    words += " " + more
                    waiting += [(page, depth + 1) for page in pages]
                self.assertIn(plain(case["who"]), first, "who broke is not on the first screen")
                for cell in CELLS:
                    if cell in case:
                        self.assertIn(plain(case[cell]), words, cell)

    def test_the_table_has_each_regression(self):
        names = {case["regression"] for case in TABLE["case"]}
        self.assertEqual(names, set(TABLE["regressions"]))
        for case in TABLE["case"]:
            held = {cell for cell in CELLS if cell in case}
            self.assertEqual(held | set(case.get("not_held", {})), set(CELLS), case["regression"])
