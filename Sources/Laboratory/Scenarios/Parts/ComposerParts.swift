import ChatSurface
import Files
import LoadGeneration
import Ornaments
import Timebase

// What is written into the composer, and dropped onto it.
extension ScenarioPartKind {
  /// The composer grows to six lines and is emptied.
  static let composers = ScenarioPartKind(
    "composers",
    "The composer grows to six lines and is emptied",
    Repeats.keys + ["line_ms"]
  ) { (object, reader) throws(InputError) in
    let times = try Repeats(object, "growths")
    let line = try object.duration("line_ms")
    try reader.check(
      object,
      "every_ms",
      times.interval,
      isAtLeast: line * 6,
      "the \(line * 6) that it takes"
    )
    return ScenarioPart(times, eventsEach: 6) { _, instant, timeline, _ in
      for lines in 2...6 {
        let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
        timeline.put(.composer(lines: lines, text: text), at: instant + line * (lines - 2))
      }
      timeline.put(.composer(lines: 1, text: ""), at: instant + line * 5)
    }
  }

  /// Text, code and references to images in turn are dropped onto the composers of windows in turn.
  static let drops = ScenarioPartKind(
    "drops",
    "Things are dropped onto the composers of windows in turn",
    Repeats.keys,
    ["onto"]
  ) { (object, reader) throws(InputError) in
    let times = try Repeats(object, "drops")
    let targets =
      object.has("onto") ? try reader.names(object, "onto") : [TimedLoadEvent.mainWindow]
    return ScenarioPart(times) { index, instant, timeline, chance in
      let scalars = 20 + chance.nextIndex(below: 200)
      let text = String(
        decoding: TextSynthesis.prose(scalars: scalars, seed: chance.next()),
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
          at: instant,
          window: targets[index % targets.count]
        )
      )
    }
  }

  /// Text is typed into the composer, which grows by its lines.
  static let typing = ScenarioPartKind(
    "typing",
    "Text is typed into the composer",
    ["at_ms", "chars"],
    ["ms_per_char", "chars_per_line", "each_key", "then", "count", "pause_ms"]
  ) { (object, _) throws(InputError) in
    var typing = Typing(
      start: try object.time("at_ms"),
      characters: try object.integer("chars", in: 1...100_000, unit: "characters")
    )
    if object.has("ms_per_char") { typing.interval = try object.duration("ms_per_char") }
    if object.has("chars_per_line") {
      typing.charactersPerLine = try object.integer(
        "chars_per_line",
        in: 1...1_000,
        unit: "characters"
      )
    }
    if object.has("each_key") { typing.hasKeys = try object.bool("each_key") }
    if object.has("then") {
      let names = Typing.Outcome.allCases.map(\.rawValue)
      typing.outcome = .init(rawValue: try object.choice("then", of: names)) ?? .keep
    }
    if object.has("count") {
      typing.count = try object.integer("count", in: Repeats.range, unit: "texts")
    }
    if object.has("pause_ms") { typing.pause = try object.duration("pause_ms") }
    let made = typing
    return ScenarioPart(size: Double(made.count) * Double(made.characters)) { timeline, chance in
      made.add(to: &timeline, &chance)
    }
  }
}

/// Text that is typed into the composer.
private struct Typing {
  /// What becomes of the typed text.
  enum Outcome: String, CaseIterable {
    /// It stays in the composer.
    case keep
    /// It is taken away; the composer has one line again.
    case clear
    /// It is sent, and nobody answers; the composer has one line again.
    case send
  }

  /// When the first character is typed.
  let start: Instant
  /// Characters typed each time.
  let characters: Int
  /// From one character to the next; 331 ms is the mean of people on phones (36.2 words a minute).
  var interval = Nanoseconds.milliseconds(331)
  /// Characters that fit a line; nil for the viewport less 16 pt at each side, 8 pt each.
  var charactersPerLine: Int?
  /// Whether each character is an event of its own with the text so far, and not only each line.
  var hasKeys = false
  /// What becomes of the text, half a second after the last character.
  var outcome = Outcome.keep
  /// How many times all of that happens.
  var count = 1
  /// From the outcome to the next first character.
  var pause = Nanoseconds.milliseconds(1_000)

  /// From the last typed character to what becomes of the text.
  private static let thought = Nanoseconds.milliseconds(500)
  /// How many characters of a text are given with each key.
  private static let shownCharacters = 1_000

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let width = max(1, charactersPerLine ?? (Int(timeline.device.width.points) - 32) / 8)
    var instant = start
    for _ in 0..<count {
      let text = TextSynthesis.prose(scalars: characters, seed: chance.next())
      var lines = 1
      let typed = hasKeys ? Array(String(decoding: text, as: UTF8.self).unicodeScalars) : []
      for (index, count) in Self.lineCounts(of: text, width: width).enumerated()
      where hasKeys || count > lines {
        lines = max(lines, count)
        // What a composer shows of a long text is its end.
        let shown = hasKeys ? typed[max(0, index + 1 - Self.shownCharacters)...index] : []
        var content = String.UnicodeScalarView()
        content.append(contentsOf: shown)
        timeline.put(
          .composer(lines: lines, text: hasKeys ? String(content) : nil),
          at: instant + interval * index
        )
      }
      instant = instant + interval * max(0, characters - 1) + Self.thought
      if outcome == .send {
        timeline.replies += 1
        let id = MessageID(rawValue: "user-\(timeline.replies)")
        timeline.put(.send(id, text: String(decoding: text, as: UTF8.self)), at: instant)
        timeline.put(.taskEnd, at: instant)
      }
      if outcome != .keep, hasKeys || lines > 1 {
        timeline.put(.composer(lines: 1, text: hasKeys ? "" : nil), at: instant)
      }
      instant = instant + pause
    }
  }

  /// How many lines, 6 at most, a text takes after each of its characters: broken at spaces, a word
  /// that is longer than a line where the line ends.
  private static func lineCounts(of text: [UInt8], width: Int) -> [Int] {
    var counts: [Int] = []
    var lines = 1
    var column = 0
    var word = 0
    for byte in text where byte & 0xC0 != 0x80 {
      if byte == UInt8(ascii: " ") {
        word = 0
        // A space at the end of a line hangs.
        if column < width { column += 1 }
      } else {
        word += 1
        column += 1
        if column > width {
          lines += 1
          column = word <= width ? word : 1
          word = column
        }
      }
      counts.append(min(6, lines))
    }
    return counts
  }
}
