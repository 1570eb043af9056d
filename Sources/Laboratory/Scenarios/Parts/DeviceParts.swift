import ChatSurface
import Files
import Lengths
import LoadGeneration
import TextMeasuring
import Timebase

// What happens to the device: its orientation, width, keyboard and size of text.
extension ScenarioPartKind {
  /// The device is turned, and turned back.
  static let rotations = ScenarioPartKind(
    "rotations",
    "The device is turned, and turned back",
    Repeats.keys
  ) { (object, _) throws(InputError) in
    ScenarioPart(try Repeats(object, "rotations")) { index, instant, timeline, _ in
      let (width, height) = (timeline.device.width, timeline.device.height)
      let isTurned = index.isMultiple(of: 2)
      timeline.put(
        .resize(width: isTurned ? height : width, height: isTurned ? width : height),
        at: instant
      )
    }
  }

  /// The viewport is made narrower and wider again in steps, as a window whose edge is dragged.
  static let widths = ScenarioPartKind(
    "widths",
    "The viewport is made narrower and wider again in steps",
    Repeats.keys,
    ["narrowest_pct", "steps"]
  ) { (object, _) throws(InputError) in
    let times = try Repeats(object, "widths")
    let narrowest =
      object.has("narrowest_pct")
      ? try object.number("narrowest_pct", in: 10...100, unit: "percent") / 100 : 0.6
    let steps =
      object.has("steps") ? try object.integer("steps", in: 1...10_000, unit: "widths") : 60
    return ScenarioPart(times) { index, instant, timeline, _ in
      // There and back: 1, 2, ... steps, steps - 1, ... 0, 1 and so on.
      let place = (index + 1) % (2 * steps)
      let share = Double(min(place, 2 * steps - place)) / Double(steps)
      let width = timeline.device.width.points * (1 - share * (1 - narrowest))
      timeline.put(
        .resize(width: LayoutUnit(nearest: width), height: timeline.device.height),
        at: instant
      )
    }
  }

  /// The keyboard opens and closes.
  static let keyboards = ScenarioPartKind(
    "keyboards",
    "The keyboard opens and is closed so long after",
    Repeats.keys + ["open_ms"],
    ["height_pt"]
  ) { (object, reader) throws(InputError) in
    let times = try Repeats(object, "openings")
    let open = try object.duration("open_ms")
    try reader.check(
      object,
      "every_ms",
      times.interval,
      isAtLeast: open,
      "the \(open) that it stays open"
    )
    // The device's heights, in turn where it has several, where the file has none.
    let own =
      object.has("height_pt")
      ? [LayoutUnit(roundingUp: try object.number("height_pt", in: 1...10_000, unit: "points"))]
      : nil
    return ScenarioPart(times, eventsEach: 2) { index, instant, timeline, _ in
      let heights = own ?? timeline.device.keyboards
      timeline.put(.keyboard(height: heights[index % heights.count], .easeInOut), at: instant)
      timeline.put(.keyboard(height: .zero, .easeInOut), at: instant + open)
    }
  }

  /// The reader chooses other sizes of text: every category from the default one up, then from the
  /// smallest up to the default.
  static let textSizes = ScenarioPartKind(
    "text_sizes",
    "The reader chooses the next size of text",
    Repeats.keys
  ) { (object, _) throws(InputError) in
    let sizes = TextSizeCategory.allCases
    let first = sizes.firstIndex(of: .large) ?? 0
    return ScenarioPart(try Repeats(object, "sizes")) { index, instant, timeline, _ in
      timeline.put(.textSize(sizes[(first + 1 + index) % sizes.count]), at: instant)
    }
  }
}
