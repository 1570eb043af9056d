import Foundation

/// Messages over a WebSocket, as RFC 6455 frames them.
final class WebSocketClient {
  private let socket: LoopbackSocket

  /// Asks for the connection.
  init(_ socket: LoopbackSocket, port: UInt16, path: String) throws {
    self.socket = socket
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    let request =
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\r\n"
    try socket.send(Array(request.utf8))
    let end = ContinuousClock.now + DevToolsPipe.answerLimit
    let head = try socket.receiveHead(until: end, for: "a WebSocket to the browser")
    guard head.hasPrefix("HTTP/1.1 101") else {
      let line = head.split(whereSeparator: \.isNewline).first ?? ""
      throw DriveFailure.browser("opened no WebSocket: \(line)")
    }
  }

  private enum Kind: UInt8 {
    case more = 0
    case text = 1
    case bytes = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  func send(_ text: [UInt8]) throws { try send(text, .text) }

  private func send(_ content: [UInt8], _ kind: Kind) throws {
    var frame: [UInt8] = [0x80 | kind.rawValue]
    switch content.count {
    case ..<126: frame.append(0x80 | UInt8(content.count))
    case ..<65_536: frame += [0x80 | 126] + Self.bytes(content.count, 2)
    default: frame += [0x80 | 127] + Self.bytes(content.count, 8)
    }
    // What a client sends is masked, and a mask of 0 is taken for none.
    let mask = (0..<4).map { _ in UInt8.random(in: 1...255) }
    frame += mask
    frame.reserveCapacity(frame.count + content.count)
    for (index, byte) in content.enumerated() { frame.append(byte ^ mask[index & 3]) }
    try socket.send(frame)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The next message.
  func receive(until end: ContinuousClock.Instant, for what: String) throws -> [UInt8] {
    var message: [UInt8] = []
    while true {
      let head = try socket.receive(2, until: end, for: what)
      var length = Int(head[1] & 0x7F)
      if length >= 126 {
        let bytes = try socket.receive(length == 126 ? 2 : 8, until: end, for: what)
        guard bytes.count == 2 || bytes[0] == 0 else {
          throw DriveFailure.browser("sent a message that is too long")
        }
        length = bytes.reduce(0) { $0 << 8 | Int($1) }
      }
      let content = try socket.receive(length, until: end, for: what)
      switch Kind(rawValue: head[0] & 0x0F) {
      case .text, .bytes, .more:
        message += content
        if head[0] & 0x80 != 0 { return message }
      case .ping: try send(content, .pong)
      case .close: throw DriveFailure.died(who: "the browser", detail: ": it closed the connection")
      case .pong, nil: continue
      }
    }
  }
}
