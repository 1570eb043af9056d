import Revealing
import Timebase
import TokenStreaming

/// A timeline with what it released, and the checks that hold under every rule.
struct Reveal {
  var timeline: RevealTimeline
  var rule: RevealRule
  var releases: [Release] = []
  /// How many chunks each part was given.
  var given: [UInt32: Int] = [:]

  init(_ rule: RevealRule) {
    self.rule = rule
    timeline = RevealTimeline(rule: rule)
  }

  static func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  mutating func chunk(
    _ milliseconds: Double,
    part: UInt32 = 1,
    message: UInt32 = 1,
    visible: Bool = true,
    scalars: Int = 5
  ) {
    let instant = Self.at(milliseconds)
    let chunk = Chunk(
      utf8Count: scalars,
      scalarCount: scalars,
      completed: instant,
      firstByte: instant
    )
    given[part, default: 0] += 1
    timeline.complete(chunk, part: part, message: message, visible: visible, into: &releases)
    // The check looks at the whole queue.
    if timeline.backlogChunks % 16 == 0 { timeline.checkInvariants() }
  }

  mutating func advance(_ milliseconds: Double) {
    timeline.advance(to: Self.at(milliseconds), into: &releases)
    timeline.checkInvariants()
  }

  /// Advances from one due instant to the next until nothing is pending.
  mutating func drain() {
    while let due = timeline.nextDue {
      timeline.advance(to: due, into: &releases)
      timeline.checkInvariants()
    }
  }

  mutating func snap(_ milliseconds: Double, part: UInt32? = nil) {
    timeline.snap(part: part, at: Self.at(milliseconds), into: &releases)
    timeline.checkInvariants()
  }

  func fades(_ milliseconds: Double, part: UInt32 = 1) -> [(start: Int, end: Int, opacity: Double)]
  {
    var result: [(start: Int, end: Int, opacity: Double)] = []
    timeline.forEachFade(of: part, at: Self.at(milliseconds)) { result.append(($0, $1, $2)) }
    return result
  }

  func released(_ part: UInt32) -> Int {
    releases.filter { $0.part == part }.reduce(0) { $0 + $1.chunkCount }
  }

  var times: [Double] { releases.map(\.at.milliseconds) }
  var sizes: [Int] { releases.map(\.chunkCount) }
}
