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
  private var used = slabSize
  /// How large the slab is that has room.
  private var room = slabSize

  deinit {
    for piece in large + slabs { piece.deallocate() }
  }

  /// Hands out zeroed memory.
  func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let total = Self.header + (size + 15) & ~15
    let piece: UnsafeMutableRawPointer
    if total > Self.largest {
      piece = .allocate(byteCount: total, alignment: 16)
      large.append(piece)
    } else {
      if used + total > room { takeSlab() }
      piece = slabs[slabCount - 1] + used
      used += total
    }
    piece.initializeMemory(as: UInt8.self, repeating: 0, count: total)
    piece.storeBytes(of: size, as: Int.self)
    return piece + Self.header
  }

  private func takeSlab() {
    if slabCount == slabs.count {
      slabs.append(slabCount < Self.keptSlabs ? Self.makeSlab() : Self.makeHugeSlab())
    }
    room = slabCount < Self.keptSlabs ? Self.slabSize : Self.hugeSlabSize
    slabCount += 1
    used = 0
  }

  private static func makeSlab() -> UnsafeMutableRawPointer {
    .allocate(byteCount: slabSize, alignment: 16)
  }

  private static func makeHugeSlab() -> UnsafeMutableRawPointer {
    let slab = UnsafeMutableRawPointer.allocate(byteCount: hugeSlabSize, alignment: hugeSlabSize)
    stillpoint_advise_huge_pages(slab, hugeSlabSize)
    return slab
  }

  /// Hands out memory that holds some bytes.
  func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let memory = allocate(max(1, bytes.count))
    bytes.withUnsafeBytes {
      memory.copyMemory(from: $0.baseAddress ?? .init(memory), byteCount: $0.count)
    }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Hands out memory that begins with what `old` holds.
  func reallocate(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer {
    guard let old else { return allocate(size) }
    let oldSize = (old - Self.header).load(as: Int.self)
    guard size > oldSize else { return old }
    let new = allocate(size)
    new.copyMemory(from: old, byteCount: oldSize)
    return new
  }

  /// Takes everything back.
  func reset() {
    for piece in large { piece.deallocate() }
    large.removeAll(keepingCapacity: true)
    while slabs.count > Self.keptSlabs, let slab = slabs.popLast() { slab.deallocate() }
    slabCount = 0
    (used, room) = (Self.slabSize, Self.slabSize)
  }
}
