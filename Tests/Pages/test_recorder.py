"""The recorder for web pages, in a page that shows an answer and jumps under its reader.

How long frames took on this machine is not looked at: only that text, places and the log's end are there.
"""

import functools
import http.server
import json
import shutil
import threading

import browser

PAGE = """<!doctype html><meta charset="utf-8">
<style>#log {height: 400px; width: 300px; overflow: auto; overflow-anchor: none} p {margin: 8px; height: 40px}</style>
<div id="log"></div>
<script type="module">
import { recordPage } from "./stillpoint-recorder.mjs";
const log = document.getElementById("log");
const lines = [];
function add(text) {
  const message = document.createElement("p");
  message.id = "m" + log.children.length;
  message.textContent = text;
  log.append(message);
  return message;
}
for (let number = 0; number < 40; number += 1) add("message " + number);
const recording = recordPage({
  app: "page", version: "1", write: (line) => lines.push(line), scroller: log,
  messages: () => [...log.children].map((element) => ({ id: element.id, element })),
});
const answer = add("");
log.scrollTop = log.scrollHeight;
let [frame, pending] = [0, ""];
function paint() {
  frame += 1;
  if (frame < 60) {
    recording.received(answer.id, 6);
    pending += "words ";
  }
  if (frame % 2 && pending) [answer.textContent, pending] = [answer.textContent + pending, ""];
  if (frame === 80) {
    // A hand: the wheel, and where it leads.
    log.dispatchEvent(new WheelEvent("wheel"));
    log.scrollTop -= 600;
  }
  // Something small moves in every frame, so that each is recorded.
  log.dataset.frame = frame;
  // Without anchoring by the browser the line that is read goes down.
  if (frame === 140) log.firstChild.style.height = "100px";
  if (frame < 200) return requestAnimationFrame(paint);
  recording.ended(answer.id);
  recording.stop();
  window.recorded = lines.join("");
}
requestAnimationFrame(paint);
</script>"""


class RecorderTests(browser.PageCase):
    def test_text_and_a_moved_reader_are_recorded(self):
        folder = browser.folder()
        (folder / "index.html").write_text(PAGE, encoding="utf-8")
        shutil.copy(browser.ROOT / "Examples/recorder/stillpoint-recorder.mjs", folder)
        # Python's own table may not know the ending.
        handler = functools.partial(QuietHandler, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.driver.get(f"http://127.0.0.1:{server.server_port}/index.html")
        text = self.driver.execute_async_script(
            "const done = arguments[0];"
            "const look = () => window.recorded ? done(window.recorded) : setTimeout(look, 50);"
            "look();"
        )
        log = folder / "page.ndjson"
        log.write_text(text, encoding="utf-8")
        browser.run("analyze", log, "--output", folder / "analysis", "--quiet")
        analysis = json.loads((folder / "analysis/run.json").read_text(encoding="utf-8"))
        figures = {
            (metric["metric"], metric["stat"]): metric.get("value")
            for metric in analysis["cells"][0]["metrics"]
        }
        self.assertEqual(figures["tokens", "value"], 59)
        self.assertGreater(figures["token_visible_ms", "p50"], 0)
        self.assertEqual(figures["reader_moved_times", "value"], 1)
        self.assertEqual(figures["reader_moved_pt", "max"], 60)
        self.assertIn("stillpoint-frame-log-end", text.splitlines()[-1])


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *arguments):
        pass
