import Files
import Timebase

/// A recorded stream: what arrived when.
///
/// NDJSON, an object a line: `{"t_ms": 12.5, "text": "..."}`, `{"t_ms": 12.5, "bytes_hex": "e282"}`
/// (half a UTF-8 sequence cannot stand in JSON), or `{"t_ms": 12.5, "chars": 7}` where only the
/// size was recorded. The three kinds may be mixed. `t_ms` counts from the request and never falls;
/// lines with one time are one flush. A message of more than 4 MiB is for the engine to refuse, a
/// single token of more is refused here.
package struct StreamFile: Hashable, Sendable {
  /// What a line says of its token.
  package enum Content: Hashable, Sendable {
    /// The token itself.
    case bytes([UInt8])
    /// The token's size in Unicode scalars; the text is to be synthesised.
    case characters(Int)
  }

  /// A line.
  package struct Entry: Hashable, Sendable {
    /// When the token arrives, counted from the request.
    package var instant: Instant
    /// The token or its size.
    package var content: Content

    package init(at instant: Instant, _ content: Content) {
      self.instant = instant
      self.content = content
    }
  }

  /// The lines, in order.
  package var entries: [Entry]

  /// The largest token: 4 MiB, or as many scalars.
  package static let tokenLimit = 4_194_304

  static let keys = ["t_ms", "text", "bytes_hex", "chars"]

  /// Makes a stream from `entries`.
  ///
  /// - Precondition: Times are not negative and never fall.
  package init(entries: [Entry]) {
    for (earlier, later) in zip(entries, entries.dropFirst()) {
      precondition(
        earlier.instant <= later.instant,
        "\(later.instant) comes after \(earlier.instant)"
      )
    }
    self.entries = entries
  }

  /// Reads the stream at `path`.
  ///
  /// - Throws: ``InputError`` when the file cannot be read, is empty, is not UTF-8, or has a line
  ///   that is not JSON, lacks a key, has one too many or one of the wrong type or value, or whose
  ///   time is negative or before the line above.
  package init(path: String) throws(InputError) {
    try self.init(InputLines(path: path))
  }

  /// Reads the stream `bytes`; `path` is for messages.
  ///
  /// - Throws: ``InputError`` as ``init(path:)`` does, but for reading.
  package init(bytes: [UInt8], path: String) throws(InputError) {
    try self.init(InputLines(bytes, path: path))
  }

  init(_ lines: InputLines) throws(InputError) {
    var entries: [Entry] = []
    var order = TimeOrder(path: lines.path)
    var characters = 0
    let most = try InputLimit.characters.value()
    try lines.forEachValue { value throws(InputError) in
      let object = try InputObject(
        value,
        path: lines.path,
        expected: "an object with t_ms and text, bytes_hex or chars"
      )
      if object.has("event") { throw Self.mixed(object) }
      try object.refuseUnknown(among: Self.keys)
      let instant = try order.next(object)
      let content = try Self.content(object)
      if case .characters(let count) = content { characters += count }
      if characters > most {
        throw InputLimit.characters.error(
          path: lines.path,
          line: object.line,
          value: "\(characters)",
          limit: most,
          advice: "Check \"chars\": it is the size of one token."
        )
      }
      entries.append(Entry(at: instant, content))
    }
    self.entries = entries
  }

  /// Makes every token, synthesising the text of those of which only the size is known: they are
  /// cut, in order, from one Markdown text that belongs to `seed`.
  ///
  /// - Parameter seed: Chooses the text; the same on every machine.
  /// - Complexity: O(text of the stream).
  package func tokens(seed: UInt64) -> [StreamToken] {
    let missing = entries.reduce(0) { sum, entry in
      if case .characters(let count) = entry.content { sum + count } else { sum }
    }
    var cutter = TokenCutter(TextSynthesis.markdown(scalars: missing, seed: seed))
    return entries.map { entry in
      switch entry.content {
      case .bytes(let bytes): StreamToken(at: entry.instant, bytes: bytes)
      case .characters(let count): StreamToken(at: entry.instant, bytes: cutter.next(count))
      }
    }
  }

  private static func content(_ object: InputObject) throws(InputError) -> Content {
    guard object.fields.count == 2 else { throw unclear(object) }
    if object.has("text") { return .bytes(Array(try object.string("text").utf8)) }
    if object.has("chars") {
      return .characters(try object.integer("chars", in: 0...tokenLimit, unit: "characters"))
    }
    return .bytes(try object.bytes("bytes_hex"))
  }

  private static func unclear(_ object: InputObject) -> InputError {
    let given = ["text", "bytes_hex", "chars"].filter(object.has)
    return InputError(
      path: object.path,
      line: object.line,
      column: object.column,
      problem: given.isEmpty ? "no text" : "more than one text",
      value: given.isEmpty ? nil : given.joined(separator: " and "),
      expected: "exactly one of text, bytes_hex and chars",
      advice: given.isEmpty ? "Add \"text\"." : "Keep one of them."
    )
  }

  private static func mixed(_ object: InputObject) -> InputError {
    let field = object.fields.first { $0.key == "event" }
    return InputError(
      path: object.path,
      line: object.line,
      column: field?.column ?? object.column,
      problem: "an event in a stream",
      value: field?.value.excerpt,
      expected: "tokens only, as in the first line",
      advice: "Put tokens into an event script as {\"t_ms\": 0, \"event\": \"token\", ...}."
    )
  }
}
