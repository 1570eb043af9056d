import Timebase

/// A piece of text that is revealed together. The text itself lies in a `ChunkSink`.
public struct Chunk: Sendable, Equatable {
  @usableFromInline internal let bytes: Int32
  @usableFromInline internal let scalars: Int32
  @usableFromInline internal let completion: Instant
  @usableFromInline internal let arrival: Instant

  /// The length in bytes of UTF-8, at least 1.
  @inlinable public var utf8Count: Int { Int(bytes) }
  /// The length in Unicode scalars, at least 1.
  @inlinable public var scalarCount: Int { Int(scalars) }
  /// When the chunk was known to be complete.
  @inlinable public var completed: Instant { completion }
  /// When the chunk's first byte arrived; `completed` less this is how long it was held.
  @inlinable public var firstByte: Instant { arrival }

  /// Makes a chunk.
  ///
  /// - Precondition: Both counts are in 1 ... 2^31 - 1 and the first byte is not later than the
  ///   completion.
  @inlinable
  public init(utf8Count: Int, scalarCount: Int, completed: Instant, firstByte: Instant) {
    precondition(
      scalarCount > 0 && utf8Count >= scalarCount,
      "a chunk has text, got \(scalarCount) scalars in \(utf8Count) bytes"
    )
    precondition(
      firstByte <= completed,
      "a chunk complete at \(completed) cannot begin at \(firstByte)"
    )
    bytes = Int32(utf8Count)
    scalars = Int32(scalarCount)
    completion = completed
    arrival = firstByte
  }

  /// No chunk: what lies in unused places of a list.
  static let blank = Chunk(bytes: 0, scalars: 0, completed: .zero, firstByte: .zero)

  /// Makes a chunk of a chunker, whose counts hold by construction.
  @inline(__always)
  init(bytes: Int, scalars: Int, completed: Instant, firstByte: Instant) {
    self.bytes = Int32(truncatingIfNeeded: bytes)
    self.scalars = Int32(truncatingIfNeeded: scalars)
    completion = completed
    arrival = firstByte
  }
}
