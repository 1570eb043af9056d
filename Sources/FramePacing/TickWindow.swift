/// The active ticks of a stretch of screen time or, where that is shorter, the last so many of them.
///
/// A sum of what they lost is kept along. Taking a tick in is O(1), forgetting amortised O(1);
/// nothing is allocated after `init` but by `resize`.
struct TickWindow: Sendable {
  /// What is known of an active tick.
  struct Entry: Sendable {
    var tick = 0
    /// Vsyncs lost to the hitch of its frame.
    var lost: Int32 = 0
    /// Whether its frame came late; only then does its cost count.
    var isLate = false
    var cost = FrameCost()
  }

  private var entries: [Entry]
  private var oldest = 0
  /// How many active ticks there are.
  private(set) var count = 0
  /// The vsyncs they lost.
  private(set) var lost = 0
  /// What the late ones of them cost.
  private(set) var lateCost = FrameCost()

  /// Makes a window of `capacity` active ticks at most.
  init(capacity: Int) { entries = Array(repeating: Entry(), count: capacity) }

  /// Takes in `capacity` active ticks at most from here on; of more than that the oldest are forgotten.
  ///
  /// - Complexity: O(`capacity`).
  mutating func resize(to capacity: Int) {
    guard capacity != entries.count else { return }
    while count > capacity { dropOldest() }
    let kept = (0..<count).map { entries[(oldest + $0) % entries.count] }
    entries = kept + Array(repeating: Entry(), count: capacity - count)
    oldest = 0
  }

  /// The first tick whose frame came late; nil when none did.
  ///
  /// - Complexity: O(`count`).
  var firstLateTick: Int? {
    for place in 0..<count {
      let entry = entries[(oldest + place) % entries.count]
      if entry.isLate { return entry.tick }
    }
    return nil
  }

  /// Takes in a tick later than all before; a full window forgets the oldest.
  mutating func push(_ entry: Entry) {
    if count == entries.count { dropOldest() }
    entries[(oldest + count) % entries.count] = entry
    count += 1
    lost += Int(entry.lost)
    if entry.isLate { lateCost.add(entry.cost) }
  }

  /// Forgets what was before `tick`.
  mutating func drop(before tick: Int) {
    while count > 0, entries[oldest].tick < tick { dropOldest() }
  }

  /// Forgets everything.
  mutating func removeAll() {
    while count > 0 { dropOldest() }
  }

  private mutating func dropOldest() {
    let entry = entries[oldest]
    oldest = (oldest + 1) % entries.count
    count -= 1
    lost -= Int(entry.lost)
    if entry.isLate { lateCost.subtract(entry.cost) }
  }

  /// Traps unless the sums are those of the ticks, in order.
  func checkInvariants() {
    var (sum, last) = (0, Int.min)
    for place in 0..<count {
      let entry = entries[(oldest + place) % entries.count]
      precondition(entry.tick > last, "tick \(entry.tick) follows \(last)")
      last = entry.tick
      sum += Int(entry.lost)
    }
    precondition(sum == lost, "\(lost) vsyncs lost, the ticks say \(sum)")
  }
}
