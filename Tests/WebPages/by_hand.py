"""A look at a page by WebDriver alone: it shares nothing with the program whose tests use it.

A reader turns the wheel and rests; then the page is changed, and the place of a line that he sees is noted after each paint.
"""
import base64, json, os, shutil, socket, struct, subprocess, tempfile, time, urllib.error, urllib.request

# Notes where a line is, in a task after each frame's paint.
FOLLOW = """(() => {
  const log = document.querySelector(SELECTOR), top = log.getBoundingClientRect().top;
  const line = [...log.children].find(one => one.getBoundingClientRect().top >= top + 100);
  const hand = window.hand = { places: [], line };
  const channel = new MessageChannel();
  channel.port1.onmessage = () => hand.places.push(line.getBoundingClientRect().top);
  const turn = () => { channel.port2.postMessage(0); requestAnimationFrame(turn); };
  hand.places.push(line.getBoundingClientRect().top);
  requestAnimationFrame(turn);
})()"""


class Classic:
    """WebKit and Chromium, by a driver."""

    def __init__(self, engine, width, height):
        self.processes, self.session, self.engine = [], "", engine
        self.home = tempfile.mkdtemp(prefix="by-hand-")
        environment = dict(os.environ, HOME=self.home, XDG_RUNTIME_DIR=self.home, XDG_CACHE_HOME=self.home)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if engine == "webkit":
            read, write = os.pipe()
            self.processes.append(subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-nolisten", "unix", "-screen", "0", "2000x2000x24"],
                pass_fds=[write], stderr=subprocess.DEVNULL))
            os.close(write)
            # It writes the number and the end of the line each by itself.
            with os.fdopen(read) as number:
                environment["DISPLAY"] = ":" + number.readline().strip()
            if os.getuid() == 0:
                environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
            command, options = ["WebKitWebDriver", f"--port={self.port}"], {}
        else:
            command = ["chromedriver", f"--port={self.port}"]
            options = {"goog:chromeOptions": {
                "binary": "/usr/bin/chromium", "args": ["--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]}}
        self.processes.append(subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.turned = 0
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                time.sleep(0.05)
        self.session = "/" + self.call("POST", "", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self.frame = (0, 0)
        self.resize(width, height)
        inner = json.loads(self.script("JSON.stringify([innerWidth, innerHeight])"))
        self.frame = (width - inner[0], height - inner[1])
        self.resize(width, height)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/session{self.session}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        try:
            return json.loads(urllib.request.urlopen(request, timeout=30).read())["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:300]) from error

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def script(self, text):
        return self.call("POST", "/execute/sync", {"script": f"return {text}", "args": []})

    def wheel(self, x, y, pixels):
        # WebKitWebDriver turns by what a number differs from the one before.
        self.turned = self.turned + pixels if self.engine == "webkit" else pixels
        action = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": self.turned, "duration": 0, "origin": "viewport"}
        self.call("POST", "/actions", {"actions": [{"type": "wheel", "id": "w", "actions": [action]}]})

    def resize(self, width, height):
        self.call("POST", "/window/rect", {"x": 0, "y": 0, "width": width + self.frame[0], "height": height + self.frame[1]})

    def end(self):
        try:
            self.call("DELETE", "")
        except Exception:
            pass
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Firefox:
    """Firefox, by WebDriver BiDi."""

    def __init__(self, width, height):
        self.home = tempfile.mkdtemp(prefix="by-hand-")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--new-instance", "--profile", self.home, "--remote-debugging-port", "0"],
            env=dict(os.environ, HOME=self.home, MOZ_CRASHREPORTER_DISABLE="1"), stdout=open(self.home + "/said", "wb"),
            stderr=subprocess.STDOUT)
        port = None
        while port is None:
            time.sleep(0.05)
            for line in open(self.home + "/said", errors="replace"):
                if "BiDi listening" in line and line.endswith("\n"):
                    port = int(line.strip().rsplit(":", 1)[1])
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        self.number = 0
        self.call("session.new", {"capabilities": {}})
        self.context = self.call("browsingContext.getTree", {})["contexts"][0]["context"]
        self.resize(width, height)

    def receive(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise RuntimeError("Firefox closed the connection")
            data += piece
        return data

    def call(self, method, parameters):
        self.number += 1
        data, mask = json.dumps({"id": self.number, "method": method, "params": parameters}).encode(), os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + size + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))
        while True:
            length = self.receive(2)[1] & 127
            if length == 126:
                length = struct.unpack(">H", self.receive(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.receive(8))[0]
            answer = json.loads(self.receive(length))
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(str(answer)[:300])
                return answer["result"]

    def open(self, url):
        self.call("browsingContext.navigate", {"context": self.context, "url": url, "wait": "complete"})

    def script(self, text):
        answer = self.call("script.evaluate", {"expression": text, "target": {"context": self.context}, "awaitPromise": False})
        return answer["result"].get("value")

    def wheel(self, x, y, pixels):
        action = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": pixels}
        self.call("input.performActions", {"context": self.context, "actions": [{"type": "wheel", "id": "w", "actions": [action]}]})

    def resize(self, width, height):
        self.call("browsingContext.setViewport", {"context": self.context, "viewport": {"width": width, "height": height}})

    def end(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def opened(engine, width=1280, height=800):
    for _ in range(3):
        try:
            return Firefox(width, height) if engine == "firefox" else Classic(engine, width, height)
        except (OSError, RuntimeError):
            continue
    raise RuntimeError(f"{engine} does not start")


def rest(page, selector):
    """Waits until what scrolls has stood still for half a second: a browser may be late with what hands do."""
    last, still = None, 0
    for _ in range(100):
        now = page.script(f"document.querySelector('{selector}').scrollTop")
        still = still + 1 if now == last else 0
        if still == 5:
            return
        last = now
        time.sleep(0.1)
    raise RuntimeError("what scrolls does not stand still")


def moved(engine, url, scenario, change, selector="#log"):
    """How far a line that a reader sees has moved beside his own way, in pixels; the furthest."""
    width, height = 1280, 800
    page = opened(engine, width, height)
    try:
        page.open(url)
        time.sleep(0.5)
        # In the middle of what scrolls.
        x, y = json.loads(page.script(
            f"JSON.stringify((b => [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)])"
            f"(document.querySelector('{selector}').getBoundingClientRect()))"))
        page.wheel(x, y, 100000)
        rest(page, selector)
        follow = FOLLOW.replace("SELECTOR", f"'{selector}'")
        if scenario == "change-in-wheel":
            page.script(follow)
            for turn in range(20):
                page.wheel(x, y, -120)
                time.sleep(0.02)
                if turn == 8:
                    page.script(f"{change}, 0")
            time.sleep(1)
            places = json.loads(page.script("JSON.stringify(hand.places)"))
            return max(0, max(abs(place - places[0]) for place in places) - 2400)
        for _ in range(5):
            page.wheel(x, y, -120)
            time.sleep(0.02)
        # The nested scroller's own late turn comes 600 ms after the last one of the wheel.
        if "nested-wheel" in url:
            time.sleep(0.4)
        else:
            rest(page, selector)
        page.script(follow)
        if scenario == "keyboard":
            page.resize(width, height * 60 // 100)
            time.sleep(1.5)
            page.resize(width, height)
        elif change:
            page.script(f"{change}, 0")
        time.sleep(1.2)
        places = json.loads(page.script("JSON.stringify(hand.places)"))
        return max(abs(place - places[0]) for place in places)
    finally:
        page.end()
