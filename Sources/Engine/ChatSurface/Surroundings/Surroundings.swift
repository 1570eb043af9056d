import Lengths
import Ornaments
import TextMeasuring
import Timebase
import ViewportPlacing

/// What the conversation is shown in: the device, what covers it, the composer, the keyboard and the
/// loaders at the edges.
///
/// Complexity: O(1) each; nothing is allocated.
package struct Surroundings {
  package private(set) var device: Device
  package private(set) var textSize: TextSizeCategory = .large
  package private(set) var insets: Insets
  /// What is about to be sent.
  package private(set) var composer = Composer()
  package private(set) var keyboard = Keyboard()
  private var loaders = (top: EdgeLoader(), end: EdgeLoader())

  package init(device: Device, isDraggedInProportion: Bool) {
    self.device = device
    insets = Insets(
      top: device.safeTop,
      safeBottom: device.safeBottom,
      composer: composer.height,
      isDraggedInProportion: isDraggedInProportion
    )
  }

  // MARK: Device

  package mutating func resize(width: LayoutUnit, height: LayoutUnit) {
    device.width = width
    device.height = height
  }

  package mutating func setTextSize(_ size: TextSizeCategory) { textSize = size }

  /// What the viewport has free of insets.
  package var freeHeight: LayoutUnit {
    device.height - insets.top - insets.composer - insets.covered
  }

  // MARK: Insets

  package mutating func setBlank(_ blank: LayoutUnit) { insets.setBlank(blank) }

  package mutating func setSafeAreas(top: LayoutUnit, bottom: LayoutUnit) {
    insets.setSafeAreas(top: top, bottom: bottom, keyboard)
  }

  /// Takes the height that the host gives its composer; it counts from `takeComposerHeight` on.
  package mutating func supplyComposer(height: LayoutUnit?) { composer.supply(height: height) }

  /// The composer covers what it needs from here on.
  package mutating func takeComposerHeight() { insets.setComposer(composer.height) }

  /// The keyboard covers what it has, or will have when it is done moving.
  package mutating func takeKeyboardHeight() { insets.cover(keyboard) }

  // MARK: Keyboard

  /// Takes what the system says; nothing is covered by it yet.
  package mutating func report(
    keyboard height: LayoutUnit,
    pace: MotionPace,
    at instant: Instant
  ) -> Keyboard.Change {
    keyboard.take(height: height, pace: pace, at: instant)
  }

  /// A finger drags the keyboard; nothing is covered by it yet.
  package mutating func drag(keyboard height: LayoutUnit) -> Keyboard.Change {
    keyboard.track(height: height)
  }

  /// Takes what was collected of the keyboard after a return, if the wait is over.
  package mutating func advanceKeyboard(to instant: Instant) -> Keyboard.Change {
    keyboard.advance(to: instant)
  }

  package mutating func background() { keyboard.background() }
  package mutating func foreground(at instant: Instant) { keyboard.foreground(at: instant) }

  // MARK: Composer

  /// Takes what the host says of the composer; its height counts from `takeComposerHeight` on.
  ///
  /// - Throws: What it cannot show.
  package mutating func setComposer(
    lines: Int,
    text: String?,
    attachments: Int?
  ) throws(SurfaceRefusal) {
    try composer.setLines(lines)
    if let attachments { try composer.setAttachments(attachments) }
    if let text { composer.setText(text) }
  }

  /// What was dropped onto the composer is written there, or attached.
  package mutating func insert(_ item: DroppedItem) {
    composer.insert(item.insertion)
    if item.kind == .file { composer.attach() }
  }

  /// The composer shows what was dropped into it, up to its longest: so many lines.
  mutating func growComposer(lines: Int) {
    let range = Composer.lineRange
    composer.grow(lines: min(max(lines, range.lowerBound), range.upperBound))
  }

  package mutating func clearComposer() { composer.clear() }

  // MARK: Loaders

  /// Another conversation was opened.
  package mutating func reopen() {
    loaders.top.reopen()
    loaders.end.reopen()
  }

  private subscript(loader edge: ContentEdge) -> EdgeLoader {
    get { edge == .top ? loaders.top : loaders.end }
    set { if edge == .top { loaders.top = newValue } else { loaders.end = newValue } }
  }

  /// A load runs at an edge, or has ended.
  package mutating func setLoading(_ isLoading: Bool, at edge: ContentEdge) {
    self[loader: edge].setProcessing(isLoading)
  }

  /// A page came that nobody showed a loader for: it ends the load that was asked for.
  package mutating func endLoad(at edge: ContentEdge) { self[loader: edge].end() }

  /// Takes how far an edge of the content is from the viewport's.
  ///
  /// - Parameter hasMoved: Whether the viewport was moved since the conversation was opened.
  /// - Returns: Whether another page is asked for there.
  package mutating func wantsPage(
    at edge: ContentEdge,
    distance: LayoutUnit,
    content: LayoutUnit,
    hasMoved: Bool
  ) -> Bool {
    let viewport = freeHeight
    return self[loader: edge].update(
      distance: distance,
      content: content,
      viewport: viewport,
      hasMoved: hasMoved
    )
  }

  /// Traps unless the insets are those of the parts.
  package func checkInvariants() {
    keyboard.checkInvariants()
    insets.checkInvariants()
  }
}
