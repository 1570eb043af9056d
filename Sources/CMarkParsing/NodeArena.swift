import CCmarkGFM

/// Memory for one parse of cmark-gfm, given back at once when its tree is done with.
///
/// Small pieces come one after the other from slabs, large ones from the system. Nothing is freed before
/// ``reset()``. One thread uses it at a time.
///
/// What a parse needs beyond `keptSlabs` slabs comes in slabs of 2 MiB, which Linux is asked to map as
/// one page each: a hostile megabyte takes 150 MiB of nodes, and 40 % of its time was faults of
/// small pages.
///
/// Limit: 64 slabs of 64 KiB are kept for later parses, the others given back to the system.
final class NodeArena: @unchecked Sendable {
  /// What is left of the slab that has room, and whose it is.
  ///
  /// cmark asks for memory through functions without context, many times a parse. They find this by a
  /// pointer, and neither count references nor check for exclusive access. That is
  /// sound since one thread parses at a time, under a lock, and the arena outlives its parse.
  struct FreeSpace {
    fileprivate var next: UnsafeMutableRawPointer?
    /// Bytes from `next` on; 0 without a slab.
    fileprivate var count = 0
    fileprivate let arena: Unmanaged<NodeArena>
  }

  private static let slabSize = 1 << 16
  /// The size of a slab beyond those that are kept, and of a huge page.
  private static let hugeSlabSize = 1 << 21
  /// Pieces above this size come from the system.
  private static let largest = 1 << 13
  /// How many slabs are kept for later.
  private static let keptSlabs = 64
  /// In front of each piece: its size, for `realloc`; keeps pieces aligned.
  private static let header = 16

  private var slabs: [UnsafeMutableRawPointer] = []
  /// How many slabs hold something; the last of them has room.
  private var slabCount = 0
  private var large: [UnsafeMutableRawPointer] = []
  /// Valid for as long as the arena is.
  let freeSpace = UnsafeMutablePointer<FreeSpace>.allocate(capacity: 1)

  init() { freeSpace.initialize(to: FreeSpace(arena: .passUnretained(self))) }

  deinit {
    for piece in large + slabs { piece.deallocate() }
    freeSpace.deallocate()
  }

  /// Hands out zeroed memory.
  ///
  /// - Parameters:
  ///   - size: In bytes.
  ///   - freeSpace: That of an arena that lives on.
  static func allocate(_ size: Int, in freeSpace: UnsafeMutablePointer<FreeSpace>)
    -> UnsafeMutableRawPointer
  {
    let piece = take(size, in: freeSpace)
    piece.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return piece
  }

  /// Hands out memory whose bytes are anything.
  private static func take(
    _ size: Int,
    in freeSpace: UnsafeMutablePointer<FreeSpace>
  ) -> UnsafeMutableRawPointer {
    let total = header + (size + 15) & ~15
    let piece: UnsafeMutableRawPointer
    if total <= freeSpace.pointee.count, total <= largest, let next = freeSpace.pointee.next {
      piece = next
      freeSpace.pointee.next = next + total
      freeSpace.pointee.count -= total
    } else {
      piece = freeSpace.pointee.arena._withUnsafeGuaranteedRef { $0.takeElsewhere(total) }
    }
    piece.storeBytes(of: size, as: Int.self)
    return piece + header
  }

  /// Hands out memory from a new slab, or from the system.
  private func takeElsewhere(_ total: Int) -> UnsafeMutableRawPointer {
    guard total <= Self.largest else {
      let piece = UnsafeMutableRawPointer.allocate(byteCount: total, alignment: 16)
      large.append(piece)
      return piece
    }
    if slabCount == slabs.count {
      slabs.append(slabCount < Self.keptSlabs ? Self.makeSlab() : Self.makeHugeSlab())
    }
    let slab = slabs[slabCount]
    freeSpace.pointee.next = slab + total
    freeSpace.pointee.count =
      (slabCount < Self.keptSlabs ? Self.slabSize : Self.hugeSlabSize) - total
    slabCount += 1
    return slab
  }

  private static func makeSlab() -> UnsafeMutableRawPointer {
    .allocate(byteCount: slabSize, alignment: 16)
  }

  private static func makeHugeSlab() -> UnsafeMutableRawPointer {
    let slab = UnsafeMutableRawPointer.allocate(byteCount: hugeSlabSize, alignment: hugeSlabSize)
    stillpoint_advise_huge_pages(slab, hugeSlabSize)
    return slab
  }

  /// Hands out zeroed memory.
  func allocate(_ size: Int) -> UnsafeMutableRawPointer { Self.allocate(size, in: freeSpace) }

  /// Hands out memory that holds some bytes.
  func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let memory = allocate(max(1, bytes.count))
    bytes.withUnsafeBytes {
      memory.copyMemory(from: $0.baseAddress ?? .init(memory), byteCount: $0.count)
    }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Hands out memory that begins with what `old` holds.
  static func reallocate(
    _ old: UnsafeMutableRawPointer?,
    _ size: Int,
    in freeSpace: UnsafeMutablePointer<FreeSpace>
  ) -> UnsafeMutableRawPointer {
    guard let old else { return take(size, in: freeSpace) }
    let oldSize = (old - header).load(as: Int.self)
    guard size > oldSize else { return old }
    let new = take(size, in: freeSpace)
    new.copyMemory(from: old, byteCount: oldSize)
    return new
  }

  /// Takes everything back.
  func reset() {
    for piece in large { piece.deallocate() }
    large.removeAll(keepingCapacity: true)
    while slabs.count > Self.keptSlabs, let slab = slabs.popLast() { slab.deallocate() }
    slabCount = 0
    (freeSpace.pointee.next, freeSpace.pointee.count) = (nil, 0)
  }
}

extension UnsafeMutablePointer<cmark_node> {
  /// Appends a node with a text, which is not copied; nil without memory for it.
  @discardableResult
  func append(
    _ type: cmark_node_type,
    _ text: UnsafeMutablePointer<UInt8>? = nil,
    count: Int = 0
  ) -> Self? {
    guard let node = cmark_node_new_with_mem(type, pointee.content.mem) else { return nil }
    if let text { node.pointee.as.literal = cmark_chunk(data: text, len: Int32(count), alloc: 0) }
    node.pointee.parent = self
    node.pointee.prev = pointee.last_child
    if let last = pointee.last_child {
      last.pointee.next = node
    } else {
      pointee.first_child = node
    }
    pointee.last_child = node
    return node
  }
}
