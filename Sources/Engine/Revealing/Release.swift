import Timebase
import TokenStreaming

/// A piece of a part's text that becomes visible: one or more whole chunks, in order.
public struct Release: Sendable, Equatable {
  @usableFromInline internal let partNumber: UInt32
  @usableFromInline internal let isFading: Bool
  @usableFromInline internal var bytes: Int
  @usableFromInline internal var scalars: Int
  @usableFromInline internal var chunks: Int
  @usableFromInline internal let actual: Instant
  @usableFromInline internal let planned: Instant
  @usableFromInline internal let completion: Instant

  /// The text part.
  @inlinable public var part: UInt32 { partNumber }
  /// How many bytes of UTF-8 follow what was visible.
  @inlinable public var utf8Count: Int { bytes }
  /// How many scalars these are.
  @inlinable public var scalarCount: Int { scalars }
  /// How many chunks these are.
  @inlinable public var chunkCount: Int { chunks }
  /// When the text became visible.
  @inlinable public var at: Instant { actual }
  /// When its step was due.
  @inlinable public var due: Instant { planned }
  /// When the first of its chunks was complete: `at` less this is the longest wait in it.
  @inlinable public var completed: Instant { completion }
  /// Whether it starts at opacity 0; otherwise it is at 1 at once.
  @inlinable public var fades: Bool { isFading }
  /// How long it waited for its slot.
  @inlinable public var heldFor: Nanoseconds { actual - planned }

  init(_ entry: WaitingChunk, at actual: Instant, due planned: Instant, fades: Bool) {
    partNumber = entry.part
    isFading = fades
    bytes = entry.chunk.utf8Count
    scalars = entry.chunk.scalarCount
    chunks = 1
    self.actual = actual
    self.planned = planned
    completion = entry.chunk.completed
  }

  mutating func append(_ chunk: Chunk) {
    bytes += chunk.utf8Count
    scalars += chunk.scalarCount
    chunks += 1
  }
}
