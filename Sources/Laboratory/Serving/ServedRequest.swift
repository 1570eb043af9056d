/// A request as it came over the wire, strict where servers and proxies have read it in two ways.
package struct ServedRequest: Hashable, Sendable {
  /// The most bytes of a request line with its headers.
  package static let longestHead = 64 << 10
  /// The most bytes of a body.
  package static let longestBody = 1 << 20

  /// Why it gets no answer; the connection is closed after it.
  package struct Refused: Error, Hashable {
    /// The status that says so.
    package var status: Int
  }

  package var method: String
  /// The path without the query, its percent signs as they came.
  package var path: String
  /// Whether it is one of HTTP/1.0, which knows no chunks.
  package var isOld: Bool
  /// Whether the connection goes on after it.
  package var keepsAlive: Bool
  /// Whether it waits with its body until it is told to send it.
  var isWaiting: Bool
  /// Whether a browser opens it as a page, at a path that names no kind of file.
  package var wantsPage: Bool
  package var body: [UInt8] = []
  /// How long the body is; nil for one in chunks.
  private var length: Int? = 0

  /// Takes a request from the front of what was read.
  ///
  /// - Parameters:
  ///   - bytes: What was read; what belongs to the request is removed.
  ///   - head: The request whose head was taken from it before; nil for none.
  /// - Returns: The request and whether it is whole; nil while the head is not.
  /// - Throws: ``Refused`` for what is no request, has no Host or more than one that is this machine, or is
  ///   beyond a limit.
  package static func take(
    from bytes: inout [UInt8],
    head: ServedRequest? = nil
  ) throws(Refused) -> (request: ServedRequest, isWhole: Bool)? {
    var request: ServedRequest
    if let head {
      request = head
    } else {
      guard let end = headEnd(of: bytes) else {
        if bytes.count > longestHead { throw Refused(status: 431) }
        return nil
      }
      guard end <= longestHead else { throw Refused(status: 431) }
      request = try ServedRequest(head: bytes[..<end])
      bytes.removeFirst(end)
    }
    if let length = request.length {
      guard bytes.count >= length else { return (request, false) }
      request.body = Array(bytes.prefix(length))
      bytes.removeFirst(length)
      return (request, true)
    }
    guard let (body, count) = try chunks(of: bytes) else { return (request, false) }
    request.body = body
    bytes.removeFirst(count)
    return (request, true)
  }

  private static let newline: [UInt8] = [0x0D, 0x0A]

  /// The end of the empty line after the headers.
  private static func headEnd(of bytes: [UInt8]) -> Int? {
    var index = 0
    let last = min(bytes.count, longestHead + 4) - 4
    while index <= last {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D,
        bytes[index + 3] == 0x0A
      {
        return index + 4
      }
      index += 1
    }
    return nil
  }

  private init(head: ArraySlice<UInt8>) throws(Refused) {
    let bad = Refused(status: 400)
    guard let text = String(validating: head, as: UTF8.self), !text.utf8.contains(0) else {
      throw bad
    }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(2)
    guard lines.allSatisfy({ $0.last == 0x0D }) else { throw bad }
    lines = lines.map { $0.dropLast() }[...]
    guard !lines.contains(where: { $0.contains(0x0D) }), let first = lines.first else { throw bad }
    let words = String(Substring(first)).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/"),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { throw bad }
    var fields: [String: [String]] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
        throw bad
      }
      let name = String(Substring(line[..<colon])).lowercased()
      guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw bad }
      let value = Substring(line[colon...].dropFirst())
      fields[name, default: []].append(
        String(value.drop(while: Self.isBlank).trimmed(Self.isBlank))
      )
    }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" && $0 != "#" })
    isOld = words[2] == "HTTP/1.0"
    let connection = (fields["connection"] ?? []).joined(separator: ",").lowercased()
    keepsAlive = isOld ? connection.contains("keep-alive") : !connection.contains("close")
    let accepted = (fields["accept"] ?? []).joined(separator: ",").lowercased()
    wantsPage =
      accepted.contains("text/html") && path.split(separator: "/").last?.contains(".") != true
    isWaiting = fields["expect"] == ["100-continue"]
    try Self.check(host: fields["host"] ?? [])
    length = try Self.length(fields["content-length"] ?? [], fields["transfer-encoding"] ?? [])
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// A page of another site that had its name resolve to this machine is none of ours.
  private static func check(host hosts: [String]) throws(Refused) {
    guard hosts.count == 1 else { throw Refused(status: 400) }
    let parts = hosts[0].lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, ["localhost", "127.0.0.1"].contains(parts[0]),
      parts.count == 1 || UInt16(parts[1]) != nil
    else { throw Refused(status: 403) }
  }

  /// How long a body is; nil for one in chunks.
  private static func length(_ lengths: [String], _ codings: [String]) throws(Refused) -> Int? {
    if codings.isEmpty, lengths.isEmpty { return 0 }
    if lengths.isEmpty {
      guard codings.map({ $0.lowercased() }) == ["chunked"] else { throw Refused(status: 501) }
      return nil
    }
    guard codings.isEmpty, lengths.count == 1, !lengths[0].isEmpty,
      lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw Refused(status: 400) }
    guard let length = Int(lengths[0]), length <= longestBody else { throw Refused(status: 413) }
    return length
  }

  /// A body in chunks, and how many bytes it took; nil while it is not whole.
  private static func chunks(of bytes: [UInt8]) throws(Refused) -> (body: [UInt8], count: Int)? {
    var body: [UInt8] = []
    var place = 0
    while true {
      guard let end = bytes[place...].firstIndex(of: 0x0A) else {
        if bytes.count - place > 1_000 { throw Refused(status: 400) }
        return nil
      }
      let line = bytes[place..<end]
      let digits = String(
        decoding: line.dropLast().prefix { $0 != UInt8(ascii: ";") },
        as: UTF8.self
      )
      guard line.last == 0x0D, line.count < 1_000, let size = Int(digits, radix: 16), size >= 0,
        digits.first?.isHexDigit == true
      else { throw Refused(status: 400) }
      guard body.count + size <= longestBody else { throw Refused(status: 413) }
      place = end + 1
      // No trailer has a meaning here: what follows the last chunk is an empty line.
      guard bytes.count >= place + size + 2 else { return nil }
      guard bytes[place + size..<place + size + 2].elementsEqual(newline) else {
        throw Refused(status: 400)
      }
      body += bytes[place..<place + size]
      place += size + 2
      if size == 0 { return (body, place) }
    }
  }
}

extension Substring {
  /// Without characters of a kind at the end.
  fileprivate func trimmed(_ isCut: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isCut(last) { rest.removeLast() }
    return rest
  }
}
