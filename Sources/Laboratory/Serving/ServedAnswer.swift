import Foundation

/// An answer as it goes over the wire: pieces of bytes, each when it is due.
package struct ServedAnswer: Hashable, Sendable {
  /// Bytes that go out together.
  package struct Piece: Hashable, Sendable {
    /// When they are due, in milliseconds from the request.
    package var milliseconds: Double
    package var bytes: [UInt8]

    package init(milliseconds: Double, bytes: [UInt8]) {
      (self.milliseconds, self.bytes) = (milliseconds, bytes)
    }
  }

  /// A token and when it is due.
  package typealias Token = Piece

  /// What goes wrong on the way.
  package struct Faults: Hashable, Sendable {
    /// Nothing comes for so long before the token of this number.
    package var stall: (token: Int, milliseconds: Double)? {
      get { stallAt.map { ($0, stallFor) } }
      set { (stallAt, stallFor) = (newValue?.token, newValue?.milliseconds ?? 0) }
    }
    private var stallAt: Int?
    private var stallFor = 0.0
    /// Everything is due at once.
    package var floods = false
    /// The connection is cut in the middle of the event of this token.
    package var cut: Int?
    /// An error object comes in place of this token, and ends the answer.
    package var error: Int?
    /// The answer to every request for one is this status.
    package var status: Int?
    /// A proxy gathers so many bytes before it sends any on.
    package var buffer: Int?

    package init() {}
  }

  package private(set) var pieces: [Piece]
  /// Whether the connection is cut after the last piece.
  package private(set) var isCut = false

  /// Makes one of pieces as they are.
  package init(pieces: [Piece]) { self.pieces = pieces }

  /// Lays out a stream as server-sent events.
  ///
  /// A token that ends within a character is completed by the next one: JSON cannot carry half of one.
  package init(_ tokens: [Token], faults: Faults = Faults()) {
    pieces = [Piece(milliseconds: 0, bytes: Self.event(Self.chunk(role: true, "", nil)))]
    var rest: [UInt8] = []
    var last = 0.0
    for (index, token) in tokens.enumerated() {
      var due = faults.floods ? 0 : token.milliseconds
      if let stall = faults.stall, index >= stall.token { due += stall.milliseconds }
      last = due
      if faults.error == index {
        add(
          "{\"error\":{\"message\":\"the model failed\",\"type\":\"server_error\",\"code\":500}}",
          at: due
        )
        finish(faults)
        return
      }
      rest += token.bytes
      let text = Self.takeCharacters(from: &rest, isLast: index == tokens.count - 1)
      let bytes = Self.event(Self.chunk(role: false, text, nil))
      if faults.cut == index {
        pieces.append(Piece(milliseconds: due, bytes: Array(bytes.prefix(bytes.count / 2))))
        isCut = true
        finish(faults)
        return
      }
      pieces.append(Piece(milliseconds: due, bytes: bytes))
    }
    add(Self.chunk(role: false, "", "stop"), at: last)
    add("[DONE]", at: last)
    finish(faults)
  }

  private mutating func add(_ data: String, at due: Double) {
    pieces.append(Piece(milliseconds: due, bytes: Self.event(data)))
  }

  private mutating func finish(_ faults: Faults) {
    if let buffer = faults.buffer { gather(buffer) }
  }

  /// What a proxy makes of it: nothing goes on before so many bytes are there, or the end.
  private mutating func gather(_ size: Int) {
    var gathered: [Piece] = []
    var held: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      held += piece.bytes
      if held.count >= size || index == pieces.count - 1 {
        gathered.append(Piece(milliseconds: piece.milliseconds, bytes: held))
        held = []
      }
    }
    pieces = gathered
  }

  /// Takes the whole characters from the front of `bytes`; at the end whatever is there.
  static func takeCharacters(from bytes: inout [UInt8], isLast: Bool) -> String {
    var end = bytes.count
    if !isLast {
      // At most three bytes of a character that is not whole yet.
      for length in 1...3 where length <= bytes.count {
        let byte = bytes[bytes.count - length]
        if byte & 0xC0 == 0x80 { continue }
        let whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        if whole > length { end = bytes.count - length }
        break
      }
    }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    bytes.removeFirst(end)
    return text
  }

  private static func event(_ data: String) -> [UInt8] { Array("data: \(data)\n\n".utf8) }

  private static func chunk(role: Bool, _ text: String, _ reason: String?) -> String {
    let content = text.isEmpty && !role ? "" : "\"content\":\(quoted(text))"
    let delta = (role ? "\"role\":\"assistant\"," : "") + content
    return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
      + "\"model\":\"stillpoint\",\"choices\":[{\"index\":0,\"delta\":{\(delta)},"
      + "\"finish_reason\":\(reason.map(quoted) ?? "null")}]}"
  }

  /// A text as JSON has it.
  package static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
