extension MarkdownCatalog {
  private static let sentence = "The harbour master counts the boats that come in with the tide. "
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Bytes, line ends and lengths.
  static let oddities: [Construct] = [
    Construct(
      "tabs",
      [
        "\ta\n", "-\ta\n\n\tb\n", "1.\ta\n\t- b\n", ">\ta\n", "a\tb\n", "#\ta\n", "- a\n\tb\n",
        "|\ta\t|\n|---|\n|\tb\t|\n",
        "```\n\ta\n \tb\n```\n",
      ]
    ),
    Construct(
      "CR LF",
      [
        "a\r\nb\r\n", "# a\r\n\r\nb\r\n", "- a\r\n- b\r\n\r\n- c\r\n",
        "```\r\na\r\n\r\nb\r\n```\r\n", "| a |\r\n|---|\r\n| b |\r\n",
        "a  \r\nb\\\r\nc\r\n", "a\rb\r\rc\n\rd", "> a\r\nb\r\n",
      ]
    ),
    Construct(
      "NUL",
      [
        "a\u{0}b\n", "\u{0}\n", "```\na\u{0}\n```\n", "| \u{0} |\n|---|\n| a\u{0} |\n",
        "`\u{0}` [a](\u{0})\n",
        "words then \u{0} words\n",
      ]
    ),
    Construct(
      "invalid UTF-8",
      bytes: [
        [0x61, 0xFF, 0x62, 0x0A], [0xC3], [0xC3, 0x28, 0x0A], [0xE2, 0x82, 0x0A, 0x61],
        [0x61, 0xE2, 0x82, 0x62, 0x63], [0xF0, 0x9F, 0x98],
        [0x61, 0x20, 0xF0, 0x9F, 0x98, 0x20, 0x62],
        [0xED, 0xA0, 0x80, 0x61], [0xC0, 0x80, 0x61], [0xF4, 0x90, 0x80, 0x80, 0x61],
        Array("```\na".utf8) + [0xE2, 0x82] + Array("b\n\u{E9}".utf8) + [0xC3],
        Array("|a|\n|-|\n|b".utf8) + [0xE3, 0x81] + Array("|\n".utf8), [0x80, 0x80, 0x61, 0x62],
        Array("word".utf8) + [0xEF, 0xBF] + Array(" word".utf8),
      ]
    ),
    Construct(
      "other scripts",
      [
        "今天的天气很好，我们一起去公园。\n", "# 見出し\n\n- 項目一\n- 項目二\n", "**日本語**の文\n", "ข้อความภาษาไทย\n",
        "مرحبا بالعالم **نص** آخر\n",
        "👩‍👩‍👧 🇩🇪 e\u{301} ❤️\n", "| 舟 | 人 |\n|---|---|\n| 一 | 二 三 |\n", "```\nlet 名 = \"é\"\n```\n",
        "\u{FEFF}1. a\n",
        "a\u{A0}b\u{2003}c\n", "\u{2028}x\n\u{85}y\n", "１. not a list\n",
      ]
    ),
    Construct(
      "byte order marks",
      ["\u{FEFF}# a\n", "\u{FEFF}a\n\n\u{FEFF}# b\n", "\u{FEFF}\n- a\n", "\u{FEFF}\u{FEFF}a\n"]
    ),
    Construct(
      "very long lines",
      [
        repeated(sentence, 20), repeated(sentence, 9) + "*open " + repeated(sentence, 9),
        repeated("word **bold** `code` [a](b) ", 40), "- " + repeated(sentence, 18) + "\n- next\n",
        "> " + repeated(sentence, 18) + "\n", "# " + repeated(sentence, 18) + "\n",
        "| a |\n|---|\n| " + repeated(sentence, 18) + "|\n", repeated("longword", 170) + "\n",
        repeated("今天的天气很好，", 60) + "\n", repeated("a_b ", 300) + "\n",
      ]
    ),
    Construct(
      "blank lines and spaces",
      [
        "\n\n\n", "   \n\t\n a\n", "a\n \n\t\nb\n", "- a\n \n  b\n", "```\n \n\t\n```\n",
        "a \n b \n", "    \n\na", " ",
      ]
    ),
    Construct(
      "several constructs",
      [
        "## Tides\n\nThe **spring** tide is *high*.\n\n1. Look\n2. Wait\n   - ten minutes\n   - `now`\n\n> Done.\n",
        "Intro:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nf()\n```\n\n- [x] ok\n\n---\n\nEnd [x].\n\n[x]: /y\n",
        "- a\n\n  | b |\n  |---|\n  | c |\n\n  > d\n  > ```\n  > e\n\n- f\n",
      ]
    ),
  ]
}
