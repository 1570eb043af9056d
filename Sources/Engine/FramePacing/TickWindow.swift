/// A stretch of screen time: the active ticks in it, and the refreshes that late frames lost in it.
///
/// The stretch begins at its oldest active tick, or where ``drop(before:)`` said. A lost refresh lies on the
/// vsync that was lost and leaves the stretch there, however early the frame that lost it began.
///
/// Taking a tick or a late frame in is O(1), forgetting amortised O(1); nothing is allocated after `init` but
/// by `resize`.
struct TickWindow: Sendable {
  /// A frame that came late.
  struct LateFrame: Sendable {
    var tick = 0
    /// The ticks whose own vsyncs it lost; empty for one that queued behind others and lost none.
    var lostTicks = 0..<0
    var cost = FrameCost()

    /// The first tick from which on nothing of it is in the stretch.
    var end: Int { max(tick + 1, lostTicks.upperBound) }
  }

  private var ticks: Ring<Int>
  private var lateFrames: Ring<LateFrame>
  /// The refreshes that were lost.
  private(set) var lost = 0
  /// What the late frames cost.
  private(set) var lateCost = FrameCost()

  /// Makes a window of `capacity` active ticks at most.
  init(capacity: Int) {
    ticks = Ring(repeating: 0, capacity: capacity)
    lateFrames = Ring(repeating: LateFrame(), capacity: capacity)
  }

  /// How many active ticks there are.
  var count: Int { ticks.count }
  /// The tick of the first late frame of which a refresh is in the stretch; nil when there is none.
  var firstLateTick: Int? { lateFrames.first?.tick }

  /// Takes in `capacity` active ticks at most from here on; of more than that the oldest are forgotten.
  ///
  /// - Complexity: O(`capacity`).
  mutating func resize(to capacity: Int) {
    guard capacity != ticks.capacity else { return }
    while ticks.count > capacity { ticks.removeFirst() }
    ticks.resize(to: capacity, repeating: 0)
    forgetBeforeOldest()
    while lateFrames.count > capacity { dropOldestLateFrame() }
    lateFrames.resize(to: capacity, repeating: LateFrame())
  }

  /// Takes in an active tick later than all before; a full window forgets the oldest.
  mutating func push(tick: Int) {
    if ticks.isFull { ticks.removeFirst() }
    ticks.append(tick)
    forgetBeforeOldest()
  }

  /// Takes in a late frame, later than all before; a full window forgets the oldest.
  mutating func push(_ frame: LateFrame) {
    if lateFrames.isFull { dropOldestLateFrame() }
    lateFrames.append(frame)
    lost += frame.lostTicks.count
    lateCost.add(frame.cost)
  }

  /// Forgets what was before `tick`.
  mutating func drop(before tick: Int) {
    while let oldest = ticks.first, oldest < tick { ticks.removeFirst() }
    dropLosses(before: tick)
  }

  /// Forgets everything.
  mutating func removeAll() {
    while ticks.count > 0 { ticks.removeFirst() }
    while lateFrames.count > 0 { dropOldestLateFrame() }
  }

  /// A full window begins at its oldest tick; one that is not goes back to where it was emptied.
  private mutating func forgetBeforeOldest() {
    if ticks.isFull, let oldest = ticks.first { dropLosses(before: oldest) }
  }

  private mutating func dropLosses(before tick: Int) {
    while let frame = lateFrames.first, frame.end <= tick { dropOldestLateFrame() }
    // Losses lie in the order of their frames: the oldest frame alone may have some on either side.
    guard let frame = lateFrames.first, frame.lostTicks.lowerBound < tick else { return }
    let kept = min(tick, frame.lostTicks.upperBound)..<frame.lostTicks.upperBound
    lost -= frame.lostTicks.count - kept.count
    lateFrames.first?.lostTicks = kept
  }

  private mutating func dropOldestLateFrame() {
    let frame = lateFrames.removeFirst()
    lost -= frame.lostTicks.count
    lateCost.subtract(frame.cost)
  }

  /// Traps unless the sums are those of the frames, in order.
  func checkInvariants() {
    var last = Int.min
    ticks.forEach { tick in
      precondition(tick > last, "tick \(tick) follows \(last)")
      last = tick
    }
    var (sum, end) = (0, Int.min)
    lateFrames.forEach { frame in
      precondition(frame.end > end, "a late frame that ends at \(frame.end) follows \(end)")
      end = frame.end
      sum += frame.lostTicks.count
    }
    precondition(sum == lost, "\(lost) refreshes lost, the frames say \(sum)")
  }
}
