/// The footnotes of a text: which it defines, and in which order it mentions them.
///
/// In a part of a text that grows the definition of a footnote may stand elsewhere, and so may the mentions.
/// There all of its own are kept, mentioned or not, and those defined elsewhere are known by their label.
struct FootnoteNumbers {
  /// The definitions of the text, in order.
  let own: [Int]
  /// The definition of each label: the first one.
  private(set) var definitions: [[UInt8]: Int] = [:]
  /// What the text mentions, in the order of the first mention.
  private(set) var mentioned: [[UInt8]] = []
  /// The numbers that marks show, by label.
  private(set) var numbers: [[UInt8]: Int] = [:]
  /// Whether all definitions can be kept apart: none in another container, no two of one label, and
  /// labels of letters, digits, `-_.` and what is not of ASCII alone.
  private(set) var isSimple = true
  /// Whether they are kept apart.
  private(set) var areApart = false

  private let known: [[UInt8]: Int]
  private var highest = 0
  /// Where the first leaf begins that mentions a footnote, and the leaf, if that is behind the last cut in it.
  private var firstMentions: [[UInt8]: (utf8Offset: Int, cutLeaf: Int?)] = [:]

  /// Takes the definitions of a text.
  ///
  /// - Parameters:
  ///   - tree: The blocks of the text.
  ///   - context: What stands before it.
  ///   - isGrowing: Whether it is a part of a text that grows.
  init(of tree: BlockTree, in context: ParsingContext, isGrowing: Bool) {
    own = tree.footnotes
    known = isGrowing ? context.footnoteNumbers : [:]
    for index in own {
      let label = tree.labels[tree.nodes[index].detail]
      if definitions[label] == nil {
        definitions[label] = index
      } else {
        isSimple = false
      }
      if tree.nodes[index].parent != 0 || !Self.isPlain(label) { isSimple = false }
    }
    areApart = isGrowing && isSimple && mayBeMentioned
    if areApart {
      highest = context.mentionedFootnoteCount
      // What the part itself does not mention may be mentioned elsewhere.
      for label in definitions.keys { numbers[label] = known[label] ?? 0 }
    }
  }

  /// Whether the text may mention any.
  var mayBeMentioned: Bool { !own.isEmpty || !known.isEmpty }

  private static func isPlain(_ label: [UInt8]) -> Bool {
    !label.isEmpty && label.count <= 100
      && label.allSatisfy { byte in
        Bytes.isLetterOrDigit(byte) && byte | 0x20 == byte || "-_.".utf8.contains(byte)
          || byte >= 0x80
      }
  }

  /// Takes the labels of marks, in the order of the text.
  mutating func mention(_ labels: [[UInt8]]) {
    for label in labels
    where (definitions[label] != nil || known[label] != nil) && firstMentions[label] == nil {
      firstMentions[label] = (Int.max, nil)
      mentioned.append(label)
      if let number = known[label], number > 0 {
        numbers[label] = number
      } else {
        highest += 1
        numbers[label] = highest
      }
    }
  }

  /// Notes a mention in a leaf.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - offset: Where the leaf begins.
  ///   - leaf: The leaf, if the mention stands in its last segment of several.
  mutating func note(_ label: [UInt8], at offset: Int, behindCutIn leaf: Int?) {
    guard let known = firstMentions[label], offset < known.utf8Offset else { return }
    firstMentions[label] = (offset, leaf)
  }

  /// The footnotes that the text mentions, in order; after its leaves were noted.
  ///
  /// - Parameter cut: The leaf that goes on, and where its last segment begins.
  func mentions(cut: (leaf: Int, utf8Offset: Int)?) -> [FootnoteMention] {
    guard areApart else { return [] }
    return mentioned.map { label in
      let place = firstMentions[label]
      let isBehindCut = cut != nil && place?.cutLeaf == cut?.leaf
      return FootnoteMention(
        label: label,
        utf8Offset: isBehindCut ? cut?.utf8Offset ?? 0 : place?.utf8Offset ?? 0
      )
    }
  }
}
