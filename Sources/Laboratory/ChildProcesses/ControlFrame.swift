/// One message of the control channel: a kind, a length and so many bytes.
package struct ControlFrame: Hashable, Sendable {
  /// What a message is. The first two come from the parent.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A step to do.
    case request = 1
    /// There are no more steps.
    case finish = 2
    /// Something on the way to an answer.
    case progress = 3
    /// The step's outcome.
    case answer = 4
    /// The child ends; the most memory it had resident, 8 bytes, 0 where it is not known.
    case farewell = 5
  }

  /// The most bytes in a message: 1 GiB.
  package static let longest = 1 << 30
  /// The kind, and the length in four bytes, least first.
  package static let headerLength = 5

  /// What it is.
  package var kind: Kind
  /// What it says.
  package var bytes: [UInt8]

  package init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }

  /// What goes over the channel.
  ///
  /// - Precondition: It is not longer than `longest`.
  package var encoded: [UInt8] {
    precondition(
      bytes.count <= Self.longest,
      "a message has at most \(Self.longest) bytes, got \(bytes.count)"
    )
    let length = UInt32(bytes.count)
    var all: [UInt8] = [kind.rawValue]
    all.reserveCapacity(Self.headerLength + bytes.count)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      all.append(UInt8(truncatingIfNeeded: length >> shift))
    }
    all += bytes
    return all
  }
}

/// Bytes that came over a channel and are not yet a whole message.
package struct ControlFrameReader {
  /// What no channel carries.
  package struct Nonsense: Error, Hashable {
    /// The five bytes that are no header.
    package var header: [UInt8]

    package init(header: [UInt8]) { self.header = header }
  }

  private var bytes: [UInt8] = []
  /// Where the first message that was not taken begins.
  private var start = 0

  /// Makes a reader that has read nothing.
  package init() {}

  /// Adds what came.
  package mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// The next whole message; nil when there is none yet.
  package mutating func next() throws(Nonsense) -> ControlFrame? {
    let rest = bytes.count - start
    guard rest >= ControlFrame.headerLength else { return nil }
    let header = Array(bytes[start..<start + ControlFrame.headerLength])
    let length = header[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let kind = ControlFrame.Kind(rawValue: header[0]), length <= ControlFrame.longest else {
      throw Nonsense(header: header)
    }
    let end = start + ControlFrame.headerLength + length
    guard bytes.count >= end else { return nil }
    let frame = ControlFrame(
      kind: kind,
      bytes: Array(bytes[start + ControlFrame.headerLength..<end])
    )
    start = end
    if start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    return frame
  }
}
