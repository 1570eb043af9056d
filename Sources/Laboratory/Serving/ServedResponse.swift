/// What a request is answered with.
struct ServedResponse: Sendable {
  /// What follows the headers.
  enum Body: Sendable {
    case bytes([UInt8])
    /// An open file, from its beginning, and how long it is.
    case file(descriptor: Int32, count: Int)
    /// Pieces, each when it is due after the request.
    case timed(ServedAnswer)
  }

  var status: Int
  var headers: [(name: String, value: String)] = []
  var body = Body.bytes([])

  private static let phrases = [
    100: "Continue", 200: "OK", 204: "No Content", 400: "Bad Request", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large",
    431: "Request Header Fields Too Large", 501: "Not Implemented",
  ]

  /// A text, of plain text or another type.
  init(_ status: Int, _ text: String = "", type: String = "text/plain; charset=utf-8") {
    self.status = status
    headers = [("Content-Type", type), ("Cache-Control", "no-store")]
    body = .bytes(Array(text.utf8))
  }

  /// The bytes before the body.
  func head(for request: ServedRequest?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Refused")\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    switch body {
    case .bytes(let bytes): if status != 204 { text += "Content-Length: \(bytes.count)\r\n" }
    case .file(_, let count): text += "Content-Length: \(count)\r\n"
    case .timed: if request?.isOld == false { text += "Transfer-Encoding: chunked\r\n" }
    }
    return Array(
      (text + "Connection: \(keepsAlive(request) ? "keep-alive" : "close")\r\n\r\n").utf8
    )
  }

  /// Whether the connection goes on after it.
  func keepsAlive(_ request: ServedRequest?) -> Bool {
    guard let request else { return false }
    if case .timed = body, request.isOld { return false }
    return request.keepsAlive
  }
}
