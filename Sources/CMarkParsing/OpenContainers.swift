import CCmarkGFM
import MarkdownBlocks

/// The containers that a block lies in, and what opens them anew.
struct OpenContainers {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// What opens them.
  private(set) var opening = ContainerOpening()
  /// The lists among the containers, outermost first.
  private(set) var lists: [(list: Node, depth: Int)] = []

  /// Writes what opens the containers of a block.
  ///
  /// - Parameters:
  ///   - node: A block; its own children do not count.
  ///   - isItem: Whether it is an item that goes on with the list of the item before it, which is
  ///     opened in its place.
  /// - Returns: Nil when a container cannot be opened by other means than its own text.
  /// - Complexity: O(depth² + items and children before the block).
  init?(of node: Node, isItem: Bool) {
    var path: [(container: Node, child: Node?)] = []
    var child = node
    if isItem {
      guard let previous = cmark_node_previous(node) else { return nil }
      path.append((previous, nil))
      guard let list = previous.pointee.parent else { return nil }
      child = list
    }
    while let parent = child.pointee.parent {
      path.append((parent, child))
      child = parent
    }
    var listDepth = 0
    for (container, child) in path.reversed() {
      switch container.kind {
      case CMARK_NODE_DOCUMENT, CMARK_NODE_LIST: break
      case CMARK_NODE_BLOCK_QUOTE: opening.openQuote()
      case CMARK_NODE_ITEM:
        guard let list = container.pointee.parent else { return nil }
        listDepth += 1
        lists.append((list, listDepth))
        guard open(container, of: list, before: child) else { return nil }
      default: return nil
      }
    }
  }

  private mutating func open(_ item: Node, of list: Node, before child: Node?) -> Bool {
    let isOrdered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST
    let isParenthesis = cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM
    return opening.openItem(
      sign: !isOrdered
        ? list.pointee.`as`.list.bullet_char : UInt8(ascii: isParenthesis ? ")" : "."),
      number: isOrdered ? Self.number(of: item, in: list) : nil,
      column: Int(item.pointee.`as`.list.marker_offset + item.pointee.`as`.list.padding),
      isLoose: Self.isLoose(list, upTo: item, before: child)
    )
  }

  private static func number(of item: Node, in list: Node) -> Int {
    var number = Int(cmark_node_get_list_start(list))
    var previous = item.pointee.prev
    while let node = previous {
      number += 1
      previous = node.pointee.prev
    }
    return number
  }

  /// Whether a list is loose by what stands in it before a child of one of its items, or before
  /// the item that follows.
  private static func isLoose(_ list: Node, upTo last: Node, before child: Node?) -> Bool {
    var next = list.pointee.first_child
    while let item = next, item != last {
      if parts(item) { return true }
      next = item.pointee.next
    }
    guard let child else { return parts(last) }
    var before = child.pointee.prev
    while let node = before {
      if endsWithBlankLine(node) { return true }
      before = node.pointee.prev
    }
    return false
  }

  /// Whether an item that another follows makes its list loose: it, or a block in it, ends with a
  /// blank line.
  private static func parts(_ item: Node) -> Bool {
    if lastLineIsBlank(item) { return true }
    var child = cmark_node_first_child(item)
    while let node = child {
      if endsWithBlankLine(node) { return true }
      child = cmark_node_next(node)
    }
    return false
  }

  private static func lastLineIsBlank(_ node: Node) -> Bool {
    UInt32(node.pointee.flags) & CMARK_NODE__LAST_LINE_BLANK.rawValue != 0
  }

  private static func endsWithBlankLine(_ node: Node) -> Bool {
    var node = node
    while true {
      if lastLineIsBlank(node) { return true }
      let type = node.kind
      guard type == CMARK_NODE_LIST || type == CMARK_NODE_ITEM,
        let last = cmark_node_last_child(node)
      else { return false }
      node = last
    }
  }
}
