extension MarkdownCatalog {
  /// Lists and quotes.
  static let containers: [Construct] = [
    Construct(
      "bullet lists",
      [
        "- oars\n- ropes\n- sails\n", "* a\n* b\n+ c\n- d\n", "-\n- a\n-\n", "-a\n\n- b\n",
        "- a\n\n\ntext\n",
        "text\n- a\n- b\n", "-   wide\n-     code?\n", "- a\n b\n  c\n",
      ]
    ),
    Construct(
      "ordered lists",
      [
        "1. one\n2. two\n3. three\n", "7) seven\n8) eight\n", "1. a\n1. b\n1. c\n", "0. zero\n",
        "text\n2. not a list\n",
        "text\n1. a list\n", "1234567890. no\n", "1. a\n2) b\n", "9. a\n10. b\n11. c\n\n    d\n",
        "1.\n2. a\n",
      ]
    ),
    Construct(
      "nested lists",
      [
        "- a\n  - b\n    - c\n  - d\n- e\n", "1. a\n   1. b\n   2. c\n2. d\n",
        "- a\n  1. b\n     - c\n",
        "- - - a\n", "1. - a\n   - b\n2. - c\n", "- a\n    - b\n     - c\n",
        "- a\n\n  - b\n\n    c\n",
        "- a\n - b\n  - c\n   - d\n",
      ]
    ),
    Construct(
      "lists that turn loose late",
      [
        "- a\n- b\n- c\n\n- d\n", "1. a\n2. b\n\n3. c\n", "- a\n- b\n\n  more b\n- c\n",
        "- a\n  - b\n\n  - c\n- d\n",
        "- a\n\n  - b\n- c\n", "- a\n- b\n\n\n- c\n\nend\n", "* a\n  > b\n\n* c\n",
        "- a\n  ```\n  b\n\n\n  ```\n- c\n",
        "- a\n- b\n\n+ c\n",
      ]
    ),
    Construct(
      "task lists",
      [
        "- [ ] rig\n- [x] sail\n", "1. [X] a\n2. [ ] b\n", "- [x]no\n- [ ]\n", "- [x] 1. a\n",
        "- [ ] a\n  - [x] b\n",
        "- [y] a\n- [ x] b\n", "* [ ] [a](b)\n", "[ ] no list\n", "- [ ] a\n\n  b\n- [x] c\n",
      ]
    ),
    Construct(
      "lists with other blocks",
      [
        "- # heading\n- > quote\n- ---\n", "- a\n\n      code\n\n  b\n",
        "1. | a |\n   |---|\n   | b |\n2. c\n",
        "- <b>\n  x\n- y\n", "- a\n  ===\n- b\n  ---\n", "- ***\n- a\n", "- a\n# heading\n- b\n",
      ]
    ),
    Construct(
      "quotes",
      [
        "> The sea is calm.\n", ">no space\n>  two\n", "> a\n>\n> b\n", "> a\n\n> b\n",
        "> > a\n> b\n", ">\n",
        "> # a\n> - b\n> - c\n",
        "> a\n---\n", ">     code\n", "> 1. a\n> 2. b\n>\n> c\n", ">> a\n>>> b\n> c\n",
      ]
    ),
    Construct(
      "lazy continuation",
      [
        "> a\nlazy\n", "> > a\nlazy\n> b\n", "- a\nlazy\n- b\nlazy\n", "> - a\nlazy\n",
        "> a\n- not lazy\n", "> a\n    lazy\n",
        "1. a\nlazy\n\nout\n", "> ```\nnot lazy\n", "> a\n===\n",
        "> lazy words\nthat go on and on\nhere\n",
      ]
    ),
  ]
}
