"""A headless Chromium for the tests of the pages, and the runs that they look at.

Everything here is skipped, with its reason, where there is no Chromium or no driver; nothing depends on
how busy the machine is: tests wait for what the page says of itself.
"""

import base64
import io
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def browser():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


def reason_to_skip():
    """Why pages cannot be looked at here; None where they can."""
    if not browser():
        return "no Chromium: scripts/bootstrap --with-tests installs it"
    if not shutil.which("chromedriver"):
        return "no chromedriver: scripts/bootstrap --with-tests installs it"
    return None


def stillpoint():
    """The built program."""
    named = os.environ.get("STILLPOINT")
    return named or str(ROOT / ".build/release/stillpoint")


def run(*arguments, expect=(0, 2, 3), program=None):
    """Runs the program; a missed budget is no failure of the test."""
    done = subprocess.run(
        [program or stillpoint(), *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode not in expect:
        raise AssertionError(f"{arguments}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done


def folder():
    """A folder that goes away when the tests are over."""
    path = tempfile.mkdtemp(prefix="stillpoint-pages-")
    unittest.addModuleCleanup(shutil.rmtree, path, ignore_errors=True)
    return Path(path)


def open_browser(width=1280, height=1400, dark=False):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = browser()
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    # A busy machine may take its time; what hangs is ended by the test run's own limit.
    driver.set_script_timeout(900)
    driver.command_executor.client_config.timeout = 900
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
    scheme = "dark" if dark else "light"
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    return driver


def canvas_image(driver, canvas):
    """The pixels of a canvas."""
    from PIL import Image

    address = driver.execute_script("return arguments[0].toDataURL('image/png')", canvas)
    return Image.open(io.BytesIO(base64.b64decode(address.split(",", 1)[1]))).convert("RGB")


class PageCase(unittest.TestCase):
    """Tests of pages in a browser: one browser for a class, and no message of its console."""

    dark = False
    width = 1280

    @classmethod
    def setUpClass(cls):
        if reason := reason_to_skip():
            raise unittest.SkipTest(reason)
        cls.driver = open_browser(cls.width, 1400, cls.dark)
        cls.addClassCleanup(cls.driver.quit)

    def open(self, path, address=""):
        """Opens a page and waits until it is ready; its console must be empty."""
        from selenium.webdriver.support.ui import WebDriverWait

        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(Path(path).as_uri() + address)
        WebDriverWait(self.driver, 600).until(
            lambda d: d.execute_script("return document.documentElement.dataset.ready") == "true"
        )

    def check_quiet(self):
        """No message in the console, and no request but for the page itself."""
        import json

        self.assertEqual(self.driver.get_log("browser"), [])
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            self.assertRegex(url, "^(file|data|blob|about):")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def go(self, address):
        """Follows an address within the page, as a link does."""
        self.js("location.hash = arguments[0]", address)
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )

    def wait(self):
        """Waits until the page has drawn what it was told."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )
