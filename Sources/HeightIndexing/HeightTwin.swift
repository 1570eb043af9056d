import Lengths

/// The same structure in memory-safe storage, whatever `HeightIndex` was built with, for tests.
package struct HeightTwin {
  private let core: HeightCore<SafeHeightMemory>

  /// Makes an empty twin; see `HeightIndex.init(segmentFill:nodeFill:)`.
  package init(segmentFill: Int = SegmentLayout.slots, nodeFill: Int = NodeLayout.lanes) {
    core = HeightCore(segmentFill: segmentFill, nodeFill: nodeFill)
  }

  package var count: Int { core.count }
  package var total: LayoutUnit { LayoutUnit(rawValue: core.total) }
  package var work: HeightIndexWork { core.work }

  package func load(_ items: [HeightIndex.Item]) { core.load(source(items)) }

  package func insert(_ items: [HeightIndex.Item], at index: Int) {
    if let row = RowItems(items) {
      core.insert(row, at: index)
    } else {
      core.insert(source(items), at: index)
    }
  }

  package func prepend(_ items: [HeightIndex.Item]) {
    if let row = RowItems(items) { core.prepend(row) } else { core.prepend(source(items)) }
  }

  package func remove(_ range: Range<Int>) { core.remove(range) }

  package func remove(at index: Int) -> HeightIndex.Item {
    let item = core.remove(at: index)
    return (item.handle, LayoutUnit(rawValue: Int64(item.height)))
  }

  package func move(from source: Int, to destination: Int) {
    core.move(from: source, to: destination)
  }

  package func setHeight(_ height: LayoutUnit, at index: Int) {
    core.setHeight(height.checkedHeight, at: index)
  }

  package func setHeights(_ heights: [LayoutUnit], at first: Int) {
    core.setHeights(count: heights.count, at: first) { heights[$0].rawValue }
  }

  package func scaleHeights(numerator: Int, denominator: Int) {
    core.scale(by: HeightRatio(numerator: Int64(numerator), denominator: Int64(denominator)))
  }

  package func height(at index: Int) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(core.height(at: index)))
  }

  package func offset(of index: Int) -> LayoutUnit {
    LayoutUnit(rawValue: core.offset(of: index))
  }

  package func handle(at index: Int) -> UInt32 { core.handle(at: index) }

  package func index(of handle: UInt32) -> Int? { core.index(of: handle) }

  package func index(at offset: LayoutUnit) -> Int { core.index(at: offset.rawValue) }

  /// Calls `indexNearby`, which moves the finger.
  package func index(near offset: LayoutUnit) -> Int { core.indexNearby(at: offset.rawValue) }

  package func list(from offset: LayoutUnit, to limit: LayoutUnit, into items: inout VisibleItems) {
    core.list(from: offset.rawValue, to: limit.rawValue, into: &items)
  }

  /// Traps unless counts, sums, handles and parents agree everywhere.
  package func checkInvariants() { core.checkInvariants() }

  /// See `HeightIndex.digest`.
  package var digest: HeightKey { core.digest }

  private func source(_ items: [HeightIndex.Item]) -> DecodedItems {
    DecodedItems(
      handles: items.map(\.handle),
      heights: items.map { Int32($0.height.rawValue) }
    )
  }
}

/// Items whose handles count on in steps of 1.
private struct RowItems: ItemSource {
  private let items: [HeightIndex.Item]

  /// - Returns: nil when they do not.
  init?(_ items: [HeightIndex.Item]) {
    guard let first = items.first?.handle else { return nil }
    guard items.enumerated().allSatisfy({ $1.handle == first &+ UInt32($0) }) else { return nil }
    self.items = items
  }

  var count: Int { items.count }
  var isRow: Bool { true }
  func handle(_ place: Int) -> UInt32 { items[place].handle }
  func units(_ place: Int) -> Int64 { items[place].height.rawValue }
}

extension HeightIndex {
  /// A hash of every word in use: two of the same edits have the same, whatever their memory.
  package var digest: HeightKey { core.digest }
}

extension HeightCore {
  /// A hash of every word in use.
  var digest: HeightKey {
    var hasher = StableHasher()
    for word in [count, Int(total), isRegular ? 1 : 0] { hasher.combine(word) }
    guard count > 0 else { return hasher.finish() }
    for word in [top, root, origin, head, headFirst, tail, Int(tailBase), epoch] {
      hasher.combine(word)
    }
    for word in [finger.number, finger.firstIndex, Int(finger.low), Int(finger.high)] {
      hasher.combine(word)
    }
    hasher.combine(Int(truncatingIfNeeded: work.itemsTouched))
    hasher.combine(Int(truncatingIfNeeded: work.elementsMoved))
    digest(root, level: top, &hasher)
    return hasher.finish()
  }

  private func digest(_ number: Int, level: Int, _ hasher: inout StableHasher) {
    let node = memory.node(number, level: level)
    for word in NodeLayout.counts...NodeLayout.end {
      hasher.combine(Int(memory.word(of: node, word)))
    }
    for lane in 0..<NodeLayout.lanes { hasher.combine(memory.sum(node, lane).bitPattern) }
    for lane in 0..<NodeLayout.lanes {
      let child = Int(memory.word(of: node, NodeLayout.children + lane))
      if child < 0 { continue }
      if level > 0 {
        digest(child, level: level - 1, &hasher)
        continue
      }
      let segment = memory.segment(child)
      for word in 0...SegmentLayout.number { hasher.combine(Int(memory.word(segment, word))) }
      for slot in 0..<SegmentLayout.slots {
        let isUsed =
          slot >= (child == head ? headFirst : 0)
          && (memory.word(segment, SegmentLayout.form) == SegmentLayout.spelled
            || slot < Int(memory.word(segment, SegmentLayout.end)))
        hasher.combine(
          Int(isUsed ? handle(in: segment, slot: slot) : UInt32(bitPattern: SegmentLayout.noHandle))
        )
      }
    }
  }
}
