// Memory picture: pages of 2,048 words, or none where no handle is in use, and pages without a place.
//
//   pages   | page | none | page | ...     page = for each handle the number of its segment plus 1, or 0
//
// Invariants: a page is zeroed when it gets a place. The value owns all pages; freed once.

/// The segment of each handle.
struct HandleMap {
  private typealias Page = UnsafeMutablePointer<Int32>

  private static var bits: UInt32 { 11 }
  private static var size: Int { 1 << 11 }

  private var pages: ContiguousArray<Page?> = []
  private var spares: ContiguousArray<Page> = []

  /// Bytes held.
  var bytes: Int {
    let held = pages.count(where: { $0 != nil }) + spares.count
    return 4 * Self.size * held + 8 * pages.count
  }

  /// The number of the segment that holds a handle; nil when none does.
  @inline(__always) func segment(of handle: UInt32) -> Int? {
    let page = Int(handle &>> Self.bits)
    guard page < pages.count, let words = pages[page] else { return nil }
    let owner = words[Int(handle) & (Self.size &- 1)]
    return owner == 0 ? nil : Int(owner) &- 1
  }

  /// Says which segment a handle that is in none has come to.
  @inline(__always) mutating func claim(_ handle: UInt32, for segment: Int) {
    let word = word(of: handle)
    precondition(word.pointee == 0, "handle \(handle) is in the index already")
    word.pointee = Int32(truncatingIfNeeded: segment &+ 1)
  }

  /// Says the same of handles that count on.
  @inline(__always) mutating func claim(_ row: Range<UInt32>, for segment: Int) {
    let owner = Int32(truncatingIfNeeded: segment &+ 1)
    var first = row.lowerBound
    while first < row.upperBound {
      let words = word(of: first)
      let run = min(Int(row.upperBound &- first), Self.size &- Int(first) & (Self.size &- 1))
      var taken: Int32 = 0
      for place in 0..<run {
        taken |= words[place]
        words[place] = owner
      }
      precondition(taken == 0, "a handle of \(row) is in the index already")
      first &+= UInt32(truncatingIfNeeded: run)
    }
  }

  /// Says that a handle has come to another segment.
  @inline(__always) mutating func move(_ handle: UInt32, to segment: Int) {
    word(of: handle).pointee = Int32(truncatingIfNeeded: segment &+ 1)
  }

  /// Forgets a handle.
  @inline(__always) mutating func release(_ handle: UInt32) { word(of: handle).pointee = 0 }

  @inline(__always) private mutating func word(of handle: UInt32) -> Page {
    let page = Int(handle &>> Self.bits)
    let place = Int(handle) & (Self.size &- 1)
    if page < pages.count, let words = pages[page] { return words + place }
    return makePage(page) + place
  }

  @inline(never) private mutating func makePage(_ number: Int) -> Page {
    precondition(
      number < Int(HeightIndex.handleLimit >> Self.bits),
      "a handle of page \(number) is too great"
    )
    if number >= pages.count {
      let wanted = max(number + 1, 2 * pages.count, 16)
      pages.append(contentsOf: repeatElement(nil, count: wanted - pages.count))
    }
    let page =
      spares.popLast()
      ?? UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.size, alignment: 64)
      .bindMemory(to: Int32.self, capacity: Self.size)
    page.initialize(repeating: 0, count: Self.size)
    pages[number] = page
    return page
  }

  /// Forgets all handles.
  mutating func reset() {
    for number in pages.indices {
      guard let page = pages[number] else { continue }
      spares.append(page)
      pages[number] = nil
    }
  }

  func copied() -> HandleMap {
    var copy = HandleMap()
    for (number, page) in pages.enumerated() {
      if let page { copy.makePage(number).update(from: page, count: Self.size) }
    }
    return copy
  }

  mutating func deallocate() {
    reset()
    for spare in spares { spare.deallocate() }
  }
}
