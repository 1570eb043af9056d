/// What a text is made of: constructs and scripts, each with its weight.
package struct TextMix: Hashable, Sendable {
  /// One of several, and how often it comes.
  package struct Share<Element: Hashable & Sendable>: Hashable, Sendable {
    /// What comes.
    package var element: Element
    /// How often, 1 or more, against the other weights.
    package var weight: Int

    /// Makes a share.
    ///
    /// - Precondition: `weight` is in 1 ... 1,000.
    package init(_ element: Element, _ weight: Int = 1) {
      precondition((1...1_000).contains(weight), "a weight is 1 to 1,000, got \(weight)")
      self.element = element
      self.weight = weight
    }
  }

  /// The mix's name.
  package var name: String
  /// Blocks.
  package var constructs: [Share<TextConstruct>]
  /// What they are written in; each block, and now and then a part of it, draws one.
  package var scripts: [Share<TextScript>]
  /// The construct that ends the text, where its last words go; nil for a paragraph.
  package var ending: TextConstruct?

  /// Makes a mix.
  ///
  /// - Precondition: There is a construct and a script, and none of the constructs is
  ///   ``TextConstruct/openFence``, which can only end a text.
  package init(
    name: String,
    constructs: [Share<TextConstruct>],
    scripts: [Share<TextScript>],
    ending: TextConstruct? = nil
  ) {
    precondition(!constructs.isEmpty && !scripts.isEmpty, "the mix \(name) is empty")
    precondition(
      !constructs.contains { $0.element == .openFence },
      "an open fence can only end a text"
    )
    self.name = name
    self.constructs = constructs
    self.scripts = scripts
    self.ending = ending
  }

  /// A model's long answer: prose, code, lists and tables.
  package static let answer = TextMix(
    name: "answer",
    constructs: [
      Share(.paragraph, 12), Share(.heading, 3), Share(.bulletList, 4), Share(.numberedList, 2),
      Share(.nestedList), Share(.code, 4), Share(.table, 2), Share(.quote), Share(.links),
      Share(.emphasis), Share(.taskList),
    ],
    scripts: [Share(.latin)]
  )

  /// Every construct in every script, a fence that never closes at the end.
  package static let everything = TextMix(
    name: "everything",
    constructs: TextConstruct.allCases.filter { $0 != .openFence }.map { construct in
      switch construct {
      case .paragraph: Share(construct, 8)
      case .emphasis, .bulletList, .table: Share(construct, 2)
      default: Share(construct)
      }
    },
    scripts: TextScript.allCases.map { Share($0, $0 == .latin ? 3 : 1) },
    ending: .openFence
  )

  /// Plain paragraphs of every script, without long runs and broken bytes.
  package static let scripts = TextMix(
    name: "scripts",
    constructs: [Share(.paragraph, 3), Share(.emphasis), Share(.bulletList)],
    scripts: TextScript.allCases.map { Share($0) }
  )

  /// Every mix.
  package static let all = [answer, everything, scripts]

  /// Finds a mix by name; nil when none has it.
  package static func named(_ name: String) -> TextMix? { all.first { $0.name == name } }
}
