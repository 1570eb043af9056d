/// Finds where the parsing of a text that grows may start again inside its last top-level block: the last
/// block, item, row or line of code that begins with a complete line, at any depth.
struct TreeRestart {
  /// How many containers a block lies in at most that parsing starts again at.
  private static let deepest = 64

  let tree: BlockTree
  let lines: LineTable
  /// How many cells the rows of the first table lack that stand before the text.
  let lackingBefore: Int
  /// Whether signs beyond a limit must become themselves again.
  let isRestoring: Bool

  var nodes: [BlockNode] { tree.nodes }

  /// Finds the place.
  ///
  /// - Returns: Nil where no such line has begun anything.
  /// - Complexity: O(blocks from the place on, and those before it in the lists that it lies in).
  func restart() -> ParsedText.Restart? {
    let openLine = lines.startOfOpenLine
    for index in nodes.indices.dropFirst().reversed() where nodes[index].parent >= 0 {
      let node = nodes[index]
      if let restart = lineRestart(index, before: openLine) { return restart }
      let offset = lines.start(ofLine: node.startLine)
      guard offset < openLine else { continue }
      if node.parent == 0 { return nil }
      guard mayBegin(index), isOpenable(index), let continuation = continuation(at: index) else {
        continue
      }
      return .init(
        utf8Offset: offset,
        blockIndex: nodes[index].firstLeaf,
        continuation: continuation
      )
    }
    return nil
  }

  /// Whether something may begin with a block that its container's first line does not begin.
  private func mayBegin(_ index: Int) -> Bool {
    let (node, previous) = (nodes[index], nodes[index].previous)
    switch node.kind {
    case .row: return !node.isHeader
    // A blank line ends an item that has nothing in it yet, but not one with a paragraph.
    case .item: return previous >= 0 && nodes[previous].first >= 0
    default:
      let parent = nodes[node.parent]
      return previous >= 0 && !nodes[previous].endsInTable && parent.startLine < node.startLine
        && (parent.kind == .quote || parent.kind == .item)
    }
  }

  /// Whether a block lies in so few containers that opening them costs less than their text.
  private func isOpenable(_ index: Int) -> Bool {
    var (count, parent) = (0, nodes[index].parent)
    while parent >= 0, count <= Self.deepest {
      count += 1
      parent = nodes[parent].parent
    }
    return count <= Self.deepest
  }

  private func continuation(at index: Int) -> Continuation? {
    let node = nodes[index]
    if node.kind == .row {
      guard let open = opened(for: node.parent) else { return nil }
      let table = nodes[node.parent]
      return Continuation(
        prefix: open.opening.lines + open.opening.head(tree.alignments[table.detail]),
        lists: open.lists,
        lackingCellCount: lackingCount(before: index)
      )
    }
    return opened(for: index, isItem: node.kind == .item)
      .map { Continuation(prefix: $0.opening.lines, lists: $0.lists) }
  }

  private func lackingCount(before row: Int) -> Int {
    let table = nodes[row].parent
    let columns = tree.alignments[nodes[table].detail].count
    var count = nodes.firstIndex { $0.kind == .table } == table ? lackingBefore : 0
    var index = nodes[row].previous
    while index >= 0, !nodes[index].isHeader {
      let bars = tree.content[nodes[index].content].count { $0 == UInt8(ascii: "|") }
      count += max(0, columns - bars - 1)
      index = nodes[index].previous
    }
    return count
  }

  /// The last line of fenced code that is complete, where there are two at least.
  private func lineRestart(_ index: Int, before openLine: Int) -> ParsedText.Restart? {
    let node = nodes[index]
    guard node.kind == .code, let fence = node.fence, isOpenable(index) else { return nil }
    // The first line is that of the fence.
    let content = node.content
    var (code, count) = (content.lowerBound, 0)
    // Where the last two lines begin.
    var (last, previous) = (0, 0)
    for place in content.dropLast() where tree.content[place] == 0x0A {
      if count == 0 { code = place + 1 }
      count += 1
      (last, previous) = (place + 1, last)
    }
    for back in 0..<2 where count - back > 1 {
      let start = back == 0 ? last : previous
      let number = count - back - 1
      let offset = lines.start(ofLine: node.startLine + number + 1)
      guard offset < openLine, let open = opened(for: index) else { continue }
      let line = open.opening.fence(of: fence.sign, length: fence.length, offset: fence.offset)
      return .init(
        utf8Offset: offset,
        blockIndex: nodes[index].firstLeaf,
        continuation: Continuation(
          prefix: open.opening.lines + line,
          lists: open.lists,
          leaf: .init(
            prefixOffset: open.opening.lines.count,
            utf8Offset: lines.start(ofLine: node.startLine),
            keptUTF8Count: shownCount(tree.content[code..<start]),
            isText: false
          )
        )
      )
    }
    return nil
  }

  private func shownCount(_ content: ArraySlice<UInt8>) -> Int {
    isRestoring ? content.withUnsafeBufferPointer(LineLimits.restored).count : content.count
  }

  // MARK: Containers

  /// Opens the containers of a block.
  ///
  /// - Parameters:
  ///   - index: The block; its own children do not count.
  ///   - isItem: Whether it is an item, in whose place the one before it is opened.
  func opened(
    for index: Int,
    isItem: Bool = false
  ) -> (opening: ContainerOpening, lists: [Continuation.OpenList])? {
    var opening = ContainerOpening()
    var lists: [Continuation.OpenList] = []
    var path: [(container: Int, child: Int?)] = []
    var child = index
    if isItem {
      path.append((nodes[index].previous, nil))
      child = nodes[index].parent
    }
    while nodes[child].parent >= 0 {
      path.append((nodes[child].parent, child))
      child = nodes[child].parent
    }
    for (container, child) in path.reversed() {
      let node = nodes[container]
      switch node.kind {
      case .document, .list: break
      case .quote: opening.openQuote()
      case .item:
        lists.append(.init(depth: lists.count + 1, firstBlock: nodes[node.parent].firstLeaf))
        let isOpened = opening.openItem(
          sign: node.marker.sign,
          number: number(of: container),
          column: node.padding,
          isLoose: isLoose(upTo: container, before: child)
        )
        guard isOpened else { return nil }
      default: return nil
      }
    }
    return (opening, lists)
  }

  private func number(of item: Int) -> Int? {
    guard var number = nodes[nodes[item].parent].marker.number else { return nil }
    var previous = nodes[item].previous
    while previous >= 0 {
      number += 1
      previous = nodes[previous].previous
    }
    return number
  }

  /// Whether a list is loose by what stands in it before a child of one of its items, or before the item that
  /// follows.
  private func isLoose(upTo last: Int, before child: Int?) -> Bool {
    var item = nodes[last].previous
    while item >= 0 {
      if tree.parts(item) { return true }
      item = nodes[item].previous
    }
    guard let child else { return tree.parts(last) }
    var before = nodes[child].previous
    while before >= 0 {
      if tree.endsBlank(before) { return true }
      before = nodes[before].previous
    }
    return false
  }
}

extension BlockTree {
  /// Whether an item that another follows makes its list loose: it, or a block in it, ends with a blank line.
  fileprivate func parts(_ item: Int) -> Bool {
    if nodes[item].endsBlank { return true }
    var child = nodes[item].first
    while child >= 0 {
      if endsBlank(child) { return true }
      child = nodes[child].next
    }
    return false
  }
}
