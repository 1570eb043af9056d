"""Heights and line counts of blocks, held against a browser that draws them.

The same blocks are measured by `stillpoint-maintain blocks` and laid out by headless Chromium with the same fonts and
the style sheet of BlockMetrics: 14 scripts, paragraphs, list items, headings, code and tables, in three text
sizes and six widths. Chromium rounds a font's ascent and descent to whole pixels, so it lays out everything 128
times as large; lengths are divided again.

Fails where a script's line counts or heights agree less often than in LEAST. Called by scripts/heights.
"""

import argparse
import html
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import browser
from test_chrome import Pipe

ZOOM = 128
SIZES = {"extra_small": 14, "large": 17, "accessibility_medium": 28}
# None is a whole number of the characters of a script that has them all of one width: where a line fits to
# the last bit, rounding decides.
WIDTHS = [141, 200, 288, 343, 361, 640]
# The least share of equal line counts, and of heights within 1 pt, in per cent, in whole blocks. Words of
# three scripts stand without spaces: Thai's come from libthai here and from ICU's dictionary there; Khmer's
# and Burmese lines end at spaces here, and a longer word is cut between characters, where ICU knows words.
# Narrow columns of tables cut Hebrew and Tamil words; each of their lines is as tall here as the word's fonts
# ask for.
LEAST = {"Thai": 90, "Khmer": 50, "Burmese": 50, "Hebrew": 98, "Tamil": 98, "Japanese": 98}
HEADINGS = [28, 22, 20, 18, 17, 16]
# The order in which PangoMeasurer looks for a font of a script.
OTHERS = ["", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Thai", "Lao", "Khmer", "Myanmar", "Symbols"]
FAMILIES = [f"Noto Sans {name}".strip() for name in OTHERS] + ["Noto Sans CJK SC", "Noto Color Emoji"]
TEXT = ", ".join(f'"{name}"' for name in ["Inter", *FAMILIES])
CODE = ", ".join(f'"{name}"' for name in ["Noto Sans Mono", *FAMILIES])

# Words of each script, and what stands between two of them.
SCRIPTS = {
    "Latin": ("a morning ferry carries letters, bread and well-kept secrets across 42 cold harbours (twice)", " "),
    "Cyrillic": ("утренний паром везёт письма, хлеб и хорошо хранимые тайны через холодные гавани дважды", " "),
    "Greek": ("το πρωινό πλοίο μεταφέρει γράμματα, ψωμί και μυστικά στα κρύα λιμάνια δύο φορές", " "),
    "Arabic": ("عبّارة الصباح تحمل الرسائل، والخبز والأسرار عبر الموانئ الباردة مرتين كل يوم", " "),
    "Hebrew": ("מעבורת הבוקר נושאת מכתבים, לחם וסודות שמורים אל הנמלים הקרים פעמיים ביום", " "),
    "Devanagari": ("सुबह की नाव चिट्ठियाँ, रोटी और गहरे राज़ ठंडे बंदरगाहों तक दो बार ले जाती है", " "),
    "Tamil": ("காலைப் படகு கடிதங்கள், ரொட்டி மற்றும் ரகசியங்களை குளிர்ந்த துறைமுகங்களுக்கு கொண்டு செல்கிறது", " "),
    "Thai": ("เรือ ตอนเช้า ขน จดหมาย ขนมปัง และ ความลับ ข้าม ท่าเรือ ที่ หนาวเย็น สองครั้ง", ""),
    "Khmer": ("ទូក ពេល ព្រឹក ដឹក សំបុត្រ នំប៉័ង និង អាថ៌កំបាំង ឆ្លង កំពង់ផែ ត្រជាក់ ពីរដង", ""),
    "Burmese": ("မနက် သင်္ဘော သည် စာ များ ပေါင်မုန့် နှင့် လျှို့ဝှက်ချက် များ ကို သယ်ဆောင် သည်", ""),
    "Chinese": ("清晨 的 渡船 载着 信件、 面包 和 秘密 穿过 寒冷 的 港口， 一天 两次。", ""),
    "Japanese": ("朝の フェリーは 手紙と パン、 そして 秘密を 寒い 港へ ちょっと 運ぶ。", ""),
    "Korean": ("아침 배는 편지와 빵, 그리고 비밀을 차가운 항구 너머로 하루에 두 번 나른다", " "),
    "Emoji": ("⛴️ 👩‍👩‍👧 🇳🇴 👍🏽 ✉️ 🥖 🧑🏿‍🚀 🌫️ 🏳️‍🌈 😀 🗝️ 🇮🇸", ""),
}


class Block:
    """A block: its Markdown, and how a browser shows it."""

    def __init__(self, kind, markdown, inner, depth=0, level=0, cells=()):
        self.kind, self.markdown, self.inner = kind, markdown, inner
        self.depth, self.level, self.cells = depth, level, cells


def words(script, first, count):
    text, space = SCRIPTS[script]
    parts = text.split(" ")
    return space.join(parts[(first + place * 5 + place // 7) % len(parts)] for place in range(count))


def blocks(script):
    """The blocks of a script, each kind in several lengths."""
    found = []
    for first, count in ((0, 3), (2, 9), (5, 25), (1, 60), (7, 140)):
        text = words(script, first, count)
        found.append(Block("paragraph", text + "\n\n", html.escape(text)))
    middle = [words(script, 3 + place, 6) for place in range(4)]
    space = " "
    markdown = space.join([middle[0], f"**{middle[1]}**", f"*{middle[2]}*", f"`{middle[3]}`", middle[0]])
    inner = [html.escape(text) for text in middle]
    shown = space.join([inner[0], f"<b>{inner[1]}</b>", f"<i>{inner[2]}</i>", f"<code>{inner[3]}</code>", inner[0]])
    found.append(Block("paragraph", markdown + "\n\n", shown))
    for level in range(1, 4):
        text = words(script, level, 8)
        found.append(Block("heading", "#" * level + f" {text}\n\n", html.escape(text), level=level))
    for place, count in enumerate((4, 18, 40)):
        text = words(script, place, count)
        ending = "\n" if place < 2 else "\n\n"
        found.append(Block("paragraph", f"- {text}{ending}", html.escape(text), depth=1))
    rows = [[words(script, row + column, 2 + 3 * column) for column in range(3)] for row in range(3)]
    for place, cells in enumerate(rows):
        rule = "|---|---|---|\n" if place == 0 else ""
        ending = "\n" if place == len(rows) - 1 else ""
        shown = [html.escape(cell) for cell in cells]
        line = "| " + " | ".join(cells) + " |\n"
        found.append(Block("table_row", line + rule + ending, "", cells=[("b" if place == 0 else "span", cell) for cell in shown]))
    lines = "\n".join(words(script, row, 5 + row) for row in range(4))
    found.append(Block("code", f"```text\n{lines}\n```\n\n", html.escape(lines)))
    return found


STYLE = f"""
@font-face {{ font-family: none; src: local("none") }}
* {{ margin: 0; padding: 0; box-sizing: border-box }}
body {{ font-family: {TEXT}; text-rendering: geometricPrecision; font-synthesis: style }}
.block {{ white-space: pre-wrap; overflow-wrap: anywhere; line-break: strict; line-height: normal }}
.heading, b {{ font-weight: bold }}
i {{ font-style: italic }}
code, .code {{ font-family: {CODE} }}
code {{ font-size: .88em }}
.code .text {{ white-space: pre }}
.table_row {{ display: flex; white-space: normal }}
.table_row > div {{ white-space: pre-wrap; overflow-wrap: anywhere }}
"""

COUNT = """
function lines(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const rects = [];
  for (let node; (node = walker.nextNode());) {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 0) rects.push([rect.top, rect.bottom]);
  }
  rects.sort((a, b) => (a[0] + a[1]) - (b[0] + b[1]));
  let count = 0, bottom = -Infinity;
  for (const [top, end] of rects) {
    if ((top + end) / 2 > bottom) { count += 1; bottom = end; } else { bottom = Math.max(bottom, end); }
  }
  return count;
}
JSON.stringify([...document.querySelectorAll('.block')].map(block => {
  const cells = block.classList.contains('table_row') ? [...block.children] : [block.querySelector('.text') || block];
  return [block.getBoundingClientRect().height / ZOOM, Math.max(...cells.map(lines))];
}))
""".replace("ZOOM", str(ZOOM))


def page(all_blocks, size, width):
    """The blocks as a page, ZOOM times as large."""
    scale = SIZES[size] / 17
    pixel = lambda points: f"{points * ZOOM:.4f}px"
    parts = []
    for block in all_blocks:
        inner = max(width - 24 * block.depth, min(width, 40))
        font = {"heading": HEADINGS[block.level - 1] if block.level else 17, "code": 15}.get(block.kind, 17) * scale
        style = f"width:{pixel(inner)};font-size:{pixel(font)}"
        body = block.inner
        if block.kind == "code":
            head = f"<div style='font:{pixel(13 * scale)} {html.escape(TEXT, True)};padding:{pixel(8)} {pixel(12)}'>x</div>"
            body = head + f"<div class=text style='padding:{pixel(12)}'>{body}</div>"
        if block.kind == "table_row":
            column = max(width / len(block.cells), 80)
            cell = f"flex:none;width:{pixel(column)};padding:{pixel(6)} {pixel(8)}"
            body = "".join(f"<div style='{cell}'><{tag}>{text}</{tag}></div>" for tag, text in block.cells)
        parts.append(f"<div class='block {block.kind}' style='{style}'>{body}</div>")
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><body>{''.join(parts)}"


class Chromium:
    """A page that is laid out and asked."""

    def __init__(self):
        self.pipe = Pipe()
        target = self.pipe.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.pipe.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.pipe.call("Page.enable", self.session)

    def heights(self, text, folder):
        path = Path(folder) / "page.html"
        path.write_text(text, encoding="utf-8")
        self.pipe.events.clear()
        self.pipe.call("Page.navigate", self.session, url=path.as_uri())
        self.pipe.wait("Page.loadEventFired")
        answer = self.pipe.call("Runtime.evaluate", self.session, expression=COUNT, returnByValue=True)
        if "value" not in answer["result"]:
            raise SystemExit(f"heights: the page says {answer}")
        return json.loads(answer["result"]["value"])

    def version(self):
        return self.pipe.call("Browser.getVersion")["product"]


def measured(path, size, width):
    program = Path(browser.stillpoint()).with_name("stillpoint-maintain")
    done = browser.run("blocks", path, "--text-size", size, "--width", width, program=program)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(sizes, widths, scripts):
    """For each script: blocks, those of equal line count and height, and the differences."""
    chromium = Chromium()
    table = {script: defaultdict(int) for script in scripts}
    differences = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            for script in scripts:
                found = blocks(script)
                path = Path(folder) / "blocks.md"
                path.write_text("".join(block.markdown for block in found), encoding="utf-8")
                for size in sizes:
                    for width in widths:
                        ours = measured(path, size, width)
                        theirs = chromium.heights(page(found, size, width), folder)
                        if [one["kind"] for one in ours] != [block.kind for block in found]:
                            raise SystemExit(f"heights: {script}: blocks {[one['kind'] for one in ours]}")
                        for block, our, (height, lines) in zip(found, ours, theirs):
                            row = table[script]
                            row["blocks"] += 1
                            same = our["lines"] == lines
                            near = abs(our["height_pt"] - height) <= 1
                            row["lines"] += same
                            row["height"] += near
                            row["height of equal lines"] += same and near
                            if not (same and near):
                                differences.append((script, size, width, block, our, height, lines))
        return table, differences, chromium.version()
    finally:
        chromium.pipe.close()


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "n/a"


def main():
    parser = argparse.ArgumentParser(prog="scripts/heights")
    parser.add_argument("--small", action="store_true", help="one size and two widths")
    parser.add_argument("--differences", type=int, default=0, help="so many differences in full")
    parser.add_argument("--script", nargs="*", default=list(SCRIPTS))
    options = parser.parse_args()
    if not browser.browser():
        print("skipped: no Chromium: scripts/bootstrap --with-tests installs it")
        return 0
    sizes, widths = (["large"], [200, 361]) if options.small else (list(SIZES), WIDTHS)
    table, differences, version = compare(sizes, widths, options.script)
    print(f"{version}, {len(sizes)} text sizes, {len(widths)} widths\n")
    print("| script | blocks | equal line counts, % | heights within 1 pt, % | of those with equal lines, % |")
    print("| --- | --- | --- | --- | --- |")
    for script, row in table.items():
        print(
            f"| {script} | {row['blocks']} | {share(row['lines'], row['blocks'])} | "
            f"{share(row['height'], row['blocks'])} | {share(row['height of equal lines'], row['lines'])} |"
        )
    short = [
        script for script, row in table.items()
        if min(row["lines"], row["height"]) < LEAST.get(script, 99) * row["blocks"] // 100
    ]
    for script, size, width, block, our, height, lines in differences[: options.differences]:
        print(
            f"\n{script} {size} {width} {block.kind}: {our['lines']} lines, {our['height_pt']:.3f} pt; "
            f"Chromium {lines}, {height:.3f}\n  {our['text'][:100]!r}"
        )
    if short:
        print(f"error: {', '.join(short)}: less agrees than should; --differences 20 shows what", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
