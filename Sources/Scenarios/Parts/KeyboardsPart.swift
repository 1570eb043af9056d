import ChatSurface
import Files
import Lengths
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The keyboard opens and closes, again and again.
  package struct Keyboards: Hashable, Sendable {
    /// When it opens first.
    package var start: Instant
    /// How many times it opens.
    package var count: Int
    /// From one opening to the next.
    package var interval: Nanoseconds
    /// How long it stays open.
    package var open: Nanoseconds
    /// Its height in points; nil for the device's, in turn where it has several.
    package var height: Double?

    /// Makes openings of the keyboard.
    package init(
      at start: Instant,
      count: Int,
      interval: Nanoseconds,
      open: Nanoseconds,
      height: Double? = nil
    ) {
      self.start = start
      self.count = count
      self.interval = interval
      self.open = open
      self.height = height
    }
  }
}

extension ScenarioPart.Keyboards: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "keyboards",
    "The keyboard opens and is closed so long after",
    ["at_ms", "count", "every_ms", "open_ms"],
    ["height_pt"]
  )

  var part: ScenarioPart { .keyboards(self) }

  var size: Double {
    2 * Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "openings")
    let open = try object.duration("open_ms")
    try reader.check(
      object,
      "every_ms",
      interval,
      isAtLeast: open,
      "the \(open) that it stays open"
    )
    return Self(
      at: start,
      count: count,
      interval: interval,
      open: open,
      height: object.has("height_pt")
        ? try object.number("height_pt", in: 1...10_000, unit: "points") : nil
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let heights = self.height.map { [LayoutUnit(roundingUp: $0)] } ?? timeline.device.keyboards
    for index in 0..<count {
      let height = heights[index % heights.count]
      let start = self.start + interval * index
      timeline.events.append(TimedLoadEvent(.keyboard(height: height, .easeInOut), at: start))
      timeline.events.append(TimedLoadEvent(.keyboard(height: .zero, .easeInOut), at: start + open))
    }
  }
}
