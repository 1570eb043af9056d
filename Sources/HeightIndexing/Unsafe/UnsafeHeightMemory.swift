// Memory picture: three tables of pointers, each to a slab or page that never moves. The tables
// themselves do move as they grow, so they are held at `state` and `levels`, which do not.
//
//   segments   | slab | slab | ...      slab = 16 segments of `SegmentLayout.words` words
//   levels     0 | slab | ...           slab = 16 nodes of `NodeLayout.words` words
//              6 | slab | ...
//   pages      | page | none | ...      page = owners of 2,048 handles; its storage: a word each
//   masks      | 128 bytes of zeros | 128 bytes of ones |
//
// Invariants
// - Slabs begin at multiples of 64 bytes; so do segments and nodes, and all their lines.
// - A pointer to a segment or node is valid from its `reserve` until `reset` or `deallocate`.
// - A segment's or node's words are written when it is opened, before any is read.
// - Accesses lie inside the block: words from any place up to `words - 16` of a segment, so that a
//   load of 16 words one before or after a line stays inside it; that of the last handles, one slot
//   later, takes in the word after the segment too: one of the next segment, or of the block's trailer.
// - A mask is a window into `masks` that begins at most one line of 64-bit lanes before the ones
//   and not after them, so it ends inside.
// - A page is a row of segments or spelled out. In a row, handles at places `start` ..< `end` belong
//   to segments that count on, 256 handles each, and its storage is not written. Spelled out, all of
//   its storage is. A page with a row, or spelled out, has storage; no place of the table is dangling.
// - The value owns everything it points to; it is copied only by `copied`, and freed once.

/// Whether a height index knows the handles of its items.
protocol HandleKeeping {
  static var areKept: Bool { get }
}

enum WithHandles: HandleKeeping {
  @inline(__always) static var areKept: Bool { true }
}

/// For `HeightIndexVariant` alone.
enum WithoutHandles: HandleKeeping {
  @inline(__always) static var areKept: Bool { false }
}

/// Height index memory made of raw slabs: no access is checked.
struct UnsafeHeightMemory<Handles: HandleKeeping>: HeightMemory, @unchecked Sendable {
  typealias Segment = UnsafeMutablePointer<Int32>
  typealias Node = UnsafeMutablePointer<Int32>

  /// The tables, at one place for the life of the value.
  private struct State {
    var segments = SlabTable(words: 16 * SegmentLayout.words)
    var pages: UnsafeMutablePointer<OwnerPage>
    var pageLimit: UInt32 = 0
    /// How many pages there is memory for.
    var pageCount = 0
    /// Pages without a place, linked through their first eight bytes.
    var sparePages: UnsafeMutableRawPointer?
  }

  private let state: UnsafeMutablePointer<State>
  private let levels: UnsafeMutablePointer<SlabTable>
  private let masks: UnsafeMutableRawPointer

  private static var pageBits: UInt32 { 11 }
  private static var pageSize: Int { 1 << 11 }

  @inline(__always) static var keepsHandles: Bool { Handles.areKept }

  init() {
    levels = .allocate(capacity: NodeLayout.levels)
    levels.initialize(
      repeating: SlabTable(words: 16 * NodeLayout.words),
      count: NodeLayout.levels
    )
    masks = .allocate(byteCount: 256, alignment: 64)
    masks.initializeMemory(as: UInt64.self, repeating: 0, count: 16)
    (masks + 128).initializeMemory(as: UInt64.self, repeating: .max, count: 16)
    let pages = UnsafeMutablePointer<OwnerPage>.allocate(capacity: 1)
    pages.initialize(to: OwnerPage())
    state = .allocate(capacity: 1)
    state.initialize(to: State(pages: pages))
  }

  @inline(__always) func segment(_ number: Int) -> Segment {
    state.pointee.segments.slab(number &>> 4) + (number & 15) &* SegmentLayout.words
  }

  func reserveSegment(_ number: Int) { state.pointee.segments.reserve(number >> 4) }

  func expectSegments(_ count: Int) { state.pointee.segments.expect(count >> 4 + 2) }

  var segmentLimit: Int { state.pointee.segments.limit << 4 }

  @inline(__always) func word(_ segment: Segment, _ word: Int) -> Int32 { segment[word] }

  @inline(__always) func setWord(_ segment: Segment, _ word: Int, _ value: Int32) {
    segment[word] = value
  }

  @inline(__always) func line(_ segment: Segment, _ word: Int) -> SIMD16<Int32> {
    UnsafeRawPointer(segment + word).loadUnaligned(as: SIMD16<Int32>.self)
  }

  @inline(__always) func setLine(
    _ segment: Segment,
    _ word: Int,
    _ value: SIMD16<Int32>
  ) {
    UnsafeMutableRawPointer(segment + word).storeBytes(of: value, as: SIMD16<Int32>.self)
  }

  @inline(__always) func lanes(after lane: Int) -> SIMD16<Int32> {
    masks.loadUnaligned(fromByteOffset: 124 &- 4 &* lane, as: SIMD16<Int32>.self)
  }

  @inline(__always) func sumLanes(after lane: Int, half: Int) -> SIMD8<UInt64> {
    masks.loadUnaligned(fromByteOffset: 120 &- 8 &* lane &+ 64 &* half, as: SIMD8<UInt64>.self)
  }

  @inline(__always) func node(_ number: Int, level: Int) -> Node {
    levels[level].slab(number &>> 4) + (number & 15) &* NodeLayout.words
  }

  func reserveNode(_ number: Int, level: Int) { levels[level].reserve(number >> 4) }

  func nodeLimit(level: Int) -> Int { levels[level].limit << 4 }

  @inline(__always) func word(of node: Node, _ word: Int) -> Int32 { node[word] }

  @inline(__always) func setWord(of node: Node, _ word: Int, _ value: Int32) {
    node[word] = value
  }

  @inline(__always) func line(of node: Node, _ word: Int) -> SIMD16<Int32> { line(node, word) }

  @inline(__always) func setLine(of node: Node, _ word: Int, _ value: SIMD16<Int32>) {
    setLine(node, word, value)
  }

  @inline(__always) func sum(_ node: Node, _ lane: Int) -> Double {
    UnsafeRawPointer(node).load(fromByteOffset: 8 &* lane, as: Double.self)
  }

  @inline(__always) func setSum(_ node: Node, _ lane: Int, _ value: Double) {
    UnsafeMutableRawPointer(node).storeBytes(of: value, toByteOffset: 8 &* lane, as: Double.self)
  }

  @inline(__always) func sums(_ node: Node, half: Int) -> SIMD8<Double> {
    UnsafeRawPointer(node).load(fromByteOffset: 64 &* half, as: SIMD8<Double>.self)
  }

  @inline(__always) func setSums(_ node: Node, half: Int, _ value: SIMD8<Double>) {
    UnsafeMutableRawPointer(node).storeBytes(
      of: value,
      toByteOffset: 64 &* half,
      as: SIMD8<Double>.self
    )
  }

  @inline(__always) func owner(of handle: UInt32) -> Int32 {
    let page = handle &>> Self.pageBits
    guard page < state.pointee.pageLimit else { return 0 }
    let place = Int(handle) & (Self.pageSize &- 1)
    if let owners = state.pointee.pages[Int(page)].owners { return owners[place] }
    return state.pointee.pages[Int(page)].rowOwner(at: place)
  }

  @inline(__always) func claim(_ handle: UInt32, for owner: Int32) -> Bool {
    guard Handles.areKept else { return true }
    let owners = page(handle &>> Self.pageBits) + (Int(handle) & (Self.pageSize &- 1))
    let wasFree = owners.pointee == 0
    if wasFree { owners.pointee = owner }
    return wasFree
  }

  @inline(__always) func claimRow(from handle: UInt32, count: Int, for owner: Int32) -> Bool {
    guard Handles.areKept else { return true }
    guard handle <= HeightIndex.handleLimit &- UInt32(truncatingIfNeeded: count) else {
      return false
    }
    if count == SegmentLayout.slots, claimSegment(from: handle, for: owner) { return true }
    let place = Int(handle) & (Self.pageSize &- 1)
    if place &+ max(count, 16) > Self.pageSize { return false }
    let owners = UnsafeMutableRawPointer(page(handle &>> Self.pageBits) + place)
    if count < 16 {
      let wanted = ~lanes(after: count &- 1)
      let line = owners.loadUnaligned(as: SIMD16<Int32>.self)
      if !LaneBits.isZero(LaneBits.folded(line & wanted)) { return false }
      owners.storeBytes(of: line | (wanted & SIMD16(repeating: owner)), as: SIMD16<Int32>.self)
      return true
    }
    // The last line may overlap the one before it.
    let last = 4 &* count &- 64
    var taken = LaneBits.folded(
      owners.loadUnaligned(fromByteOffset: last, as: SIMD16<Int32>.self)
    )
    var offset = 0
    while offset < last {
      taken |= LaneBits.folded(
        owners.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self)
      )
      offset &+= 64
    }
    if !LaneBits.isZero(taken) { return false }
    let mine = SIMD16(repeating: owner)
    offset = 0
    while offset < last {
      owners.storeBytes(of: mine, toByteOffset: offset, as: SIMD16<Int32>.self)
      offset &+= 64
    }
    owners.storeBytes(of: mine, toByteOffset: last, as: SIMD16<Int32>.self)
    return true
  }

  /// Gives the handles of a full segment in a row an owner where that begins a row of segments or
  /// goes on with one.
  private func claimSegment(from handle: UInt32, for owner: Int32) -> Bool {
    let number = Int(handle &>> Self.pageBits)
    let place = Int(handle) & (Self.pageSize &- 1)
    let here = min(SegmentLayout.slots, Self.pageSize &- place)
    let isCut = here < SegmentLayout.slots
    let limit = UInt32(truncatingIfNeeded: number &+ (isCut ? 2 : 1))
    if limit > state.pointee.pageLimit { growPages(to: limit) }
    let pages = state.pointee.pages
    guard pages[number].takesRow(at: place, owner: owner, from: 0),
      !isCut || pages[number &+ 1].takesRow(at: 0, owner: owner, from: here)
    else { return false }
    if pages[number].storage == nil { pages[number].storage = ownerStorage() }
    pages[number].extendRow(at: place, count: here, owner: owner, from: 0)
    guard isCut else { return true }
    if pages[number &+ 1].storage == nil { pages[number &+ 1].storage = ownerStorage() }
    pages[number &+ 1].extendRow(
      at: 0,
      count: SegmentLayout.slots &- here,
      owner: owner,
      from: here
    )
    return true
  }

  @inline(__always) private func page(_ number: UInt32) -> UnsafeMutablePointer<Int32> {
    if number < state.pointee.pageLimit, let owners = state.pointee.pages[Int(number)].owners {
      return owners
    }
    return makePage(number)
  }

  /// Spells out a page.
  @inline(never) private func makePage(_ number: UInt32) -> UnsafeMutablePointer<Int32> {
    precondition(
      number < HeightIndex.handleLimit >> Self.pageBits,
      "a handle of page \(number) is too great"
    )
    if number >= state.pointee.pageLimit { growPages(to: number + 1) }
    let page = state.pointee.pages + Int(number)
    let owners = page.pointee.storage ?? ownerStorage()
    page.pointee.storage = owners
    page.pointee.spell(Self.pageSize)
    return owners
  }

  @inline(never) private func growPages(to count: UInt32) {
    let limit = state.pointee.pageLimit
    let wanted = max(count, 2 * limit, 16)
    let fresh = UnsafeMutablePointer<OwnerPage>.allocate(capacity: Int(wanted))
    fresh.initialize(repeating: OwnerPage(), count: Int(wanted))
    fresh.update(from: state.pointee.pages, count: Int(limit))
    state.pointee.pages.deallocate()
    state.pointee.pages = fresh
    state.pointee.pageLimit = wanted
  }

  /// Memory for the owners of a page, not written.
  @inline(never) private func ownerStorage() -> UnsafeMutablePointer<Int32> {
    if let spare = state.pointee.sparePages {
      state.pointee.sparePages = spare.load(as: UnsafeMutableRawPointer?.self)
      return spare.bindMemory(to: Int32.self, capacity: Self.pageSize)
    }
    state.pointee.pageCount += 1
    return UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.pageSize, alignment: 64)
      .bindMemory(to: Int32.self, capacity: Self.pageSize)
  }

  @inline(__always) func setOwner(of handle: UInt32, to owner: Int32) {
    guard Handles.areKept else { return }
    page(handle &>> Self.pageBits)[Int(handle) & (Self.pageSize &- 1)] = owner
  }

  var bytes: (heights: Int, handles: Int) {
    let slots = 16 * state.pointee.segments.held
    var nodes = 0
    for level in 0..<NodeLayout.levels { nodes += 16 * levels[level].held }
    return (
      4 * slots * SegmentLayout.handles + 4 * nodes * NodeLayout.words,
      4 * slots * SegmentLayout.slots + 4 * Self.pageSize
        * state.pointee.pageCount
        + MemoryLayout<OwnerPage>.stride * Int(state.pointee.pageLimit)
    )
  }

  func reset() {
    state.pointee.segments.reset()
    for level in 0..<NodeLayout.levels { levels[level].reset() }
  }

  func resetOwners() {
    for page in 0..<Int(state.pointee.pageLimit) {
      guard let storage = state.pointee.pages[page].storage else { continue }
      let raw = UnsafeMutableRawPointer(storage)
      raw.storeBytes(of: state.pointee.sparePages, as: UnsafeMutableRawPointer?.self)
      state.pointee.sparePages = raw
      state.pointee.pages[page] = OwnerPage()
    }
  }

  func copied() -> Self {
    let copy = Self()
    copy.state.pointee.segments = state.pointee.segments.copied()
    for level in 0..<NodeLayout.levels { copy.levels[level] = levels[level].copied() }
    for number in 0..<state.pointee.pageLimit {
      let page = state.pointee.pages[Int(number)]
      if let owners = page.owners {
        copy.makePage(number).update(from: owners, count: Self.pageSize)
      } else if page.storage != nil {
        if number >= copy.state.pointee.pageLimit { copy.growPages(to: number + 1) }
        copy.state.pointee.pages[Int(number)] = page
        copy.state.pointee.pages[Int(number)].storage = copy.ownerStorage()
      }
    }
    return copy
  }

  func deallocate() {
    state.pointee.segments.deallocate()
    for level in 0..<NodeLayout.levels { levels[level].deallocate() }
    levels.deallocate()
    resetOwners()
    while let spare = state.pointee.sparePages {
      state.pointee.sparePages = spare.load(as: UnsafeMutableRawPointer?.self)
      spare.deallocate()
    }
    masks.deallocate()
    state.pointee.pages.deallocate()
    state.deallocate()
  }
}
