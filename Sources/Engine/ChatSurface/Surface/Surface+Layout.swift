import Lengths
import Timebase
import ViewportPlacing

extension Surface {
  /// Fifth phase: follow, pin and the scroll range decide where everything lies.
  package func layout(at instant: Instant) {
    let measuredAt = offset
    if viewport.movesList { viewport.take(.laidOut(keyboardScene), in: scene(at: instant)) }
    solve(at: instant)
    // The range's ends may have moved the viewport once more, and brought in others.
    if offset != measuredAt { measureAllVisible(at: instant) }
    if profile.measuring == .visibleEveryFrame {
      transcript.forgetHeights(above: offset, below: offset + device.height)
    }
    viewport.endFrame(in: scene(at: instant))
    askForPages()
    let shift = transcript.rebase(around: offset, viewport: device.height)
    if shift != .zero { viewport.rebase(by: shift) }
    charge(.layout)
  }

  // MARK: Extent

  /// The first item's top less its padding.
  var contentTop: LayoutUnit { transcript.contentTop(padding: profile.style.topPadding) }

  /// The bottom of the last item, or of what lies below it.
  var contentBottom: LayoutUnit { transcript.contentBottom }

  /// How long the content is, and what covers the viewport.
  var extents: ViewportExtents {
    ViewportExtents(
      contentTop: contentTop,
      contentBottom: contentBottom,
      height: device.height,
      insets: insets,
      restsAtBottom: restsAtBottom
    )
  }

  /// What the viewport looks at when something happens.
  func scene(at instant: Instant) -> ViewportScene {
    ViewportScene(extents, self, at: instant, endsAtEnd: !auxiliaries.showsEndLoader)
  }

  /// The offsets that the insets allow.
  var scrollRange: ClosedRange<LayoutUnit> { extents.range }

  /// Whether content shorter than the viewport lies above the composer.
  var restsAtBottom: Bool {
    profile.shortContent == .bottom || profile.afterSend == .pushAndPin
  }

  /// How far the lower edge of what is not covered is above the content's end; negative where
  /// content is too short to reach it.
  var pointsFromEnd: LayoutUnit { extents.pointsFromEnd(offset) }

  /// Keeps as much free space below the last turn as lets its message reach the viewport's top.
  func updateBlank() {
    guard hasBlank, let extent = turnExtent() else {
      turn.clear()
      surroundings.setBlank(.zero)
      return
    }
    let blank = turn.update(
      extent,
      viewport: device.height - insets.top,
      covered: insets.covered,
      composer: insets.composer,
      at: context.lastInstant
    )
    surroundings.setBlank(blank)
  }

  /// Whether there may be a blank; push and pin stands in its place.
  private var hasBlank: Bool { profile.afterSend != .pushAndPin && turn.isInForce }

  /// Where the last turn lies; nil where there is none, or it is too high for a blank.
  private func turnExtent() -> Turn.Extent? {
    if turn.isQuestionStale {
      turn.find(question: lastQuestion(within: device.height - insets.top - insets.safeBottom))
    }
    guard let question = turn.question else { return nil }
    return transcript.turn(from: question, in: geometry)
  }

  /// The blank that there will be with the keyboard closed.
  var blankWithoutKeyboard: LayoutUnit {
    guard hasBlank else { return .zero }
    return turn.blank(
      viewport: device.height - insets.top,
      covered: insets.safeBottom,
      composer: insets.composer
    )
  }

  /// Looks for the last message of the user's that counts as far up as it can ask for a blank.
  private func lastQuestion(within free: LayoutUnit) -> UInt32? {
    var index = layout.count - 1
    while index >= 0, contentBottom - layout.y(at: index) - layout.height(at: index) < free {
      let handle = layout.handle(at: index)
      if transcript.role(of: handle) == .user, turn.counts(handle) { return handle }
      index -= 1
    }
    return nil
  }

  // MARK: Viewport

  /// Moves the viewport to where it is to be with the heights that are known.
  func solve(at instant: Instant) {
    updateBlank()
    viewport.solve(in: scene(at: instant), frame: context.number)
  }
}

extension Surface: ViewportContent {
  package var isEmpty: Bool { layout.count == 0 }

  package var first: (handle: UInt32, y: LayoutUnit) { (layout.handle(at: 0), layout.top) }

  package func slot(of message: UInt32) -> (y: LayoutUnit, height: LayoutUnit)? {
    transcript.place(of: message).map { ($0.y, $0.height) }
  }

  package func item(atY y: LayoutUnit) -> (handle: UInt32, y: LayoutUnit)? {
    layout.index(atY: y).map { (layout.handle(at: $0), layout.y(at: $0)) }
  }

  package func hiddenHeight(ofSlot height: LayoutUnit) -> LayoutUnit {
    turn.hiddenHeight(ofQuestion: transcript.ownHeight(ofSlot: height))
  }

  package func rank(of message: UInt32) -> (index: Int, count: Int, range: Range<LayoutUnit>)? {
    layout.index(of: message).map { ($0, layout.count, layout.top..<layout.bottom) }
  }

  package func headerHeight(above message: UInt32) -> LayoutUnit {
    layout.index(of: message).map { headerHeight(above: $0) } ?? .zero
  }

  package func isMeasured(_ message: UInt32) -> Bool { transcript.isMeasured(message) }

  package func isMeasured(from message: UInt32, to end: LayoutUnit) -> Bool {
    guard var index = layout.index(of: message) else { return false }
    while index < layout.count, layout.y(at: index) < end {
      guard transcript.isMeasured(layout.handle(at: index)) else { return false }
      index += 1
    }
    return true
  }
}
