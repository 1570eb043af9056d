"""Pictures of a run's page, whole, at 1280 and 390 px, light and dark."""

import base64
import sys
from pathlib import Path

import browser


def main(folder, run):
    if reason := browser.reason_to_skip():
        print(f"skipped: {reason}")
        return
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    page = (Path(run) / "index.html").resolve().as_uri()
    for width in (1280, 390):
        for dark in (False, True):
            driver = browser.open_browser(width, 1400, dark)
            try:
                driver.get(page + "#all")
                driver.execute_async_script("setTimeout(arguments[0], 800)")
                driver.execute_script("scrollTo(0, 0)")
                height = min(driver.execute_script("return document.documentElement.scrollHeight"), 9000)
                shot = driver.execute_cdp_cmd(
                    "Page.captureScreenshot",
                    {
                        "captureBeyondViewport": True,
                        "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
                    },
                )
            finally:
                driver.quit()
            name = folder / f"page-{width}-{'dark' if dark else 'light'}.png"
            name.write_bytes(base64.b64decode(shot["data"]))
            print(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
