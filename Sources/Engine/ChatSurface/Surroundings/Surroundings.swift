import Lengths
import TextMeasuring
import Timebase
import ViewportPlacing

/// What the conversation is shown in: the device, what covers it, the composer, the keyboard and the
/// loaders at the edges.
///
/// Complexity: O(1) each; nothing is allocated.
package struct Surroundings {
  /// How the viewport came to where it is.
  private enum Approach: Hashable {
    /// It was not moved since the conversation was opened.
    case untouched
    /// By hand, or by a jump.
    case moved
    /// So, and then a page came at the end, in this frame.
    case page(frame: Int)
  }

  /// The device; its size changes with `resize`.
  package private(set) var device: Device
  /// The size of text that the reader chose.
  package private(set) var textSize: TextSizeCategory = .large
  /// What covers the viewport.
  package private(set) var insets: Insets
  /// What is about to be sent.
  package private(set) var composer = Composer()
  /// The keyboard as the system reports it.
  package private(set) var keyboard = Keyboard()
  /// What was dropped onto the composer last and may still move; nil at rest.
  package private(set) var drop: SettlingDrop?
  private var topLoader = EdgeLoader()
  private var endLoader = EdgeLoader()
  /// Whether the viewport was moved by hand or by a jump since the conversation was opened.
  private var approach = Approach.untouched

  /// Makes an empty composer, a closed keyboard and edges at which nothing was asked for.
  package init(device: Device, isDraggedInProportion: Bool) {
    self.device = device
    insets = Insets(
      device: device,
      composer: composer.height,
      isDraggedInProportion: isDraggedInProportion
    )
  }

  // MARK: Device

  /// The viewport gets another size.
  package mutating func resize(width: LayoutUnit, height: LayoutUnit) {
    device.width = width
    device.height = height
  }

  /// The reader chose another size of text.
  package mutating func setTextSize(_ size: TextSizeCategory) { textSize = size }

  /// What the viewport has free of insets.
  package var freeHeight: LayoutUnit {
    device.height - insets.top - insets.composer - insets.covered
  }

  // MARK: Insets

  /// Takes the free space below the last turn.
  package mutating func setBlank(_ blank: LayoutUnit) { insets.setBlank(blank) }

  /// Takes other safe areas.
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

  /// The app has gone to the background.
  package mutating func background() { keyboard.background() }
  /// The app is in front again.
  package mutating func foreground(at instant: Instant) { keyboard.foreground(at: instant) }

  // MARK: Composer

  /// Takes what the host says of the composer; its height counts from `takeComposerHeight` on.
  ///
  /// - Throws: What it cannot show.
  package mutating func setComposer(
    lines: Int,
    text: String?,
    attachments: Int?
  ) throws(Composer.Refusal) {
    try composer.setLines(lines)
    if let attachments { try composer.setAttachments(attachments) }
    if let text { composer.setText(text) }
  }

  /// Something was dropped onto the composer: it is written there, and settles.
  ///
  /// - Parameters:
  ///   - item: What was dropped.
  ///   - overlap: How much of it lay over the composer, 0 to 1.
  ///   - isAnimated: Whether it may be seen to settle.
  ///   - instant: When.
  package mutating func take(
    _ item: DroppedItem,
    overlap: Double,
    isAnimated: Bool,
    at instant: Instant
  ) {
    let frame = DropGesture.Frame(
      x: .zero,
      y: device.height - insets.covered - insets.composer,
      width: device.width,
      height: insets.composer
    )
    drop =
      isAnimated ? SettlingDrop(item.kind, overlap: overlap, on: frame, at: instant) : nil
    composer.insert(item.insertion)
    if item.kind == .file { composer.attach() }
  }

  /// The composer shows what was dropped into it, up to its longest: so many lines.
  mutating func growComposer(lines: Int) {
    let range = Composer.lineRange
    composer.grow(lines: min(max(lines, range.lowerBound), range.upperBound))
  }

  /// What was dropped lies where it belongs.
  package mutating func settleDrop() { drop = nil }

  /// What was typed was sent.
  package mutating func clearComposer() { composer.clear() }

  // MARK: Loaders

  /// The viewport was moved by hand or by a jump.
  package mutating func noteMoved() {
    approach = .moved
  }

  /// A page came at the end.
  package mutating func notePage(inFrame frame: Int) {
    if approach != .untouched { approach = .page(frame: frame) }
  }

  /// Whether another page may be asked for at the end: not in the frame in which one came, nor when
  /// nothing but the content that came has brought the viewport there.
  package func mayWantPageAtEnd(inFrame frame: Int, isFree: Bool) -> Bool {
    if case .page(let last) = approach { return isFree && last != frame }
    return true
  }

  /// Another conversation was opened.
  package mutating func reopen() {
    approach = .untouched
    topLoader.reopen()
    endLoader.reopen()
  }

  /// A load runs at an edge, or has ended.
  package mutating func setLoading(_ isLoading: Bool, at edge: ContentEdge) {
    switch edge {
    case .top: topLoader.setProcessing(isLoading)
    case .end: endLoader.setProcessing(isLoading)
    }
  }

  /// A page came that nobody showed a loader for: it ends the load that was asked for.
  package mutating func endLoad(at edge: ContentEdge) {
    switch edge {
    case .top: topLoader.end()
    case .end: endLoader.end()
    }
  }

  /// Takes how far an edge of the content is from the viewport's.
  ///
  /// - Returns: Whether another page is asked for there.
  package mutating func wantsPage(
    at edge: ContentEdge,
    distance: LayoutUnit,
    content: LayoutUnit
  ) -> Bool {
    let (viewport, hasMoved) = (freeHeight, approach != .untouched)
    func update(_ loader: inout EdgeLoader) -> Bool {
      loader.update(
        distance: distance,
        content: content,
        viewport: viewport,
        hasMoved: hasMoved
      )
    }
    switch edge {
    case .top: return update(&topLoader)
    case .end: return update(&endLoader)
    }
  }

  /// Traps unless the insets are those of the parts.
  package func checkInvariants() {
    keyboard.checkInvariants()
    insets.checkInvariants()
  }
}
