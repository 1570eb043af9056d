/// A model of UIScrollView along one axis, in points and seconds of a virtual clock.
///
/// A test calls `frame(at:)` once for each frame of the screen, the input functions between frames, and the
/// setters whenever a program would. Nothing happens by itself. What is modelled, and from which public source,
/// says README.md in this folder.
public final class ScrollView {
  /// What moves the view.
  enum Motion: Equatable {
    case none
    case decelerating(velocity: Double)
    case bouncing(velocity: Double, rest: Double)
    case animating(Animation)
  }

  /// An animated change of the offset.
  struct Animation: Equatable {
    var number: Int
    var start: Double
    var from: Double
    var target: Double
    var isToTop: Bool
  }

  /// A finger that is down.
  struct Touch {
    var downY: Double
    var y: Double
    var moves: [(time: Double, y: Double)]
    var drag: Drag?
  }

  /// Where a drag counts from: a place of the finger, and the offset that it pulls to there.
  struct Drag {
    var y: Double
    var offset: Double
  }

  public weak var delegate: (any ScrollViewDelegate)?
  public let behavior: ScrollViewBehavior
  /// Pixels a point: 1, 2 or 3.
  public let scale: Double
  /// Whether the view can be pulled beyond its ends.
  public var bounces = true
  /// Whether it can be pulled also when the content fits.
  public var alwaysBounces = false
  public var scrollsToTop = true

  /// The time of the last frame or input, in seconds.
  public internal(set) var now = 0.0
  /// Whether a layout pass is due.
  public private(set) var needsLayout = true
  private var clampIsDue = false
  private var animationCount = 0

  /// The offset in whole pixels, and the one between pixels that a motion goes on from.
  private var offset = 0.0
  private(set) var position = 0.0
  var motion = Motion.none
  var touch: Touch?

  /// Makes a view at rest at its upper end.
  ///
  /// - Precondition: `boundsHeight` is above 0, the other lengths are at least 0; `scale` is 1, 2 or 3.
  public init(
    boundsHeight: Double,
    contentHeight: Double = 0,
    topInset: Double = 0,
    bottomInset: Double = 0,
    scale: Int = 2,
    behavior: ScrollViewBehavior = ScrollViewBehavior()
  ) {
    precondition((1...3).contains(scale), "scale \(scale)")
    self.boundsHeight = boundsHeight
    self.contentHeight = contentHeight
    insets = (topInset, bottomInset)
    self.scale = Double(scale)
    self.behavior = behavior
    offset = rounded(-topInset)
    position = offset
    checkGeometry()
  }

  public var isTracking: Bool { touch != nil }
  public var isDragging: Bool { touch?.drag != nil }
  public var isDecelerating: Bool {
    switch motion {
    case .decelerating, .bouncing: true
    case .none, .animating: false
    }
  }
  /// Whether an animated change of the offset runs.
  public var isAnimating: Bool {
    if case .animating = motion { true } else { false }
  }

  // MARK: Geometry

  /// The height of the view; a change keeps the offset.
  public var boundsHeight: Double {
    didSet { if boundsHeight != oldValue { geometryChanged() } }
  }
  public var contentHeight: Double {
    didSet { if contentHeight != oldValue { geometryChanged() } }
  }
  /// The adjusted insets.
  public var insets: (top: Double, bottom: Double) {
    didSet {
      guard insets != oldValue else { return }
      let grown = insets.top - oldValue.top
      let isAtTop = position <= -oldValue.top + halfPixel
      let shifts =
        switch behavior.insetChange {
        case .keepsOffset: false
        case .shiftsAtTop: isAtTop
        case .shiftsAlways: true
        }
      if shifts && grown != 0 {
        touch?.drag?.offset -= grown
        move(to: position - grown)
      }
      geometryChanged()
    }
  }

  /// The offsets of both ends; one where the content fits.
  public var limits: ClosedRange<Double> {
    let top = -insets.top
    return top...max(top, contentHeight + insets.bottom - boundsHeight)
  }

  /// Returns the nearest offset that lies beyond no end.
  public func confined(_ offset: Double) -> Double {
    min(max(offset, limits.lowerBound), limits.upperBound)
  }

  /// Returns the nearest offset in whole pixels.
  public func rounded(_ offset: Double) -> Double { (offset * scale).rounded() / scale }

  var halfPixel: Double { 0.5 / scale }
  var isMoving: Bool { touch != nil || motion != .none }
  /// Whether a finger can move the content.
  var canScroll: Bool { alwaysBounces || limits.lowerBound < limits.upperBound }

  private func checkGeometry() {
    precondition(boundsHeight > 0 && boundsHeight.isFinite, "bounds height \(boundsHeight)")
    precondition(contentHeight >= 0 && contentHeight.isFinite, "content height \(contentHeight)")
    precondition(
      insets.top >= 0 && insets.bottom >= 0 && insets.top.isFinite && insets.bottom.isFinite,
      "insets \(insets)"
    )
  }

  private func geometryChanged() {
    checkGeometry()
    needsLayout = true
    clampIsDue = true
    if behavior.clamping == .atOnce { clampIfDue() }
  }

  private func clampIfDue() {
    guard clampIsDue, behavior.clampsWhileMoving || !isMoving else { return }
    clampIsDue = false
    let target = rounded(confined(position))
    if abs(target - position) > halfPixel { move(to: target) }
  }

  /// Runs the layout pass, if one is due: puts the offset back that content, insets or bounds left beyond an
  /// end, then asks the delegate to lay out. What that changes waits for the next pass.
  public func layoutIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    clampIfDue()
    delegate?.layoutSubviews(of: self)
  }

  /// Takes the view to the time of a frame: its motion, then the layout pass.
  ///
  /// - Precondition: `time` is not before `now`.
  public func frame(at time: Double) {
    advance(to: time)
    layoutIfNeeded()
  }

  // MARK: Offset

  /// The offset in whole pixels; writing is not confined to the ends.
  public var contentOffset: Double {
    get { offset }
    set { write(newValue) }
  }

  /// Sets the offset; not animated it ends every motion, animated it takes a motion's place.
  ///
  /// While a finger drags, an animated change is made at once.
  public func setContentOffset(_ target: Double, animated: Bool) {
    guard animated else {
      interrupt()
      return write(target)
    }
    if isDragging {
      write(target)
      delegate?.scrollViewDidEndScrollingAnimation(self)
      return
    }
    interrupt()
    if rounded(target) != offset { animate(to: rounded(target), isToTop: false) }
  }

  func animate(to target: Double, isToTop: Bool) {
    animationCount += 1
    motion = .animating(
      Animation(
        number: animationCount,
        start: now,
        from: position,
        target: target,
        isToTop: isToTop
      )
    )
  }

  private func write(_ value: Double) {
    precondition(value.isFinite, "offset \(value)")
    let target = rounded(value)
    if behavior.setterDuringMotion == .stops { interrupt() }
    if let y = touch?.y, isDragging, behavior.setterDuringDrag == .keepsFinger {
      touch?.drag = Drag(y: y, offset: unbanded(target))
    }
    move(to: target, isWrite: true)
  }

  /// Moves the view, and reports it where it shows.
  func move(to target: Double, isWrite: Bool = false) {
    position = target
    let shown = rounded(target)
    guard shown != offset || isWrite && behavior.sameOffsetIsReported else { return }
    offset = shown
    needsLayout = true
    delegate?.scrollViewDidScroll(self)
  }

  /// Ends a motion before its time.
  func interrupt() {
    let ended = motion
    motion = .none
    needsLayout = needsLayout || clampIsDue
    guard behavior.interruptionIsReported else { return }
    switch ended {
    case .none: break
    case .decelerating, .bouncing: delegate?.scrollViewDidEndDecelerating(self)
    case .animating(let animation):
      if !animation.isToTop { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }
  }

  /// Asks for a layout pass where one was put off until the view rests.
  func settle() {
    needsLayout = needsLayout || clampIsDue
  }

  // MARK: Rubber band

  /// Returns the offset that shows for the one a finger pulls to.
  func banded(_ pulled: Double) -> Double {
    let end = confined(pulled)
    guard bounces, canScroll, pulled != end else { return end }
    let shown = ScrollPhysics.rubberBand(
      abs(pulled - end),
      constant: behavior.rubberBandConstant,
      height: boundsHeight
    )
    return pulled < end ? end - shown : end + shown
  }

  /// Returns the offset that a finger pulls to where `shown` shows.
  func unbanded(_ shown: Double) -> Double {
    let end = confined(shown)
    guard bounces, canScroll, shown != end else { return shown }
    let pull = ScrollPhysics.pull(
      showing: abs(shown - end),
      constant: behavior.rubberBandConstant,
      height: boundsHeight
    )
    return shown < end ? end - pull : end + pull
  }

  /// Traps where the view's parts disagree.
  public func checkInvariants() {
    precondition(rounded(offset) == offset, "offset \(offset) between pixels")
    precondition(
      abs(offset - position) <= halfPixel + 1e-9,
      "offset \(offset), position \(position)"
    )
    precondition(!(isTracking && isDecelerating), "a finger is down and the view decelerates")
    precondition(!(isDragging && motion != .none), "a finger drags and the view moves: \(motion)")
  }
}
