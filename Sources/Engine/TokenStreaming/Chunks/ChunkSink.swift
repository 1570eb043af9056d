/// Where a chunker writes: the text of complete chunks, and where one ends and the next begins.
///
/// The chunks partition the bytes, in order. A caller empties the sink when it has taken both, and
/// hands it in again: its storage is kept, so that the steady state allocates nothing.
public struct ChunkSink: Sendable {
  @usableFromInline internal var text = KeptBuffer<UInt8>(blank: 0)
  @usableFromInline internal var pieces = KeptBuffer<Chunk>(blank: .blank)

  /// The text of all chunks, as valid UTF-8; the first byte has index 0.
  @inlinable public var bytes: ArraySlice<UInt8> { text.elements }
  /// The chunks, in the order of the text; the first one has index 0.
  @inlinable public var chunks: ArraySlice<Chunk> { pieces.elements }

  /// How often the dictionary was asked for a word on the way to these chunks and to those taken before:
  /// emptying the sink leaves it as it is. It is shown at most ``WordChunker/windowLength`` graphemes.
  public internal(set) var dictionaryLookups = 0

  /// Makes an empty sink.
  public init() {}

  /// Whether there is no chunk in it.
  @inlinable public var isEmpty: Bool { pieces.isEmpty }

  /// Empties the sink.
  ///
  /// - Parameter keepingCapacity: Whether to keep the storage for the next chunks.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = true) {
    text.removeAll(keepingCapacity: keepingCapacity)
    pieces.removeAll(keepingCapacity: keepingCapacity)
  }
}
