import Files
import ChatSurface
import FramePacing
import Lengths
import Timebase

extension InputObject {
  /// Reads bytes written as hexadecimal digits.
  func bytes(_ key: String) throws(InputError) -> [UInt8] {
    let text = try string(key)
    if let bytes = HexadecimalText.bytes(text) { return bytes }
    let isOdd = !text.utf8.count.isMultiple(of: 2)
    throw mismatch(
      key,
      try required(key),
      expected: "pairs of hexadecimal digits",
      problem: isOdd ? "an odd number of digits" : "not hexadecimal",
      advice: "Write two digits 0-9, a-f for every byte."
    )
  }

  /// Reads a message's name, which is not empty.
  func id(_ key: String) throws(InputError) -> MessageID {
    let text = try string(key)
    if text.isEmpty {
      throw mismatch(key, try required(key), expected: "a name that is not empty")
    }
    return MessageID(rawValue: text)
  }

  /// Reads a place in the conversation.
  func index(_ key: String) throws(InputError) -> Int {
    try integer(key, in: 0...10_000_000, unit: "messages before it")
  }

  /// Reads a length in points.
  func points(_ key: String, in range: ClosedRange<Double>) throws(InputError) -> Double {
    try number(key, in: range, unit: "points")
  }

  /// Reads the height of an item, rounded up to the next layout unit.
  func height(_ key: String) throws(InputError) -> LayoutUnit {
    LayoutUnit(roundingUp: try points(key, in: 0...1_000_000))
  }

  /// Reads a span of time in milliseconds, exact to the nanosecond.
  package func duration(_ key: String) throws(InputError) -> Nanoseconds {
    let value = try required(key)
    let length: Nanoseconds = try time(key) - .zero
    let most = try InputLimit.duration.value()
    guard length <= Nanoseconds.milliseconds(most) else {
      throw InputLimit.duration.error(
        path: path,
        line: value.line,
        column: value.column,
        value: "\(key) \(value.excerpt)",
        limit: most,
        advice: "Check the unit: \(key) is in milliseconds."
      )
    }
    return length
  }

  /// Reads the phase of a fault.
  func phase() throws(InputError) -> Phase {
    let name = try choice("phase", of: Phase.allCases.map(\.name))
    return Phase(name: name) ?? .input
  }

  /// Reads when a fault ends: not before it begins.
  func until() throws(InputError) -> Instant {
    let end = try time("until_ms")
    guard end >= (try time("t_ms")) else {
      throw mismatch(
        "until_ms",
        try required("until_ms"),
        expected: "a time not before t_ms",
        advice: "Both count from the start of the run."
      )
    }
    return end
  }

  /// Reads where a jump goes: an edge, or a message and its place.
  func scrollTarget() throws(InputError) -> ScrollTarget {
    guard has("edge") != has("id") else {
      throw InputError(
        path: path,
        line: line,
        column: column,
        problem: "where to scroll is unclear",
        value: has("edge") ? "edge and id" : nil,
        expected: "exactly one of edge and id",
        advice: "Give \"edge\": \"top\" or \"end\", or \"id\" and \"align\"."
      )
    }
    if has("edge") {
      return try choice("edge", of: ["top", "end"]) == "top" ? .top : .end
    }
    if has("align"), case .number = try required("align").kind {
      let distance = try points("align", in: -100_000...100_000)
      return .below(try id("id"), LayoutUnit(nearest: distance))
    }
    let names = ScrollTarget.Alignment.allCases.map(\.rawValue)
    let align = has("align") ? try choice("align", of: names) : "top"
    return .message(try id("id"), ScrollTarget.Alignment(rawValue: align) ?? .top)
  }

  /// Reads the list of messages.
  func messages() throws(InputError) -> [Message] {
    var messages: [Message] = []
    var lines: Set<MessageID> = []
    for value in try list("messages") {
      let message = try message(value)
      guard lines.insert(message.id).inserted else {
        throw mismatch(
          "messages",
          value,
          expected: "every id once",
          problem: "the id \(message.id) stands twice",
          advice: "Give each message its own id."
        )
      }
      messages.append(message)
    }
    return messages
  }

  /// Reads what has become of a message; nil where nothing is said.
  func state() throws(InputError) -> Message.State? {
    guard has("state") else { return nil }
    return Message.State(
      rawValue: try choice("state", of: Message.State.allCases.map(\.rawValue))
    )
  }

  /// Reads the parts of a message, which has no text beside them.
  func parts() throws(InputError) -> [MessagePart] {
    if has("text") {
      throw mismatch(
        "parts",
        try required("parts"),
        expected: "either text or parts",
        problem: "more than one text",
        advice: "Write the text as a part of the kind text."
      )
    }
    var parts: [MessagePart] = []
    for value in try list("parts") {
      let part = try InputObject(value, path: path, expected: "a part with a kind")
      let name = try part.choice("kind", of: MessagePart.Kind.allCases.map(\.rawValue))
      let kind = MessagePart.Kind(rawValue: name) ?? .text
      try part.refuseUnknown(
        among: kind == .card
          ? ["kind", "height_pt"] : ["kind", "text", "folded_pt", "max_height_pt"]
      )
      var read =
        MessagePart(
          kind: kind,
          text: kind == .card ? [] : Array(try part.string("text").utf8),
          cardHeight: kind == .card && part.has("height_pt")
            ? try part.height("height_pt") : .zero,
          folded: part.has("folded_pt") ? try part.height("folded_pt") : nil
        )
      if part.has("max_height_pt") { read.limit = try part.height("max_height_pt") }
      parts.append(read)
    }
    return parts
  }

  /// Reads one message.
  func message(_ value: InputValue) throws(InputError) -> Message {
    let object = try InputObject(
      value,
      path: path,
      expected: "a message with id, role and text"
    )
    try object.refuseUnknown(
      among: ["id", "role", "text", "parts", "state", "timestamp_ms", "height_pt", "sticky"])
    let role = Message.Role(
      rawValue: try object.choice("role", of: Message.Role.allCases.map(\.rawValue))
    )
    let id = try object.id("id")
    var message =
      object.has("parts")
      ? Message(id: id, role: role ?? .user, parts: try object.parts())
      : Message(id: id, role: role ?? .user, text: try object.string("text"))
    if let state = try object.state() { message.state = state }
    if object.has("timestamp_ms") {
      message.timestampMilliseconds = try object.number(
        "timestamp_ms",
        in: -1e15...1e15,
        unit: "milliseconds since 1970"
      )
    }
    if object.has("sticky") { message.isSticky = try object.bool("sticky") }
    if object.has("height_pt") {
      message.suppliedHeight = try object.heightOrNone("height_pt")
      message.isMeasuredAgain = message.suppliedHeight == nil
    }
    return message
  }
}
