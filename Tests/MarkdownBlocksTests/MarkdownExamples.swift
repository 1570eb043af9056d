/// Texts of our own that a parser of growing text gets wrong first.
enum MarkdownExamples {
  static let all: [String] = paragraphs + lists + quotes + code + tables + distant + inline + odd

  static let paragraphs = [
    "a", "a\n", "a\n\nb", "a\nb\nc\n\nd\n", "a  \nb", "a\\\nb", "\n\n\na", "a\n===", "a\n---\nb",
    "a\nb\n===\n\nc", "# a\nb\n## c ##\n\n#\n", "a\n\n***\n\nb\n---\n", "a\n# b\nc\n> d\n",
    "Title\n===x\n", "a\n- - -\nb", "    a", "a\n    b\n\n    c\n",
  ]

  static let lists = [
    "1. a\n\n2", "1. a\n\n2. b", "- a\n- b\n\n- c\n", "- a\n\n\n  b\n- c",
    "- a\n  - b\n    - c\n- d",
    "- a\n+ b\n* c\n", "1. a\n3) b\n", "-\n- a\n-\n", "- - 1. a\n", "- a\n\n      code\n",
    "- a\nlazy\n\nout", "- [ ] a\n- [x] b\n- [y] c\n", "1. a\n   ```\n   x\n   ```\n2. b\n",
    "- a\n\n  > b\n  > c\n\n- d\n", "- a\n***\n- b\n", "- a\n---\n", "10. a\n11. b\n\n    c\n",
    "- # a\n  b\n- ---\n", "* a\n\n* b\n\n\n\n* c\n\nd\n", "- a\n\n-\n\n\n- b\n",
  ]

  static let quotes = [
    "> a\n> b\n\n> c\n", "> a\nlazy\n> b", ">\n> a\n>\n", "> > a\n> b\nc\n", "> - a\n> - b\n>\n> c",
    "> ```\n> a\n\nb\n", "> a\n===\n", "> a\n> ===\n> b",
  ]

  static let code = [
    "```\na\n```\nb", "```swift title\nlet a = 1\n\n\nb\n", "~~~\n```\n~~~~\nx\n", "```\n\n```\n",
    "``` a`b\nc\n", "   ```\n   a\n  b\n   ```\n", "```\na\n``\n```` \nb\n", "a\n```\nb\n```\nc",
    "<div>\na\n\nb\n</div>\n", "<!-- a\n\nb -->\nc\n", "<script>\na\n\n</script>\nb\n", "<a>\nb\n",
  ]

  static let tables = [
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "a | b\n--|--\n1 | 2 | 3\n4\n\nc",
    "p\n| a | b |\n|---|---|\n| 1 |\n",
    "|a|\n|:-:|\n|*b*|\n> c\n", "p\nq\n2. a | b\n---|---\nc | d\n", "|a|b|\n|-|-x\n|c|d|\n",
    "- |a|\n  |-|\n  |b|\n- c\n", "|a|\n|-|\n", "x\n|a|\n|-|", "|`a\\|b`|\n|--|\n|[c](d)|\n",
    "a\n    b | c\n--|--\n1|2\n",
  ]

  static let distant = [
    "[a]\n\n[a]: /b\n", "[a]: /b\n\n[a] [c]\n\n[c]: /d 'e'\n\n[c]", "[a]:\n/b\n'c\n\nd'\n\n[a]",
    "[a]: /b\n[a]: /c\n\n[a]\n\n![a]\n", "> [a]: /b\n\n[a]\n\nx [a] y\n",
    "- [a]: b\n- [a]\n\n[a]\n",
    "![a]\n\nb\n\n[a]: c\n\nd\n\n![a]\n", "x[^1]\n\n[^1]: note\n\n    more\n\ny",
    "[^a]: b\n\nc[^a] d[^e]\n",
    "[a]: /b \"t\"\nx\n\n[a]\n\n[a]: /z\n\n[A]", "[foo]: /u\n===\n[foo]\n", "`[a]: b`\n\n[a]\n",
    "```\n[a]: /b\n```\n\n[a]\n\n[a]: <c d>\n\ne [a]\n", "[a]: /b\n\n1. [a]\n\n2. [a]\n\n3) x\n",
  ]

  static let inline = [
    "*a* **b** ***c*** ~~d~~ `e`", "*a **b* c**\n", "`a\n`\n",
    "[a](b \"c\") <http://d.e> www.f.gh i@j.kl",
    "![a](b)", "![a](b) ![c](d)\n", "a ![b](c) d\n", "a<br>b &amp; &#35; \\* &copy\n",
    "[![a](b)](c)\n",
    "**a\n\nb**\n", "~a~ ~~~b~~~\n", "http://a.b/c_d_e. *f*\n",
  ]

  static let odd = [
    "", "\n", "\r", "a\rb\r\rc\r\n\r\nd", "a\r\n\r\n- b\r\n\r\nc",
    "\u{FEFF}a\n\n\u{FEFF}# b\n\nc\n", "a\n\n\u{FEFF}[b]\n\nc\n\n[b]: /d\n", "a\u{0}b\n\n\u{0}",
    "é\n\n日本語\n\n👩‍👩‍👧 🇩🇪\n", "\ta\n\n\tb\n", "-\ta\n\n\tb\n", ">\t\ta\n", "a\u{00A0}\n\u{00A0}\nb",
    "\\", "*", "_a", "[", "![",
    "a\n\n\n\n", "   \n  a\n \n\n b",
  ]
}
