"""How large the pages of a run are, how soon they can be used, and how many frames a second a replay has.

Figures of an idle machine are meant; nothing is judged by them. All times are the browser's own: from the
navigation's start, and between the frames that it calls back for.
"""

import sys
from pathlib import Path

import browser

# Comes to the replay and draws what is near it for a second, then plays for five.
PLAY = """
    const done = arguments[arguments.length - 1];
    const button = document.querySelector('#replay [data-act="play"]');
    if (!button) return done(null);
    function watch(length, then) {
      const times = [];
      const start = performance.now();
      function step(now) {
        times.push(now);
        if (performance.now() - start < length) requestAnimationFrame(step); else then(times);
      }
      requestAnimationFrame(step);
    }
    document.querySelector('#replay').scrollIntoView();
    watch(1000, (arrival) => {
      button.click();
      watch(5000, (times) => { button.click(); done([arrival, times]); });
    });
"""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def look(driver, page):
    """One page: its size, when it was usable, and its replay's frames."""
    from selenium.webdriver.support.ui import WebDriverWait

    driver.get("about:blank")
    driver.get(page.resolve().as_uri())
    WebDriverWait(driver, 600).until(
        lambda d: d.execute_script("return document.documentElement.dataset.ready") == "true"
    )
    # The first frame that comes after the page is ready: from then on it answers.
    usable = driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => setTimeout(() => done(performance.now())))"
    )
    timing = driver.execute_script(
        "const t = performance.getEntriesByType('navigation')[0]; return [t.domInteractive, t.loadEventEnd]"
    )
    words = f"{page.name}: {page.stat().st_size / 1e6:.2f} MB, interactive {timing[0]:.0f} ms, "
    words += f"loaded {timing[1]:.0f} ms, answers by {usable:.0f} ms"
    played = driver.execute_async_script(PLAY)
    if played and len(played[1]) > 2:
        arrival, times = (
            [after - before for before, after in zip(part, part[1:])] for part in played
        )
        rate = 1000 * len(times) / sum(times)
        words += f"; longest frame when the replay is come to {max(arrival):.1f} ms"
        words += f"; replay {rate:.1f} frames/s, frame p50 {percentile(times, 0.5):.1f}, "
        words += f"p99 {percentile(times, 0.99):.1f}, greatest {max(times):.1f} ms"
    print(words, flush=True)


def main(*runs):
    if reason := browser.reason_to_skip():
        print(f"skipped: {reason}")
        return
    driver = browser.open_browser()
    try:
        for run in runs:
            for page in sorted(Path(run).glob("*.html")):
                look(driver, page)
    finally:
        driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
