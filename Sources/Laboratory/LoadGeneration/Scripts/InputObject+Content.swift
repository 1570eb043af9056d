import ChatSurface
import Files
import Lengths

extension InputObject {
  /// Reads one message at the end, or a page of them.
  func append() throws(InputError) -> SurfaceEvent {
    guard has("messages") else { return .append(try message(required("message"))) }
    if has("message") {
      throw mismatch(
        "messages",
        try required("messages"),
        expected: "either message or messages",
        problem: "more than one list",
        advice: "Keep message for news, messages for a page."
      )
    }
    return .appendPage(ListedMessages(try messages()))
  }

  /// Reads how high a part of a message is to be.
  func partHeight(ofCard isCard: Bool) throws(InputError) -> SurfaceEvent {
    let id = try id("id")
    let part = try integer("part", in: 0...10_000, unit: "parts before it")
    let height = try heightOrNone("height_pt")
    let initiator = try initiator(unless: .app)
    if isCard, let height, initiator == .app { return .card(id, part: part, height) }
    return .partHeight(id, part: part, height, by: initiator)
  }

  /// Reads the height of an item; null for none.
  func heightOrNone(_ key: String) throws(InputError) -> LayoutUnit? {
    if case .null = try required(key).kind { return nil }
    return try height(key)
  }

  /// Reads who asks; `usual` where nothing is said.
  func initiator(unless usual: Initiator) throws(InputError) -> Initiator {
    guard has("by") else { return usual }
    return Initiator(rawValue: try choice("by", of: Initiator.allCases.map(\.rawValue))) ?? usual
  }

  /// Reads two places in a text, the second not before the first; null for none.
  func scalarRange(_ key: String) throws(InputError) -> Range<Int>? {
    let value = try required(key)
    if case .null = value.kind { return nil }
    guard case .list(let places) = value.kind, places.count == 2,
      case .number(let start) = places[0].kind, case .number(let end) = places[1].kind,
      let lower = Int(start), let upper = Int(end), lower >= 0, lower <= upper
    else {
      throw mismatch(
        key,
        value,
        expected: "two places in Unicode scalars, as [0, 12], or null",
        advice: "The second is not before the first."
      )
    }
    return lower..<upper
  }

  /// Reads text of an answer, or its bytes, and where it begins.
  func token() throws(InputError) -> SurfaceEvent {
    let id = try id("id")
    if has("bytes_hex"), has("text") {
      throw mismatch(
        "bytes_hex",
        try required("bytes_hex"),
        expected: "either text or bytes_hex",
        problem: "more than one text",
        advice: "Keep one of them."
      )
    }
    let bytes = has("bytes_hex") ? try bytes("bytes_hex") : Array(try string("text").utf8)
    guard has("at_char") else { return .token(id, bytes) }
    let scalar = try integer("at_char", in: 0...4_194_304, unit: "Unicode scalars before it")
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw mismatch(
        "bytes_hex",
        try required("bytes_hex"),
        expected: "whole scalars of UTF-8 beside at_char",
        advice: "Leave at_char out where a token ends inside a scalar."
      )
    }
    return .tokenAt(id, bytes, scalar: scalar)
  }
}
