extension MarkdownCatalog {
  /// Links and what defines them.
  static let links: [Construct] = [
    Construct(
      "inline links",
      [
        "[harbour](https://a.example/harbour)\n", "[a](b \"title\") c\n", "[a](<b c> 'd')\n",
        "[a]()\n",
        "[a](b (c))\n", "[a [b] c](d)\n", "[a](b\n", "[a] (b)\n", "[a](b\n\"c\")\n",
        "[*a* `b`](c)\n",
        "[a](b(c)d) e\n", "x [a](b) y [c](d) z\n",
      ]
    ),
    Construct(
      "reference links",
      [
        "[a]: /harbour\n\n[a]\n", "[a]: /b 'title'\n\n[text][a] and [a][]\n",
        "[A b]: c\n\n[a  B]\n",
        "[a]: b\n[c]: d\n\n[a] [c] [e]\n", "> [a]: b\n\n[a]\n", "[a]: <b c>\n\n![x][a]\n",
        "[a]: b\n[a]: c\n\n[a]\n", "[a]: b\n'c\nd'\n\n[a]\n",
      ]
    ),
    Construct(
      "late definitions",
      [
        "See [the tables].\n\nMore text.\n\n[the tables]: /tables\n",
        "[a] [b]\n\n- [a]\n\n[b]: /b\n\n[a]: /a\n",
        "# [a]\n\n> [a]\n\n| [a] |\n|---|\n| [a] |\n\n[a]: /x \"y\"\n",
        "[a](b) [a]\n\n[a]: /c\nno title\n",
        "[a]\n\n```\n[a]: /in-code\n```\n\n[a]: /b\n", "[a]\n\n- [a]: /in-item\n", "[a]\n[a]: /b\n",
        "![a] and [a]\n\ntext\n\n[A]: /b\n\n[a]\n", "[a]\n\n[a]:\n   /b\n   'c'\n\nd\n",
      ]
    ),
    Construct(
      "definitions that are none",
      [
        "[a]: b c\n\n[a]\n", "[a]:\n\n[a]\n", "[]: b\n\n[]\n", "[a] : b\n\n[a]\n",
        "text\n[a]: b\n\n[a]\n",
        "[a]: b 'c\n\n[a]\n", "    [a]: b\n\n[a]\n",
      ]
    ),
    Construct(
      "autolinks",
      [
        "<https://a.example/b?c=d>\n", "<me@a.example>\n", "<not a link>\n", "<a:b>\n",
        "x <http://a.b> y\n",
        "<http://a.b\n", "<m:abc> <ab:c>\n",
      ]
    ),
    Construct(
      "GFM autolinks",
      [
        "www.harbour.example\n", "see http://a.example/x_y_z, then go\n", "https://a.example).\n",
        "(www.a.example/b(c))\n", "me@a.example and me@b\n", "www.a_b.example www.a.b_c\n",
        "ftp://a.example\n",
        "xwww.a.example *www.a.example*\n", "http://a.example/&amp;b\n", "a.b-c_d@a.example.\n",
        "mailto:me@a.example\n", "www.a.example\n\nhttp://\n\nwww.\n",
        "HTTP://A.EXAMPLE www.ex\n",
      ]
    ),
    Construct(
      "footnotes",
      [
        "Text[^1].\n\n[^1]: The note.\n", "[^a]: First.\n\nLater[^a] and[^a].\n",
        "A[^x] b[^y]\n\n[^y]: Y\n[^x]: X\n    more\n", "No[^none].\n",
        "[^1]: only the note\n",
        "- item[^1]\n\n[^1]: n\n\ntext\n", "[^1]: a\n\n    b\n\nc[^1]\n",
      ]
    ),
  ]
}
