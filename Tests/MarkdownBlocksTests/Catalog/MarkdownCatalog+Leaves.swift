extension MarkdownCatalog {
  /// Paragraphs, headings, rules and code.
  static let leaves: [Construct] = [
    Construct(
      "paragraphs",
      [
        "The tide comes in twice a day.\n", "One line,\nand one more,\nand a third.\n",
        "First thought.\n\nSecond thought.\n\n\nThird thought.\n", "   Three spaces in front.\n",
        "Words with   wide   gaps   between.\n", "Trailing spaces here.   \n\n   Next one.\n",
        "It costs $5 (or 10%) and/or nothing; see page 3.\n",
        "Say \"yes\" or 'no' - or neither!\n",
        "1986. A great year.\n",
      ]
    ),
    Construct(
      "ATX headings",
      [
        "# Harbour\n", "## Boats and ropes\nText right below.\n", "### Tides ###\n",
        "#### Four #  \n", "##### Five\\#\n", "###### Six\n####### not a heading\n", "#no space\n",
        "#\n\n##\n", "Text\n# Heading cuts in\nText\n",
        "   # Indented three\n    # Indented four\n",
      ]
    ),
    Construct(
      "setext headings",
      [
        "Harbour\n=======\n", "Boats\n---\nBelow.\n", "Two lines\nof heading\n===\n",
        "  Indented\n   ---   \n",
        "Not closed\n= =\n", "Text\n\n===\n", "Line\n=\n-\n",
        "A *styled* heading\n-----\n\nMore.\n",
        "Almost\n--- -\n", "Slow growth\n--",
      ]
    ),
    Construct(
      "thematic breaks and setext",
      [
        "Above\n\n---\n\nBelow\n", "Above\n---\nBelow\n", "***\n---\n___\n", " * * *\nText\n",
        "_ _ _ _ _\n",
        "Text\n***\nText\n", "--\n\n--- x\n", "- - -\n- item\n", "Above\n- - -\n", "+++\n\n===\n",
      ]
    ),
    Construct(
      "fenced code",
      [
        "```\nlet tide = 3\n```\n", "```swift\nlet a = 1\nlet b = 2\n```\nAfter.\n",
        "Before\n```\ncode\n```\nAfter\n", "```text title=\"x\"\n\n\n  indented\n\n```\n",
        "  ```\n    deep\n  ```\n", "````\n```\n````\n", "```\n```\n",
        "```\n\n```\n\n```\nb\n```\n",
        "```\ntrailing   \n\ttab\n   ``\n   ```\nout\n", "``` a`b\nnot code\n",
      ]
    ),
    Construct(
      "unclosed fences",
      [
        "```\nnever closed\n", "~~~sh\necho one\n\necho two\n\n", "> ```\n> quoted\nout\n",
        "- ```\n  in an item\n- next\n", "```\nclosed by four\n````\nafter\n",
        "````\nnot by three\n```\n",
        "> ```\nout at once\n", "```\n`\n``\n",
      ]
    ),
    Construct(
      "fences in fences and items",
      [
        "````markdown\n```\ninner\n```\n````\n", "~~~\n```\ninner\n```\n~~~\n",
        "1. Run this:\n   ```sh\n   make\n\n   make install\n   ```\n2. Done.\n",
        "- a\n\n  ```\n  b\n  c\n  ```\n\n  d\n", "> ```\n> a\n>\n> b\n> ```\n> c\n",
        "- ```\n  x\n```\ny\n```\n",
      ]
    ),
    Construct(
      "tilde fences",
      [
        "~~~\ncode\n~~~\n", "~~~ruby `x`\nputs 1\n~~~~~\n", "~~\nnot a fence\n~~\n",
        "~~~\n~~\n~~~ x\n~~~\n",
        "Text\n~~~\ncode\n",
      ]
    ),
    Construct(
      "indented code",
      [
        "    let a = 1\n", "    a\n\n    b\n\n\n    c\nText\n", "Text\n    not code\n",
        "- item\n\n      code in it\n",
        "\tone tab\n\t\ttwo tabs\n", "     five spaces\n    four\n", "    a\n   b\n",
        "    \n    a\n    \n",
      ]
    ),
    Construct(
      "long code",
      [
        "```\n" + String(repeating: "let boat = harbour.first { $0.isFree }\n", count: 40)
          + "```\n",
        "~~~\n" + String(repeating: "  if (tide > 3) { wait(); }\n\n", count: 45)
          + "``\n~~~\nAfter\n",
      ]
    ),
  ]
}
