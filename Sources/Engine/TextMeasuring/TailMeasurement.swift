import Lengths

/// Where a measurer may take up a growing text again: its own states, kept by the caller.
///
/// It belongs to one growing block and one measurer. A fresh one is always right: the first call
/// then measures the whole. A text may also change before its end: a mark that closes takes away
/// what was shown of it. Each state says which bytes it depends on, and earlier ones are kept, so that
/// such a change is measured from a little before it.
public struct TailMeasurement: Sendable {
  /// For what the states hold; a call with another one starts over.
  package struct Context: Hashable, Sendable {
    /// The measurer that wrote them.
    package var measurer: ObjectIdentifier
    /// The width that is left to the text; nil when it does not wrap.
    package var textWidth: LayoutUnit?
    /// What the text is set in.
    package var face: TextFace
    /// The reader's text size.
    package var textSize: TextSizeCategory

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - measurer: The measurer that writes the state.
    ///   - textWidth: The width that is left to the text.
    ///   - face: What the text is set in.
    ///   - textSize: The reader's text size.
    package init(
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

  /// What a measurer knows at a place of a text.
  public struct State: Hashable, Sendable {
    /// How many leading bytes of the text it accounts for.
    public var utf8Offset: Int
    /// How many leading bytes of the text it depends on, those after ``utf8Offset`` included: for
    /// every text that begins with them, in the same styles, it is right.
    public var neededUTF8Count: Int
    /// Eight numbers with a meaning of the measurer's own.
    public var registers: SIMD8<Int64>

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - utf8Offset: How many leading bytes of the text it accounts for.
    ///   - neededUTF8Count: How many leading bytes of the text it depends on.
    ///   - registers: Numbers with a meaning of the measurer's own.
    public init(utf8Offset: Int, neededUTF8Count: Int, registers: SIMD8<Int64>) {
      self.utf8Offset = utf8Offset
      self.neededUTF8Count = neededUTF8Count
      self.registers = registers
    }

    /// The start of a text.
    static let start = State(utf8Offset: 0, neededUTF8Count: 0, registers: .zero)
  }

  /// How many bytes lie at least between two states that are kept, but for the last ``recentCount``.
  package static let spacing = 512
  /// How many states before the last one are kept however close they are.
  package static let recentCount = 8
  /// How many earlier states are kept; when there are more, every other one of the older half goes.
  ///
  /// So the last 16 KiB can be gone back through in steps of ``spacing``: no mark of a paragraph is
  /// looked after for longer.
  package static let limit = 80

  /// For what the states hold; nil when there are none.
  package private(set) var context: Context?
  /// Where measuring starts: the last state.
  public private(set) var state = State.start
  /// How many leading bytes of the text are those of the last call, in whatever context that was.
  public private(set) var keptUTF8Count = 0
  /// States before it, ascending.
  private var earlier: [State] = []

  /// How many leading bytes of the text the state accounts for.
  package var utf8Offset: Int { state.utf8Offset }
  /// Eight numbers with a meaning of the measurer's own; all are 0 at the start of a text.
  package var registers: SIMD8<Int64> { state.registers }
  /// How many earlier states are kept.
  package var earlierCount: Int { earlier.count }

  /// Whether states are kept; else every call measures the whole.
  package let keepsStates: Bool

  /// Makes a measurement that knows nothing.
  ///
  /// - Parameter keepsStates: False for one that keeps no state, so that every call measures the whole.
  package init(keepsStates: Bool = true) { self.keepsStates = keepsStates }

  /// Forgets what was measured, and keeps the capacity for states.
  package mutating func forget() {
    earlier.removeAll(keepingCapacity: true)
    (context, state, keptUTF8Count) = (nil, .start, 0)
  }

  /// Makes ready for a call: goes back to the last state that still holds, the start of the text if
  /// none does.
  ///
  /// - Parameters:
  ///   - context: What the call measures for.
  ///   - keptUTF8: How many leading bytes are, in the same styles, those of the last call.
  /// - Returns: Whether anything was known for the context.
  /// - Complexity: O(1), amortised over the states.
  @discardableResult
  package mutating func resume(in context: Context, keeping keptUTF8: Int) -> Bool {
    guard self.context == context else {
      forget()
      self.context = context
      keptUTF8Count = keptUTF8
      return false
    }
    keptUTF8Count = keptUTF8
    while state.neededUTF8Count > keptUTF8 { state = earlier.popLast() ?? .start }
    return true
  }

  /// Moves on to a state further down the text, and keeps the one before.
  ///
  /// - Parameter next: The state; one that does not lie after ``state`` is left out.
  /// - Complexity: O(1), amortised.
  public mutating func settle(_ next: State) {
    guard keepsStates, next.utf8Offset > state.utf8Offset else { return }
    if state.utf8Offset > 0 { earlier.append(state) }
    state = next
    let older = earlier.count - 1 - Self.recentCount
    if older >= 0 {
      let before = older > 0 ? earlier[older - 1].utf8Offset : 0
      if earlier[older].utf8Offset - before < Self.spacing { earlier.remove(at: older) }
    }
    if earlier.count > Self.limit { thin() }
  }

  private mutating func thin() {
    let half = Self.limit / 2
    earlier = earlier.indices.filter { $0 >= half || $0 % 2 == 1 }.map { earlier[$0] }
  }
}
