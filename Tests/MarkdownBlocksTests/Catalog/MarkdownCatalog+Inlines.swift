extension MarkdownCatalog {
  /// What stands within a line, but for links.
  static let inlines: [Construct] = [
    Construct(
      "emphasis",
      [
        "*calm* sea\n", "_calm_ sea\n", "**high** tide\n", "__high__ tide\n", "***both***\n",
        "*a **b** c*\n", "**a *b* c**\n", "*open to the end\n", "a*b*c d_e_f\n",
        "* not emphasis *\n",
        "**bold\nover lines**\n", "*a*b*c*\n", "**a*b**\n", "*(inside)*.\n",
      ]
    ),
    Construct(
      "emphasis in emphasis",
      [
        "***a** b*\n", "***a* b**\n", "*a __b *c* d__ e*\n", "**a _b ~~c~~ d_ e**\n",
        "_a __b__\n",
        "****a****\n", "*a `*` b*\n", "**[a](b *c*)**\n",
      ]
    ),
    Construct(
      "emphasis that closes late",
      [
        "The *longest word of the harbour master* is here.\n",
        "He said **wait until the tide is in\nand the boats are out**.\n",
        "One * two * three * four*\n", "_snake_case_word_ and more words\n",
        "*one **two three* four** five\n",
      ]
    ),
    Construct(
      "code spans",
      [
        "`let a`\n", "`` a ` b ``\n", "` padded `\n", "`open\n", "a `b\nc` d\n",
        "`*not emphasis*`\n",
        "`<b>` and `&amp;`\n", "``` three ``` in a line\n", "`\\`\n", "`` ` ``\n",
      ]
    ),
    Construct(
      "strikethrough",
      [
        "~~gone~~\n", "~gone~\n", "a ~~b *c* d~~ e\n", "~~~not~~~\n", "~~open\n", "~~a ~b~ c~~\n",
        "x~~y~~z\n",
      ]
    ),
    Construct(
      "hard breaks",
      [
        "One  \ntwo\n", "One\\\ntwo\n", "One   \n   two  \n", "*one  \ntwo*\n", "`one  \ntwo`\n",
        "End  \n",
        "End\\\n", "# Heading  \n\nText\\\n\nmore\n",
      ]
    ),
    Construct(
      "entities",
      [
        "Fish &amp; chips &copy; 2026\n", "&#65;&#x42;&#0;\n", "&nosuch; &amp\n", "&lt;b&gt;\n",
        "`&amp;`\n",
        "&ouml;l &nbsp;x\n", "AT&T; and &#;\n", "[a](b&auml;)\n",
      ]
    ),
    Construct(
      "escapes",
      [
        "\\*not\\* \\_em\\_\n", "\\# no heading\n", "1\\. no list\n", "\\[a](b)\n", "a\\b \\\\ c\n",
        "\\`a`\n",
        "| \\| |\n|---|\n| a \\| b |\n", "\\<b>\n", "x \\\n",
      ]
    ),
    Construct(
      "plain words that grow",
      [
        "w", "ww www wwww. www.\n", "see http then https: then http:/ done\n",
        "mail a then a@ then done\n", "under_score and _ alone\n",
        "ends with (a bracket) and more\n",
        "tab\tinside\tthe line\n", "a - b -- c --- d\n", "x=1 y+2 z/3\n",
        "dots... and, commas; too?\n",
        "a:b :c: d\n", "50% of $3\n",
      ]
    ),
    Construct(
      "images",
      [
        "![a boat](boat.png)\n", "![a](b)\n![c](d)\n", "Text ![a](b) text\n", "![](empty.png)\n",
        "![a *b* c](d \"e\")\n", "[![a](b)](c)\n", "![open](\n", "![ref]\n\n[ref]: x.png\n",
        "- ![in an item](y.png)\n", "![a](b) now text\n",
      ]
    ),
  ]
}
