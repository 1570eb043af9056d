import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Text is typed into the composer, which grows by its lines.
  package struct Typing: Hashable, Sendable {
    /// What becomes of the typed text.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// It stays in the composer.
      case keep
      /// It is taken away; the composer has one line again.
      case clear
      /// It is sent, and nobody answers; the composer has one line again.
      case send
    }

    /// When the first character is typed.
    package var start: Instant
    /// Characters typed each time.
    package var characters: Int
    /// From one character to the next; 331 ms is the mean of people on phones (36.2 words a minute).
    package var interval: Nanoseconds
    /// Characters that fit a line; nil for the viewport less 16 pt at each side, 8 pt each.
    package var charactersPerLine: Int?
    /// Whether each character is an event of its own with the text so far, and not only each line.
    package var hasKeys = false
    /// What becomes of the text, half a second after the last character.
    package var outcome: Outcome
    /// How many times all of that happens.
    package var count: Int
    /// From the outcome to the next first character.
    package var pause: Nanoseconds

    /// Makes typing.
    package init(
      at start: Instant,
      characters: Int,
      interval: Nanoseconds = .milliseconds(331),
      charactersPerLine: Int? = nil,
      outcome: Outcome = .keep,
      count: Int = 1,
      pause: Nanoseconds = .milliseconds(1_000)
    ) {
      self.start = start
      self.characters = characters
      self.interval = interval
      self.charactersPerLine = charactersPerLine
      self.outcome = outcome
      self.count = count
      self.pause = pause
    }
  }
}

extension ScenarioPart.Typing: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "typing",
    "Text is typed into the composer",
    ["at_ms", "chars"],
    ["ms_per_char", "chars_per_line", "each_key", "then", "count", "pause_ms"]
  )

  /// From the last typed character to what becomes of the text.
  private static let thought = Nanoseconds.milliseconds(500)

  /// How many characters of a text are given with each key.
  private static let shownCharacters = 1_000

  var part: ScenarioPart { .typing(self) }

  var size: Double {
    Double(count) * Double(characters)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    var typing = Self(
      at: try object.time("at_ms"),
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
      let names = ScenarioPart.Typing.Outcome.allCases.map(\.rawValue)
      typing.outcome = .init(rawValue: try object.choice("then", of: names)) ?? .keep
    }
    if object.has("count") {
      typing.count = try object.integer("count", in: ScenarioPartReader.repetitions, unit: "texts")
    }
    if object.has("pause_ms") { typing.pause = try object.duration("pause_ms") }
    return typing
  }

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
        timeline.events.append(
          TimedLoadEvent(
            .composer(lines: lines, text: hasKeys ? String(content) : nil),
            at: instant + interval * index
          )
        )
      }
      instant = instant + interval * max(0, characters - 1) + Self.thought
      if outcome == .send {
        timeline.replies += 1
        let id = MessageID(rawValue: "user-\(timeline.replies)")
        let typed = String(decoding: text, as: UTF8.self)
        timeline.events.append(TimedLoadEvent(.send(id, text: typed), at: instant))
        timeline.events.append(TimedLoadEvent(.taskEnd, at: instant))
      }
      if outcome != .keep, hasKeys || lines > 1 {
        timeline.events.append(
          TimedLoadEvent(.composer(lines: 1, text: hasKeys ? "" : nil), at: instant)
        )
      }
      instant = instant + pause
    }
  }

  /// How many lines, 6 at most, a text takes after each of its characters: broken at spaces, a word
  /// that is longer than a line where the line ends.
  static func lineCounts(of text: [UInt8], width: Int) -> [Int] {
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
