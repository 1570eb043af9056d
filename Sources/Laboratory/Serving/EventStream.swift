/// Takes server-sent events apart as the HTML standard reads them: lines end with CR, LF or both, the `data`
/// of an event is joined by line feeds, and an event comes with the empty line after it.
package struct EventStream: Sendable {
  /// The most bytes of one event.
  package static let longest = 4 << 20

  /// An event of over ``longest`` bytes.
  package struct TooLong: Error {}

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  /// Whether the last byte was a CR: a line feed after it belongs to it.
  private var isAfterReturn = false
  private var isAtStart = true

  package init() {}

  /// Takes what was read.
  ///
  /// - Returns: The data of the events that are whole by now.
  /// - Throws: ``TooLong``.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [String] {
    var events: [String] = []
    for byte in bytes {
      let isSecond = isAfterReturn && byte == 0x0A
      isAfterReturn = byte == 0x0D
      if isSecond { continue }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        if line.count + data.count > Self.longest { throw TooLong() }
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  /// Reads a line; an empty one ends an event.
  private mutating func endLine() -> String? {
    defer {
      line.removeAll(keepingCapacity: true)
      isAtStart = false
    }
    var content = line[...]
    if isAtStart, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
    if content.isEmpty {
      defer { (data, hasData) = ([], false) }
      return hasData ? String(decoding: data, as: UTF8.self) : nil
    }
    let colon = content.firstIndex(of: UInt8(ascii: ":")) ?? content.endIndex
    guard content[..<colon].elementsEqual("data".utf8) else { return nil }
    var value = content[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if hasData { data.append(0x0A) }
    data += value
    hasData = true
    return nil
  }
}
