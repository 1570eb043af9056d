"""The probe of driven pages knows each message again when the page makes its elements anew, or puts other messages into them.

Every line keeps its name, so that all of them move by what the page was scrolled and none by the way between two equal messages.
"""

import json
import unittest

import browser

SCRIPTS = browser.ROOT / "Sources/System/CPageResources/Resources"
SETTINGS = {
    "messages": {"assistant": ".answer", "user": ".question"}, "scroller": "#log", "storage": {}, "answers": [], "usual": [],
    "nodeLimit": 300000, "textLimit": 1 << 20, "period": 16, "isReal": False, "formats": [], "streams": [], "content": [],
}
PAGE = """<!doctype html><style>body{margin:0}#log{height:500px;overflow-y:scroll}#log div{height:80px}</style>
<div id=log></div>"""


class ProbeTests(browser.PageCase):
    def setUp(self):
        source = "".join(
            f"(() => {{ const settings = {json.dumps(SETTINGS)};\n{(SCRIPTS / name).read_text()}\n}})();"
            for name in ("page-load.js", "page-probe.js"))
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", script)
        page = browser.folder() / "page.html"
        page.write_text(PAGE)
        self.driver.get(page.as_uri())

    def put(self, texts, top):
        """Makes all messages anew; every second one is an answer."""
        self.js("""const log = document.getElementById('log');
            log.replaceChildren(...arguments[0].map((text, index) => Object.assign(document.createElement('div'),
                { className: index % 2 ? 'answer' : 'question', textContent: text })));
            log.scrollTop = arguments[1];""", texts, top)

    def turn(self, texts, top):
        """Puts other texts into the elements that are there."""
        self.js("""const log = document.getElementById('log');
            arguments[0].forEach((text, index) => { log.children[index].textContent = text; });
            log.scrollTop = arguments[1];""", texts, top)

    def places(self):
        row = json.loads(self.js("__stillpoint.sample(); return __stillpoint.take()"))[-1]
        return {(line["m"], line["w"], line["n"]): line["y"] for line in row["lines"]}

    def ways(self, before, after):
        self.assertGreater(len(before.keys() & after.keys()), 2, (before, after))
        return {after[name] - before[name] for name in before.keys() & after.keys()}

    def talk(self, count, answer="Answer{0}"):
        return [text for index in range(count) for text in ("Hello", answer.format(index))]

    def test_messages_that_are_made_anew_keep_their_names(self):
        for answer in ("Answer{0}", "Same"):
            with self.subTest(answer):
                self.put(self.talk(20, answer), 1000)
                self.places()
                self.js("document.getElementById('log').scrollTop = 1400")
                before = self.places()
                self.put(self.talk(20, answer), 1400 - 159)
                self.assertEqual(self.ways(before, self.places()), {159})

    def test_messages_that_come_above_or_below_take_no_names(self):
        self.put(self.talk(20), 1400)
        before = self.places()
        self.put(self.talk(24), 1400 + 40)
        after = self.places()
        self.assertEqual(self.ways(before, after), {-40})
        self.put(["Hello", "Older1", "Hello", "Older2"] + self.talk(24), 1440 + 320)
        self.assertEqual(self.ways(after, self.places()), {0})

    def test_messages_in_elements_of_others_keep_their_names(self):
        talk = self.talk(20)
        self.put(talk[10:24], 300)
        before = self.places()
        # The elements hold what is one exchange lower; the page scrolls by as much.
        self.turn(talk[12:26], 300 - 160)
        self.assertEqual(self.ways(before, self.places()), {0})


if __name__ == "__main__":
    unittest.main()
