import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Text, code and references to images in turn are dropped onto the composers of windows in turn.
  package struct Drops: Hashable, Sendable {
    /// When the first is dropped.
    package var start: Instant
    /// How many.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// The windows that they are dropped onto, in turn.
    package var targets: [String]

    /// Makes drops.
    package init(at start: Instant, count: Int, interval: Nanoseconds, targets: [String]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.targets = targets
    }
  }
}

extension ScenarioPart.Drops: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "drops",
    "Things are dropped onto the composers of windows in turn",
    ["at_ms", "count", "every_ms"],
    ["onto"]
  )

  var part: ScenarioPart { .drops(self) }

  var size: Double {
    Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "drops")
    return Self(
      at: start,
      count: count,
      interval: interval,
      targets: object.has("onto") ? try reader.names(object, "onto") : [TimedLoadEvent.mainWindow]
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      let text = String(
        decoding: TextSynthesis.prose(
          scalars: 20 + chance.nextIndex(below: 200),
          seed: chance.next()
        ),
        as: UTF8.self
      )
      let item: DroppedItem =
        switch index % 3 {
        case 0: .text(text)
        case 1: .code("print(\(index))\n\(text)", language: "swift")
        default: .image(source: "image-\(index).png", description: text)
        }
      timeline.events.append(
        TimedLoadEvent(
          .drop(item, overlap: 0.8 + 0.2 * chance.nextFraction()),
          at: start + interval * index,
          window: targets[index % targets.count]
        )
      )
    }
  }
}
