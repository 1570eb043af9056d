/// Which column of a table of text has the times of frames, or how long each was shown.
///
/// A table is read only where its header names a frame's time or duration. A plain word for time will do
/// where all other columns are such as go with frames; beside a temperature or a price it will not.
enum PlainColumns {
  enum Meaning {
    case times
    case durations
  }

  struct Choice: Equatable {
    var column: Int
    var meaning: Meaning
    /// A column of times beside that of durations; nil without one.
    var clock: Int?
    /// A column that says whether the app animated; nil without one.
    var animating: Int?
  }

  struct Refusal: Error {
    var problem: String
    var expected = "a column with the time of each frame, or how long each was shown"
    var advice = "Name it frame_timestamp_ms, present_ms or frame_time_ms in a header line."
  }

  /// The problem of a table that names no time, or holds none where it names one.
  static let noTimes = "no column of times"

  /// Chooses by the names of the columns, the best one first, not the first one.
  ///
  /// - Parameters:
  ///   - isFull: Whether most cells of the column are numbers.
  ///   - isRising: Whether nearly every value of it is greater than the one before.
  static func choose(
    _ header: [String],
    isFull: [Bool],
    isRising: [Bool]
  ) -> Result<Choice, Refusal> {
    let names = header.map(words)
    if let known = tool(header) { return .failure(known) }
    for (index, name) in header.enumerated() where !name.isEmpty {
      if header[..<index].contains(where: { $0.lowercased() == name.lowercased() }) {
        return .failure(.init(problem: "two columns named `\(name)`", advice: "Name each once."))
      }
    }
    let usable = names.indices.filter { $0 < isFull.count && isFull[$0] }
    func first(_ fits: ([String]) -> Bool) -> Int? { usable.first { fits(names[$0]) } }
    let animating = first(isAnimating)
    let clocks = usable.filter { isClock(names[$0]) && isRising[$0] }
    let clock = clocks.first { !isPromise(names[$0]) } ?? clocks.first
    func choice(_ column: Int, _ meaning: Meaning) -> Result<Choice, Refusal> {
      .success(
        .init(
          column: column,
          meaning: meaning,
          clock: meaning == .durations && clock != column ? clock : nil,
          animating: animating
        )
      )
    }
    // From one picture to the next is how long it was shown; a frame's time may be its work.
    if let column = first(isFrameInterval) ?? first(isFrameDuration) {
      return choice(column, isRising[column] ? .times : .durations)
    }
    // When a frame was shown, before when it was promised to be.
    let shown = usable.first { isFrameTime(names[$0]) && isRising[$0] && !isPromise(names[$0]) }
    if let column = shown ?? usable.first(where: { isFrameTime(names[$0]) && isRising[$0] })
      ?? first(isFrameTime)
    {
      return choice(column, .times)
    }
    // A plain word: only among columns that go with frames.
    let strange = names.indices.filter {
      !isClock(names[$0]) && !isPlainDuration(names[$0]) && !goesWithFrames(names[$0])
    }
    guard strange.isEmpty else {
      let shown = strange.prefix(3).map { "`\(header[$0].prefix(40))`" }.joined(separator: ", ")
      return .failure(
        .init(problem: "no column that is named as a frame's, and columns such as \(shown)")
      )
    }
    if let column = usable.first(where: { isPlainDuration(names[$0]) && !isRising[$0] }) {
      return choice(column, .durations)
    }
    if let column = clock ?? usable.first(where: { isPlainDuration(names[$0]) && isRising[$0] }) {
      return choice(column, .times)
    }
    // Times that do not increase are refused with their line.
    if let column = first(isClock) { return choice(column, .times) }
    return .failure(.init(problem: noTimes))
  }

  /// Whether a column's name says that it has a frame's time or duration, or that of whatever a row is.
  static func isNamed(_ name: String) -> Bool {
    let words = words(name)
    return isFrameDuration(words) || isFrameTime(words) || isClock(words) || isPlainDuration(words)
  }

  /// Whether a column of this name says if the app animated.
  static func isAnimating(_ words: [String]) -> Bool { words.contains("animating") }

  /// The words of a name: `frameTime_ms` is frame, time, ms.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in name {
      if !(character.isLetter || character == "µ" || character == "%") {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        if character.isUppercase, word.last?.isLowercase == true {
          words.append(word)
          word = ""
        }
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.map { $0.lowercased() }
  }

  /// Whether a cell below a header names a unit of time, or nothing.
  static func isUnit(_ cell: String) -> Bool {
    let word = cell.filter { !"[]()".contains($0) }.lowercased()
    return word.isEmpty || units.contains(word)
  }

  private static let units: Set<String> = [
    "ns", "us", "µs", "ms", "s", "sec", "secs", "seconds", "milliseconds", "microseconds",
    "nanoseconds", "nanos", "micros", "millis",
  ]
  private static let busy: Set<String> = [
    "cpu", "gpu", "render", "build", "raster", "layout", "draw", "script", "paint", "main", "work",
  ]

  static func isFrameDuration(_ words: [String]) -> Bool {
    let bare = words.filter { !units.contains($0) }
    guard !bare.contains(where: busy.contains) else { return false }
    return bare == ["frametime"] || bare == ["frame", "time"] || bare == ["frame", "duration"]
      || bare == ["frame", "interval"] || bare == ["frame", "delta"]
      || bare == ["frame"]
        && words.count > 1
      || bare == ["frameduration"] || bare == ["frametimes"]
      || bare == ["frame", "times"] || bare == ["present", "interval"]
      || bare.contains("between")
        && bare.contains { $0.hasPrefix("present") || $0.hasPrefix("display") }
  }

  private static func isFrameInterval(_ words: [String]) -> Bool {
    isFrameDuration(words)
      && words.contains { ["interval", "delta", "between", "duration"].contains($0) }
  }

  static func isFrameTime(_ words: [String]) -> Bool {
    let bare = words.filter { !units.contains($0) }
    guard !bare.contains(where: busy.contains) else { return false }
    let times: Set<String> = [
      "time", "times", "timestamp", "timestamps", "start", "at", "shown", "presented",
    ]
    // `raf` is short for requestAnimationFrame.
    return bare.contains { $0.hasPrefix("present") || $0 == "vsync" || $0 == "displayed" }
      || bare.contains { $0 == "frame" || $0 == "raf" } && bare.contains(where: times.contains)
  }

  /// Whether a name says when a frame was to be shown, and not when it was.
  static func isPromise(_ words: [String]) -> Bool {
    words.contains { ["intended", "deadline", "vsync"].contains($0) } || isExpectation(words)
  }

  /// Whether a name says when a frame was expected on screen.
  static func isExpectation(_ words: [String]) -> Bool {
    let promises: Set<String> = [
      "expected", "target", "scheduled", "desired", "planned", "predicted", "promised", "due",
    ]
    return words.contains(where: promises.contains)
  }

  /// Whether a name says when a frame was really on screen.
  static func isActual(_ words: [String]) -> Bool {
    !isPromise(words)
      && words.contains {
        ["actual", "displayed", "shown"].contains($0) || $0.hasPrefix("present")
      } && !words.contains { ["interval", "delta", "between", "duration"].contains($0) }
  }

  /// Whether a name says how long the work on a frame took, or a part of it.
  static func isWork(_ words: [String]) -> Bool {
    let bare = words.filter { !units.contains($0) && !["frame", "thread", "time"].contains($0) }
    let isTime = words.contains { units.contains($0) || $0 == "time" || $0 == "duration" }
    let parts = bare.filter { $0 != "duration" }
    return isTime && !parts.isEmpty
      && parts.allSatisfy { busy.contains($0) || $0 == "total" || $0 == "ui" || $0 == "busy" }
  }

  /// Whether a column of this name says that a row's frame was late or not shown.
  static func isOwnVerdict(_ words: [String]) -> Bool {
    let verdicts: Set<String> = [
      "dropped", "drop", "janky", "jank", "late", "missed", "skipped", "slow", "frozen", "hitch",
      "lateness", "stutter", "stall",
    ]
    let others: Set<String> = [
      "is", "was", "has", "frame", "frames", "deadline", "vsync", "present", "deadlines", "vsyncs",
      "presents", "count", "type", "by", "time",
    ]
    return words.count { verdicts.contains($0) } == 1
      && words.allSatisfy {
        verdicts.contains($0) || others.contains($0) || units.contains($0)
      }
  }

  static func isClock(_ words: [String]) -> Bool {
    let bare = words.filter { !units.contains($0) }
    let clocks: Set<String> = ["time", "timestamp", "ts", "t", "elapsed", "date", "clock"]
    return bare.count == 1 && clocks.contains(bare[0]) || bare == ["time", "stamp"]
      || bare == ["target", "timestamp"]
  }

  private static func isPlainDuration(_ words: [String]) -> Bool {
    let bare = words.filter { !units.contains($0) }
    return bare.count == 1 && ["duration", "interval", "delta", "dt"].contains(bare[0])
      || bare == ["delta", "time"]
  }

  /// Whether a column may stand beside those of frames.
  private static func goesWithFrames(_ words: [String]) -> Bool {
    let known: Set<String> = [
      "frame", "frames", "index", "id", "number", "n", "fps", "hz", "rate", "dropped", "drop",
      "jank",
      "janky", "late", "missed", "skipped", "is", "was", "animating", "reading", "target",
      "duration", "refresh", "vsync",
      "overrun", "deadline", "window", "layer", "session", "scroll", "offset", "total", "slow",
      "frozen",
      "hitch", "has", "ui", "thread",
    ]
    return words.isEmpty || isOwnVerdict(words)
      || words.allSatisfy {
        known.contains($0) || busy.contains($0) || units.contains($0) || $0 == "time"
      }
  }

  /// Tables of tools that hold no frames, by their names.
  private static func tool(_ header: [String]) -> Refusal? {
    let names = Set(header.map { $0.lowercased() })
    let packets = [
      "frame.len", "frame.cap_len", "frame.protocols", "ip.src", "ip.dst", "_ws.col.protocol",
    ]
    if names.contains(where: { $0.hasPrefix("frame.time_") || packets.contains($0) })
      || names.isSuperset(of: ["source", "destination", "protocol"])
    {
      return .init(
        problem: "a capture of a network's packets (tshark), whose frames are no pictures",
        expected: "the times of pictures",
        advice: "Record the app's frames: Docs/Logs.md says how."
      )
    }
    if names.isSuperset(of: ["schema", "scenario", "metric", "stat"]) {
      return .init(
        problem: "a table of figures that stillpoint wrote (metrics.csv)",
        expected: "a list of frames",
        advice: "Compare figures with `stillpoint compare`; analyze the recording itself."
      )
    }
    if names.contains("average fps") || names.contains("0.1% min fps")
      || names.contains("97% percentile fps")
    {
      return .init(
        problem: "MangoHud's summary: averages, no frames",
        expected: "its log of frames",
        advice: "Give the log itself, recorded with log_interval=0."
      )
    }
    return nil
  }
}
