import ChatSurface
import Lengths

/// Where a scroll view of the host's stands, and how the engine's viewport and it find together.
///
/// The view has coordinates of its own: its offset is the viewport's top below the content's, as the view was
/// told last. What the reader does arrives as ways from place to place, so that content which changes
/// meanwhile changes no way. What content does is told back as a correction, or held back while the view
/// decelerates: the content then lies elsewhere in the view's coordinates, and on screen where it belongs.
struct HostScroller {
  /// A way between two places of the view that is no way: half a point, a pixel of a plain screen.
  static let tolerance = 0.5
  /// A view that says no phases stands still when it was silent for so long, in seconds: longer than a
  /// refresh of 10 Hz, shorter than a reader's pause.
  static let silence = 0.15

  /// What is known of the view.
  private(set) var phase = HostScrollPhase.rest
  /// Where it stands: where it said, or was told since.
  private(set) var offset = 0.0
  /// Where it stood before it was told the last time: an answer may come late.
  private var offsetBefore = 0.0
  /// When the last word of a view came that says no phases; nil at rest, or where it says them.
  private(set) var silentSince: Double?
  /// Whether the app has asked for a place since the last frame, or the engine is on its way to one: a view
  /// that goes on by itself does not speak for the reader then.
  private(set) var isLed = false

  /// A way that the reader has moved the view.
  struct Way {
    var distance: Double
    var phase: HostScrollPhase
  }

  /// The app asks for a place.
  mutating func lead() { isLed = true }

  /// The view says where it stands.
  ///
  /// - Parameters:
  ///   - phase: What it does; nil where it does not know.
  ///   - seconds: When.
  /// - Returns: What the reader has done; nil for what was no deed of the reader's: an answer to a
  ///   correction, a motion that a jump has taken over.
  mutating func take(_ phase: HostScrollPhase?, to place: Double, at seconds: Double) -> Way? {
    let (distance, wasMoving) = (place - offset, self.phase != .rest)
    silentSince = phase == nil ? seconds : nil
    self.phase = phase ?? .dragging
    switch self.phase {
    case .dragging:
      // The finger has the last word. A view without phases may stand still at any time.
      isLed = false
      offset = place
      return Way(distance: distance, phase: phase ?? .decelerating)
    case .decelerating:
      offset = place
      return isLed ? nil : Way(distance: distance, phase: .decelerating)
    case .rest where wasMoving:
      offset = place
      return Way(distance: isLed ? 0 : distance, phase: .rest)
    case .rest:
      // An answer of the view's to a correction, rounded to its pixels, or to the one before.
      if abs(distance) <= Self.tolerance {
        offset = place
        return nil
      }
      if abs(place - offsetBefore) <= Self.tolerance { return nil }
      offset = place
      return isLed ? nil : Way(distance: distance, phase: .rest)
    }
  }

  /// Whether a view that says no phases was silent for long enough: it stands still.
  mutating func comeToRest(by seconds: Double) -> Bool {
    guard let since = silentSince, seconds - since >= Self.silence else { return false }
    (silentSince, phase) = (nil, .rest)
    return true
  }

  /// The view stands there once the app has taken a frame.
  ///
  /// - Returns: How the platform has moved it meanwhile; nil where it rests, for then nobody did.
  mutating func stand(at place: Double) -> Way? {
    let distance = place - offset
    offset = place
    guard phase != .rest, !isLed, abs(distance) > Self.tolerance else { return nil }
    return Way(distance: distance, phase: phase)
  }

  /// How far the content is from where the view has it, while a correction is held back; in points.
  private(set) var shift = 0.0

  /// A frame was made: the view is told where to stand, or stays.
  ///
  /// - Parameters:
  ///   - snapshot: The frame.
  ///   - holdsWhileDragged: Whether a finger's view is not moved either.
  /// - Returns: How far it is to be moved.
  mutating func follow(_ snapshot: FrameSnapshot, holdsWhileDragged: Bool) -> Double {
    isLed = snapshot.scroll == .animating
    let target = (snapshot.offset - snapshot.contentTop).points
    let isHeld =
      snapshot.scroll == .decelerating && phase == .decelerating
      || holdsWhileDragged && snapshot.scroll == .dragging
    let correction = target - offset
    let isMoved = !isHeld && abs(correction) > Self.tolerance
    offsetBefore = offset
    if isMoved { offset = target }
    // Less than a pixel is the view's rounding.
    shift = abs(offset - target) > Self.tolerance ? offset - target : 0
    return isMoved ? correction : 0
  }
}
