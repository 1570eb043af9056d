import Files
import Timebase

/// Logs of models' servers that are read as streams where they tell when each token came.
///
/// Ollama's NDJSON has `created_at` in each line. Server-sent events have no times of their own: they
/// are read where a time since 1970 stands before each line, and refused with how to record one.
struct ForeignStream {
  private let lines: InputLines

  /// Takes a file if it is such a log; nil for any other.
  init?(_ lines: InputLines) throws(InputError) {
    self.lines = lines
    if isEvents { return }
    // What is no JSON is no log of Ollama's, and for the reader of streams to refuse.
    guard (try? lines.firstObjectHas("created_at")) == true else { return nil }
  }

  /// Reads the tokens.
  ///
  /// - Throws: ``InputError`` for events without times, a line that cannot be read, and a log without
  ///   a token.
  func stream() throws(InputError) -> StreamFile {
    let entries = isEvents ? try events() : try ollama()
    guard !entries.isEmpty else {
      throw fault(nil, "no text in it", "tokens of an answer", "Record an answer with text.")
    }
    return StreamFile(entries: entries)
  }

  private func fault(
    _ line: Int?,
    _ problem: String,
    _ expected: String,
    _ advice: String
  ) -> InputError {
    InputError(
      path: lines.path,
      line: line,
      problem: problem,
      expected: expected,
      advice: advice
    )
  }

  // MARK: Server-sent events

  /// A line, the time before it, and what it says.
  private struct Event {
    var nanoseconds: Int64?
    var range: Range<Int>
  }

  private static let names = ["data:", "event:", "id:", "retry:", ":"].map { Array($0.utf8) }

  /// Whether the first line that is not blank is one of server-sent events.
  private var isEvents: Bool {
    var isFound = false
    forEachLine { _, range in
      isFound = Self.event(in: lines.bytes[range]) != nil
      return false
    }
    return isFound
  }

  private func forEachLine(_ body: (Int, Range<Int>) -> Bool) {
    var (start, number) = (0, 0)
    let bytes = lines.bytes
    while start < bytes.count {
      var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let next = end + 1
      number += 1
      while end > start, bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20 { end -= 1 }
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      if start < end, !body(number, start..<end) { return }
      start = next
    }
  }

  private static func event(in line: ArraySlice<UInt8>) -> Event? {
    var start = line.startIndex
    var time: Int64?
    let digits = line.prefix { $0 &- 0x30 <= 9 || $0 == 0x2E }
    if !digits.isEmpty, digits.endIndex < line.endIndex, line[digits.endIndex] == 0x20 {
      time = nanoseconds(String(decoding: digits, as: UTF8.self))
      start = digits.endIndex + 1
    }
    let rest = line[start...]
    guard names.contains(where: { rest.starts(with: $0) }) else { return nil }
    return Event(nanoseconds: time, range: start..<line.endIndex)
  }

  /// A time since 1970: seconds with or without a fraction, or whole milli-, micro- or nanoseconds.
  private static func nanoseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    if parts.count == 2 {
      let fraction = parts[1].prefix(9)
      guard let digits = Int64(fraction + String(repeating: "0", count: 9 - fraction.count)),
        whole < 9_000_000_000
      else { return nil }
      return whole * 1_000_000_000 + digits
    }
    let unit: Int64 =
      switch parts[0].count {
      case ..<12: 1_000_000_000
      case ..<15: 1_000_000
      case ..<18: 1_000
      default: 1
      }
    let product = whole.multipliedReportingOverflow(by: unit)
    return product.overflow ? nil : product.partialValue
  }

  private func events() throws(InputError) -> [StreamFile.Entry] {
    var found: [(line: Int, event: Event)] = []
    forEachLine { number, range in
      if let event = Self.event(in: lines.bytes[range]) { found.append((number, event)) }
      return true
    }
    let limits = try JSONLimits()
    var entries: [StreamFile.Entry] = []
    var first: Int64?
    for (line, event) in found {
      guard let time = event.nanoseconds else {
        throw fault(
          line,
          "a log of server-sent events, which does not say when each came",
          "a time before each line, or NDJSON with t_ms and text",
          "Record it again: curl -sN ... | while IFS= read -r l; do echo \"$(date +%s.%N) $l\"; done"
        )
      }
      let origin = first ?? time
      first = origin
      guard let range = Self.payload(of: event, in: lines.bytes) else { continue }
      let value = try lines.bytes.withUnsafeBufferPointer { buffer throws(InputError) in
        var parser = JSONParser(buffer, range: range, path: lines.path, line: line, limits)
        return try parser.parse()
      }
      if let text = Self.text(of: value), !text.isEmpty {
        try append(text, at: time &- origin, line, to: &entries)
      }
    }
    return entries
  }

  /// The object of a `data:` line; nil for what has none, such as `[DONE]`.
  private static func payload(of event: Event, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[event.range].starts(with: Array("data:".utf8)) else { return nil }
    var start = event.range.lowerBound + 5
    while start < event.range.upperBound, bytes[start] == 0x20 { start += 1 }
    guard start < event.range.upperBound, bytes[start] == 0x7B else { return nil }
    return start..<event.range.upperBound
  }

  private func append(
    _ text: String,
    at nanoseconds: Int64,
    _ line: Int,
    to entries: inout [StreamFile.Entry]
  ) throws(InputError) {
    let instant = Instant(nanoseconds: max(0, nanoseconds))
    if let last = entries.last, instant < last.instant {
      throw fault(
        line,
        "a time before that of the line above",
        "times that never fall",
        "Give the recording of one answer, as it came."
      )
    }
    entries.append(.init(at: instant, .bytes(Array(text.utf8))))
  }

  // MARK: Ollama

  private func ollama() throws(InputError) -> [StreamFile.Entry] {
    var tokens: [(line: Int, time: Int64, text: String)] = []
    var asked: Int64?
    try lines.forEachValue { value throws(InputError) in
      guard let text = Self.member("created_at", of: value)?.string,
        let time = Self.nanoseconds(ofDate: text)
      else {
        throw fault(
          value.line,
          "no created_at with a date",
          "a date in each line, as Ollama writes it",
          "Record the answer again with \"stream\": true."
        )
      }
      if let total = Self.member("total_duration", of: value)?.integer { asked = time &- total }
      if let text = Self.text(of: value), !text.isEmpty { tokens.append((value.line, time, text)) }
    }
    guard let first = tokens.first?.time else { return [] }
    // The last line says how long the whole took: times count from the request.
    let origin = asked.map { $0 <= first && first - $0 < 3_600_000_000_000 ? $0 : first } ?? first
    var entries: [StreamFile.Entry] = []
    for token in tokens {
      try append(token.text, at: token.time &- origin, token.line, to: &entries)
    }
    return entries
  }

  /// Nanoseconds since 1970 of a date as RFC 3339 has it.
  static func nanoseconds(ofDate text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == 0x54 || bytes[10] == 0x20 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard byte &- 0x30 <= 9 else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      1970...2200 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    var at = 19
    var fraction: Int64 = 0
    if bytes[at] == 0x2E {
      var digits = 0
      at += 1
      while at < bytes.count, bytes[at] &- 0x30 <= 9 {
        if digits < 9 {
          fraction = fraction * 10 + Int64(bytes[at] - 0x30)
          digits += 1
        }
        at += 1
      }
      for _ in digits..<9 { fraction *= 10 }
    }
    var zone: Int64 = 0
    if at + 6 <= bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D {
      guard let hours = number(at + 1..<at + 3), let minutes = number(at + 4..<at + 6) else {
        return nil
      }
      zone = (hours * 60 + minutes) * (bytes[at] == 0x2B ? 60 : -60)
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - zone
    return seconds * 1_000_000_000 + fraction
  }

  /// Days since 1970 in the Gregorian calendar, whose years begin in March here.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let moved = month <= 2 ? year - 1 : year
    let era = moved / 400
    let yearOfEra = moved - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  // MARK: Text

  private static func member(_ key: String, of value: InputValue) -> InputValue? {
    guard case .fields(let fields) = value.kind else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// The token of a chunk, where servers put it: OpenAI's and their followers', Anthropic's, llama.cpp's,
  /// Ollama's.
  private static func text(of value: InputValue) -> String? {
    if let choices = member("choices", of: value), case .list(let list) = choices.kind,
      let choice = list.first
    {
      return member("delta", of: choice).flatMap { member("content", of: $0)?.string }
        ?? member("text", of: choice)?.string
    }
    return member("delta", of: value).flatMap { member("text", of: $0)?.string ?? $0.string }
      ?? member("message", of: value).flatMap { member("content", of: $0)?.string }
      ?? member("response", of: value)?.string ?? member("content", of: value)?.string
  }
}

extension InputValue {
  /// The text; nil for anything else.
  fileprivate var string: String? { if case .string(let text) = kind { text } else { nil } }
  /// The whole number; nil for anything else.
  fileprivate var integer: Int64? { if case .number(let text) = kind { Int64(text) } else { nil } }
}
