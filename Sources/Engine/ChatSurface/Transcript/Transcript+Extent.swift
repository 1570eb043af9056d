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

  /// Whether an item's place was ever more than a guess at this width.
  func isLaidOut(_ handle: UInt32, in geometry: TextGeometry) -> Bool {
    isMeasured(handle) || messages.record(handle)?.laidOutGeometry == geometry
  }

  /// Where the turn lies that a question begins; nil when it is not in the conversation.
  func turn(from question: UInt32, in geometry: TextGeometry) -> Turn.Extent? {
    guard let place = place(of: question), layout.count > 0 else { return nil }
    let own = ownHeight(ofSlot: place.height)
    let last = layout.handle(at: layout.count - 1)
    return Turn.Extent(
      question: question,
      questionHeight: own,
      rest: contentBottom - place.y - own,
      messages: layout.count - place.index,
      isGuess: !(isMeasured(question) && isMeasured(last))
        && !(isLaidOut(question, in: geometry) && isLaidOut(last, in: geometry))
    )
  }
}
