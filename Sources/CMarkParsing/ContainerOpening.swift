import CCmarkGFM
import MarkdownBlocks

/// Writes the lines that open the containers of a block anew, so that what follows them parses as
/// if the containers had been open all the time.
///
/// An item is opened by an empty heading: it is done at once, so it joins nothing that follows. A
/// list that is loose as far as its items go is given two of them with a blank line between.
struct ContainerOpening {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// The lines that open the containers.
  private(set) var lines: [UInt8] = []
  /// What begins the next line inside them.
  private(set) var continuation: [UInt8] = []
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
      case CMARK_NODE_BLOCK_QUOTE: continuation += Array("> ".utf8)
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
    let column = Int(item.pointee.`as`.list.marker_offset + item.pointee.`as`.list.padding)
    guard column >= 2 else { return false }
    let heading = Array("#\n".utf8)
    if isOrdered {
      let number = Self.number(of: item, in: list)
      let width = String(number).utf8.count
      let delimiter: UInt8 =
        cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM
        ? UInt8(ascii: ")") : UInt8(ascii: ".")
      guard number >= 0, width <= 9 else { return false }
      if width > column - 2 {
        // The number is wider than the item's marker: the item before it has the number less 1.
        lines += continuation + Array(String(number - 1).utf8) + [delimiter, 0x20] + heading
        guard Self.writeNumber("1", delimiter, column: column, after: continuation, to: &lines)
        else { return false }
      } else {
        guard
          Self.writeNumber(
            String(number),
            delimiter,
            column: column,
            after: continuation,
            to: &lines
          )
        else { return false }
      }
    } else {
      let after = min(4, column - 1)
      let before = column - 1 - after
      guard before <= 3 else { return false }
      lines += continuation + Array(repeating: 0x20, count: before)
      lines.append(list.pointee.`as`.list.bullet_char)
      lines += Array(repeating: 0x20, count: after)
    }
    lines += heading
    let isLoose = Self.isLoose(list, upTo: item, before: child)
    let outer = continuation
    continuation += Array(repeating: 0x20, count: column)
    if isLoose { lines += outer + [0x0A] + continuation + heading }
    return true
  }

  /// Writes a number and the spaces behind it so that the text after them begins in a column.
  private static func writeNumber(
    _ number: String,
    _ delimiter: UInt8,
    column: Int,
    after continuation: [UInt8],
    to lines: inout [UInt8]
  ) -> Bool {
    let digits = max(number.utf8.count, column - 5)
    guard digits <= 9 else { return false }
    lines += continuation
    lines += Array(repeating: UInt8(ascii: "0"), count: digits - number.utf8.count)
    lines += Array(number.utf8)
    lines.append(delimiter)
    lines += Array(repeating: 0x20, count: column - digits - 1)
    return true
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
