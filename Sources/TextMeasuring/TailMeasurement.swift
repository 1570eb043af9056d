import Lengths

/// Where a measurer may take up a growing text again: its own state, kept by the caller.
///
/// It belongs to one growing block and one measurer. A fresh one is always right: the first call
/// then measures the whole.
public struct TailMeasurement: Sendable {
  /// For what the state holds; a call with another one starts over.
  public struct Context: Hashable, Sendable {
    /// The measurer that wrote it.
    public var measurer: ObjectIdentifier
    /// The width that is left to the text; nil when it does not wrap.
    public var textWidth: LayoutUnit?
    /// What the text is set in.
    public var face: TextFace
    /// The reader's text size.
    public var textSize: TextSizeCategory

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - measurer: The measurer that writes the state.
    ///   - textWidth: The width that is left to the text.
    ///   - face: What the text is set in.
    ///   - textSize: The reader's text size.
    public init(
      measurer: ObjectIdentifier,
      textWidth: LayoutUnit?,
      face: TextFace,
      textSize: TextSizeCategory
    ) {
      self.measurer = measurer
      self.textWidth = textWidth
      self.face = face
      self.textSize = textSize
    }
  }

  /// For what the state holds; nil when there is none.
  public var context: Context?
  /// How many leading bytes of the text the state accounts for.
  public var utf8Offset = 0
  /// Eight numbers with a meaning of the measurer's own.
  public var registers = SIMD8<Int64>.zero

  /// Makes a state that knows nothing.
  public init() {}

  /// Makes the state ready for a call, forgetting what does not hold any more.
  ///
  /// - Parameters:
  ///   - context: What the call measures for.
  ///   - keptUTF8: How many leading bytes are those of the last call.
  /// - Returns: Whether the state still holds and measuring may start at ``utf8Offset``.
  public mutating func resume(in context: Context, keeping keptUTF8: Int) -> Bool {
    if self.context == context, keptUTF8 >= utf8Offset { return true }
    self = TailMeasurement()
    self.context = context
    return false
  }
}
