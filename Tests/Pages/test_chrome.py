"""The Chromium that is here writes traces that `analyze` reads by their reporters.

A page of this test's own adds a word in every frame and blocks its main thread once. Chrome has renamed
the reporters' arguments before: the next time is found here. Times are not looked at, but that one frame
took as long as the page blocked.
"""

import base64
import collections
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import browser

CATEGORIES = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]
BLOCKED_MS = 300
PAGE = """data:text/html,<p id=text></p><script>
let n = 0;
function frame() {
  text.textContent += ' word' + n++;
  if (n == 60) { const end = performance.now() + %d; while (performance.now() < end); }
  if (n < 120) requestAnimationFrame(frame); else document.title = 'done';
}
setTimeout(() => requestAnimationFrame(frame), 200);
</script>""" % BLOCKED_MS


class Pipe:
    """A browser that answers the DevTools protocol on two descriptors: no port, no driver."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="stillpoint-chrome-", ignore_cleanup_errors=True)
        to_read, self.input = os.pipe()
        output, to_write = os.pipe()

        def pass_on():
            # 3 and 4 may be ends of the pipes themselves: first out of the way.
            for end, place in ((to_read, 103), (to_write, 104)):
                os.dup2(end, place)
            for place, number in ((103, 3), (104, 4)):
                os.dup2(place, number)

        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
        self.process = subprocess.Popen(
            [browser.browser(), *arguments, f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=pass_on, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.output = os.fdopen(output, "rb", buffering=0)
        self.rest = b""
        self.count = 0
        self.events = collections.deque()

    def message(self):
        while b"\0" not in self.rest:
            piece = self.output.read(1 << 20)
            if not piece:
                raise AssertionError("the browser went away")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        os.write(self.input, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while True:
            while self.events:
                event = self.events.popleft()
                if event.get("method") == method:
                    return event["params"]
            self.events.append(self.message())

    def close(self):
        try:
            self.call("Browser.close")
        except (AssertionError, OSError):
            pass
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        self.output.close()
        self.profile.cleanup()


def record(form):
    """A trace of the page in Chrome's form `json` or `proto`."""
    pipe = Pipe()
    try:
        target = pipe.call("Target.createTarget", url="about:blank")["targetId"]
        session = pipe.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        config = {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}
        pipe.call("Tracing.start", transferMode="ReturnAsStream", streamFormat=form, traceConfig=config)
        pipe.call("Page.navigate", session, url=PAGE)
        pipe.call(
            "Runtime.evaluate", session, awaitPromise=True,
            expression="new Promise(f => { const t = setInterval(() => {"
            " if (document.title == 'done') { clearInterval(t); f(); } }, 50) })",
        )
        pipe.call("Tracing.end")
        handle = pipe.wait("Tracing.tracingComplete")["stream"]
        trace = b""
        while True:
            piece = pipe.call("IO.read", handle=handle, size=1 << 20)
            data = piece["data"]
            trace += base64.b64decode(data) if piece.get("base64Encoded") else data.encode()
            if piece["eof"]:
                return trace
    finally:
        pipe.close()


@unittest.skipUnless(browser.browser(), "no Chromium: scripts/bootstrap --with-tests installs it")
class ChromeTests(unittest.TestCase):
    def check(self, form, variant):
        folder = browser.folder()
        path = folder / f"trace.{form}"
        path.write_bytes(record(form))
        done = browser.run("analyze", path, "--output", folder / "analysis")
        self.assertIn(f"Chrome trace, {variant}", done.stdout)
        analysis = json.loads(Path(folder / "analysis/run.json").read_text())
        pages = [cell for cell in analysis["cells"] if cell["recording"]["session"].startswith("Renderer")]
        page = max(
            (cell for cell in pages if not cell["recording"]["session"].endswith("anything presented")),
            key=lambda cell: self.figure(cell, "active_ticks"),
        )
        self.assertGreater(self.figure(page, "active_ticks"), 60)
        # A busy machine may make it longer.
        self.assertGreater(self.figure(page, "hitch_max_ms"), BLOCKED_MS - 60)
        self.assertLessEqual(self.figure(page, "hitch_time_all_ms"), self.figure(page, "animating_ms"))
        self.assertIn("by its own tool", done.stdout)

    @staticmethod
    def figure(cell, name):
        return next(m["value"] for m in cell["metrics"] if m["metric"] == name and m["value"] is not None)

    def test_a_trace_as_text_is_read_by_its_reporters(self):
        self.check("json", "PipelineReporter")

    def test_a_binary_trace_is_read_by_its_reporters(self):
        self.check("proto", "PipelineReporter, protobuf")


if __name__ == "__main__":
    unittest.main()
