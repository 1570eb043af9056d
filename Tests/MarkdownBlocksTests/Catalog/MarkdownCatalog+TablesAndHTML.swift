extension MarkdownCatalog {
  /// Tables and HTML.
  static let tablesAndHTML: [Construct] = [
    Construct(
      "tables",
      [
        "| Boat | Crew |\n|------|------|\n| Ida | 3 |\n| Ada | 4 |\n", "a | b\n- | -\n1 | 2\n",
        "|a|\n|-|\n|b|\n|c|\n",
        "text\n| a | b |\n|---|---|\n| c | d |\n\nafter\n",
        "| a | b |\n|---|\n| not | one |\n", "| a |\n|---|\n\n| b |\n",
        "| a |\n|---|\n> out\n",
        "| a | b |\n|---|---|\n| long words in a cell | and more of them |\n",
        "|a|b|\n|-|-|\nno bar\n1. no list\n", "| a |\n| - |\n- out\n",
      ]
    ),
    Construct(
      "table alignments",
      [
        "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n", "a|b\n:-|-:\nc|d\n",
        "| a |\n|:-:|\n| b\n",
        "|a|b|\n|:-|:|\n", "| a | b |\n| :---: | :--- |\n|  | x |\n| y |  |\n",
      ]
    ),
    Construct(
      "table cells",
      [
        "| a | b |\n|---|---|\n| one | two | three |\n| one |\n",
        "| a |\n|---|\n| `b | c` |\n| *d |\n",
        "| a |\n|---|\n|  spaced  out  |   \n",
        "| a | b |\n|---|---|\n||\n| |\n|x||y|\n",
        "| a | b |\n|---|---|\n| www.a.example | [c](d) |\n",
        "| a |\n|---|\n| <b> | \n| 1. x |\n", "| a | b |\n|---|---|\n|| x\n| | y |\n",
        "| a | b |\n|---|---|\n| ( | ) |\n| w | .w |\n",
      ]
    ),
    Construct(
      "table escapes",
      [
        "| a |\n|---|\n| b \\| c |\n", "| `\\|` | x |\n|---|---|\n| \\\\| | y |\n",
        "| a\\|b |\n|---|\n", "\\| a |\n|---|\n| b |\n",
      ]
    ),
    Construct(
      "HTML 1: script, pre, style",
      [
        "<script>\nlet a\n\nlet b\n</script>\nText\n", "<pre>\n*a*\n\n</pre> rest\n",
        "<style\n  a>\nx\n</style>\n", "text\n<script>x</script>\n",
      ]
    ),
    Construct(
      "HTML 2: comments",
      [
        "<!-- a\n\nb -->\nc\n", "<!-- a --> b\n\nc\n", "text\n<!-- a\n", "a <!-- b --> c\n",
      ]
    ),
    Construct(
      "HTML 3: instructions",
      ["<?php\n\necho 1\n?>\ntext\n", "<? a ?>b\n", "text\n<?x\n"]
    ),
    Construct(
      "HTML 4: declarations",
      ["<!DOCTYPE html>\ntext\n", "<!A\n\nb>\nc\n", "x\n<!B y>\n"]
    ),
    Construct(
      "HTML 5: CDATA",
      ["<![CDATA[\n\na\n]]>\nb\n", "<![CDATA[ a ]]> b\n", "x <![CDATA[ y ]]> z\n"]
    ),
    Construct(
      "HTML 6: blocks",
      [
        "<div>\n*a*\n\n*b*\n</div>\n", "<section\nid=\"x\">\ntext\n", "text\n<p>x\n",
        "<td>\n\n</td>\n", "</ul>\n- a\n",
        "<divx>\n",
      ]
    ),
    Construct(
      "HTML 7: other tags",
      [
        "<a href=\"b\">\n*c*\n\nd\n", "<b> text\n", "text\n<b>\nmore\n", "</x-y>\nz\n",
        "<a b='c\nd'>\n",
      ]
    ),
    Construct(
      "HTML in a line",
      [
        "a <b>c</b> d\n", "a <br/> b\n", "a < b > c\n", "a <b c='d'\ne>\n", "<3 and more\n",
        "a <b *c* d\n",
      ]
    ),
  ]
}
