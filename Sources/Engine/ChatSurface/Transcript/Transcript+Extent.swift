import Lengths

// Where the content and its messages begin and end. Asked of the transcript as a whole, in one call: each
// look into it from the surface is checked at run time, and these are needed twenty times a frame.
extension Transcript {
  /// The first item's top less its padding and what stands above it.
  func contentTop(padding: LayoutUnit) -> LayoutUnit {
    layout.top - padding - auxiliaries.leading
  }

  /// The bottom of the last item, or of what lies below it.
  var contentBottom: LayoutUnit {
    lastBottom + auxiliaries.trailing(endsWithAnswer: endsWithAnswer, spacing: spacing)
  }

  /// Whether the last message is an answer; asked only where something depends on it.
  private var endsWithAnswer: Bool {
    guard auxiliaries.disclaimer > .zero, layout.count > 0 else { return false }
    return role(of: layout.handle(at: layout.count - 1)) == .assistant
  }

  /// Where a message lies, with its actions and the space below it; nil when it is not in the
  /// conversation.
  func place(of handle: UInt32) -> (index: Int, y: LayoutUnit, height: LayoutUnit)? {
    guard let index = layout.index(of: handle) else { return nil }
    return (index, layout.y(at: index), layout.height(at: index))
  }

  /// What there is from a question down to the end of the content.
  struct TurnContent {
    /// The question's height, with its actions.
    var questionHeight: LayoutUnit
    /// How far the content goes on below it.
    var rest: LayoutUnit
    /// How many messages there are, the question included.
    var messages: Int
    /// The last of them.
    var last: UInt32
    /// Whether the first and the last have heights of their own.
    var isMeasured: Bool
  }

  /// Looks from a question down; nil when it is not in the conversation.
  func turn(from question: UInt32) -> TurnContent? {
    guard let place = place(of: question), let last else { return nil }
    let own = ownHeight(ofSlot: place.height)
    return TurnContent(
      questionHeight: own,
      rest: contentBottom - place.y - own,
      messages: layout.count - place.index,
      last: last,
      isMeasured: isMeasured(question) && isMeasured(last)
    )
  }

  /// The last message; nil when there is none.
  var last: UInt32? { layout.count > 0 ? layout.handle(at: layout.count - 1) : nil }
}
