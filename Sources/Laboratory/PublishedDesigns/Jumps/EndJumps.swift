import Timebase

/// When a jump to the end that something asked for is made.
///
/// Complexity: O(1) each, but for the repetitions that wait, of which there are 16 at most; nothing
/// is allocated after `init`.
package struct EndJumps: Hashable, Sendable {
  /// How often, and when.
  package enum Rule: Hashable, Sendable {
    /// In the frame that asks, once however often it asks.
    case oncePerFrame
    /// At once, and again so long after each time it was asked for (`vercel-v0`: 16 ms).
    case repeated(after: Nanoseconds)
    /// So long after it was last asked for: each time starts the wait anew (`swiftui-tips`: 16 ms).
    /// While it is asked for more often than that, it is never made.
    case debounced(by: Nanoseconds)
  }

  /// The most repetitions that wait; one more takes the place of the last, as a later one would
  /// show the same.
  package static let repetitionLimit = 16

  private let rule: Rule
  private var isAsked = false
  private var waiting: [Instant] = []
  /// How many jumps were made, several in one frame included.
  package private(set) var made = 0

  /// Makes a machine that was not asked for anything.
  package init(_ rule: Rule) {
    self.rule = rule
    waiting.reserveCapacity(Self.repetitionLimit)
  }

  /// The end is asked for: content, composer or the app changed something.
  ///
  /// - Parameter instant: When the change is due; not before that of the change before.
  package mutating func ask(at instant: Instant) {
    switch rule {
    case .oncePerFrame:
      if !isAsked { made += 1 }
      isAsked = true
    case .repeated(let wait):
      isAsked = true
      made += 1
      if waiting.count == Self.repetitionLimit { waiting.removeLast() }
      waiting.append(instant + wait)
    case .debounced(let wait):
      // Whoever waits until this very instant has not been served yet: events come first.
      fire(before: instant)
      waiting.removeAll(keepingCapacity: true)
      waiting.append(instant + wait)
    }
  }

  /// Takes a frame.
  ///
  /// - Returns: Whether to jump to the end in it.
  package mutating func due(at instant: Instant) -> Bool {
    fire(before: instant + Nanoseconds(rawValue: 1))
    defer { isAsked = false }
    return isAsked
  }

  /// When a jump is due by itself; nil when none waits.
  package var nextDue: Instant? { waiting.first }

  /// Another place is asked for: what waits is not made.
  package mutating func cancel() {
    isAsked = false
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func fire(before instant: Instant) {
    let fired = waiting.prefix { $0 < instant }.count
    guard fired > 0 else { return }
    waiting.removeFirst(fired)
    made += fired
    isAsked = true
  }
}
