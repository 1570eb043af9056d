import CCmarkGFM
import MarkdownBlocks

/// Keeps the footnotes of a part of a text apart from its other blocks.
///
/// cmark-gfm numbers footnotes by the order in which a text mentions them, puts the mentioned ones at its end,
/// and drops the others; a mark without a definition is text. In a part of a text the definition may stand
/// elsewhere, and so may the mentions. So it is given an empty definition for each that stands elsewhere, and
/// a mention behind all others for each of its own; then all of its own are kept, in the order of the
/// part's mentions, and both what was given can be told apart by where it stands.
struct FootnoteParts {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// A definition of the part.
  struct Own {
    var node: Node
    var label: [UInt8]
  }

  /// The definitions of the part, in their order there.
  private(set) var own: [Own] = []
  /// The numbers that marks show, by the node of the definition.
  private(set) var numbers: [Node: Int] = [:]
  /// What the part mentions, in the order of the first mention.
  private(set) var mentioned: [(node: Node, label: [UInt8])] = []
  /// Whether all definitions can be kept apart: none in another container, no two of one label, and
  /// labels of letters, digits, `-_.` and what is not of ASCII alone.
  private(set) var isSimple = true

  /// The given definitions.
  private var given: [Node: [UInt8]] = [:]
  /// What holds the given mentions; all definitions follow it.
  private var marks: Node?
  /// Whether the definitions were taken out of the tree.
  private(set) var areApart = false
  private let known: [[UInt8]: Int]
  private let mentionedCount: Int
  /// The labels of the part's own.
  private var labels: Set<[UInt8]> = []

  /// Makes the parts of a text.
  ///
  /// - Parameters:
  ///   - known: The numbers of footnotes of the whole text, by label; 0 for one that has none.
  ///   - mentionedCount: How many are mentioned before the part.
  init(known: [[UInt8]: Int] = [:], mentionedCount: Int = 0) {
    self.known = known
    self.mentionedCount = mentionedCount
  }

  /// Notes a definition of the part, in order.
  mutating func note(_ node: Node) {
    let label = LinkLabels.normalized(
      InlineText.bytes(node.pointee.as.literal),
      folding: CMarkSession.folded
    )
    let isTop = node.pointee.parent.map { $0.kind == CMARK_NODE_DOCUMENT } ?? false
    let isNew = labels.insert(label).inserted
    isSimple = isSimple && isTop && Self.isPlain(label) && isNew
    own.append(Own(node: node, label: label))
  }

  private static func isPlain(_ label: [UInt8]) -> Bool {
    !label.isEmpty && label.count <= 100
      && label.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
          true
        default: false
        }
      }
  }

  /// Gives a fed text what it lacks, before its parser finishes.
  mutating func complete(_ root: Node, in arena: NodeArena) {
    guard isSimple, !own.isEmpty || !known.isEmpty else { return }
    let foreign = known.filter { !labels.contains($0.key) }
    // In an order that depends on the labels alone.
    for (label, _) in foreign.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let text = arena.copy(label)
      guard let node = root.append(CMARK_NODE_FOOTNOTE_DEFINITION, text, count: label.count) else {
        continue
      }
      given[node] = label
    }
    guard let marks = root.append(CMARK_NODE_PARAGRAPH) else { return }
    for each in own {
      let text = arena.copy(each.label)
      marks.append(CMARK_NODE_FOOTNOTE_REFERENCE, text, count: each.label.count)
    }
    self.marks = marks
  }

  /// Takes the definitions out of a finished tree and reads in which order they are mentioned.
  mutating func take(from root: Node) {
    guard let marks else { return }
    areApart = true
    let labels = Dictionary(
      own.map { ($0.node, $0.label) },
      uniquingKeysWith: { first, _ in first }
    )
    var next = marks.pointee.next
    // Nothing stands between the marks and the definitions, which are in the order of their numbers.
    if let before = marks.pointee.prev {
      before.pointee.next = nil
      root.pointee.last_child = before
    } else {
      (root.pointee.first_child, root.pointee.last_child) = (nil, nil)
    }
    var order: [(node: Node, label: [UInt8])] = []
    while let node = next {
      next = node.pointee.next
      (node.pointee.prev, node.pointee.next) = (nil, nil)
      let isOwn = labels[node] != nil
      guard let label = labels[node] ?? given[node],
        node.pointee.footnote.def_count > (isOwn ? 1 : 0)
      else { continue }
      order.append((node, label))
    }
    mentioned = order
    // What the part itself does not mention may be mentioned elsewhere.
    for each in own { numbers[each.node] = known[each.label] ?? 0 }
    var highest = mentionedCount
    for (node, label) in order {
      if let number = known[label], number > 0 {
        numbers[node] = number
      } else {
        highest += 1
        numbers[node] = highest
      }
    }
  }
}
