import Files
import Foundation

/// One connection: it reads a request, then writes the answer, in turns.
///
/// It never waits: what cannot be read or written now is for later.
final class ServedConnection {
  /// The descriptor of its socket.
  let descriptor: Int32
  /// When it last had a whole request, or was opened.
  private(set) var lastUse = ContinuousClock.now
  private let answer: (ServedRequest) -> ServedResponse
  private var input: [UInt8] = []
  private var head: ServedRequest?
  private var output: [UInt8] = []
  private var file: (descriptor: Int32, offset: Int, count: Int)?
  private var timed:
    (answer: ServedAnswer, start: ContinuousClock.Instant, next: Int, isChunked: Bool)?
  private var isAnswering = false
  private var endsAfterwards = false
  /// Whether the other side has said all that it will.
  private(set) var isHeard = false
  private var isOver = false

  /// How many bytes of a file are held.
  private static let piece = 256 << 10

  init(_ descriptor: Int32, answer: @escaping (ServedRequest) -> ServedResponse) {
    (self.descriptor, self.answer) = (descriptor, answer)
  }

  deinit {
    close(descriptor)
    if let file { close(file.descriptor) }
  }

  /// Whether it waits for a request, or for the rest of one.
  var isReading: Bool { !isAnswering }
  /// Whether more is read now: who asks again and again before the answer is there has to wait.
  var isListening: Bool { !isHeard && (isReading || input.count < ServedRequest.longestHead) }
  /// Whether there is something to write now.
  var isWriting: Bool { !output.isEmpty || file != nil }

  /// When the next piece of an answer is due; nil for none.
  var due: ContinuousClock.Instant? {
    guard let timed, output.isEmpty else { return nil }
    return timed.answer.pieces.indices.contains(timed.next) ? dueTime(timed.next) : timed.start
  }

  private func dueTime(_ index: Int) -> ContinuousClock.Instant {
    guard let timed else { return .now }
    return timed.start + .nanoseconds(Int64(timed.answer.pieces[index].milliseconds * 1_000_000))
  }

  /// Reads what is there.
  ///
  /// - Returns: Whether the connection goes on.
  func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    // Whoever has asked for all may close its side before the answers are there.
    guard count > 0 else {
      defer { isHeard = true }
      return isAnswering && !isHeard
    }
    // What follows a request that was refused is read, so that the refusal arrives.
    if isOver { return true }
    input += buffer[..<count]
    return isReading ? next() : true
  }

  /// Begins to answer the next request, if it is whole.
  private func next() -> Bool {
    do {
      guard let (request, isWhole) = try ServedRequest.take(from: &input, head: head) else {
        return !isHeard
      }
      guard isWhole else {
        if isHeard { return false }
        if head == nil, request.isWaiting { output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) }
        head = request
        return write()
      }
      (head, lastUse) = (nil, .now)
      respond(answer(request), to: request)
    } catch {
      respond(ServedResponse(error.status), to: nil)
    }
    return write()
  }

  private func respond(_ response: ServedResponse, to request: ServedRequest?) {
    isAnswering = true
    endsAfterwards = !response.keepsAlive(request)
    output += response.head(for: request)
    let isHead = request?.method == "HEAD"
    switch response.body {
    case .bytes(let bytes): if !isHead { output += bytes }
    case .file(let descriptor, let count):
      if isHead { close(descriptor) } else { file = (descriptor, 0, count) }
    case .timed(let answer):
      if !isHead { timed = (answer, lastUse, 0, request?.isOld == false) }
    }
  }

  /// Writes what can be written now.
  ///
  /// - Returns: Whether the connection goes on.
  func write() -> Bool {
    while true {
      guard fill() else { return false }
      guard !output.isEmpty else { break }
      let count = output.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.flags) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      output.removeFirst(count)
    }
    guard isAnswering, file == nil, timed == nil else { return true }
    isAnswering = false
    if endsAfterwards || isHeard && input.isEmpty {
      // What was sent is read before the end of the connection is.
      isOver = true
      shutdown(descriptor, Int32(SHUT_WR))
      return !isHeard
    }
    return input.isEmpty || next()
  }

  #if canImport(Darwin)
    private static let flags: Int32 = 0
  #else
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif

  /// Takes more of the answer, as far as it is due.
  ///
  /// - Returns: Whether the connection goes on.
  private func fill() -> Bool {
    guard output.isEmpty else { return true }
    if let rest = file { return fill(from: rest) }
    guard let timed else { return true }
    let now = ContinuousClock.now
    while let next = self.timed?.next, next < timed.answer.pieces.count, dueTime(next) <= now {
      let bytes = timed.answer.pieces[next].bytes
      self.timed?.next = next + 1
      guard !bytes.isEmpty else { continue }
      output += timed.isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) : []
      output += bytes
      output += timed.isChunked ? [0x0D, 0x0A] : []
    }
    guard self.timed?.next == timed.answer.pieces.count, output.isEmpty else { return true }
    self.timed = nil
    if timed.answer.isCut { return false }
    output += timed.isChunked ? Array("0\r\n\r\n".utf8) : []
    return true
  }

  private func fill(from rest: (descriptor: Int32, offset: Int, count: Int)) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(Self.piece, max(1, rest.count - rest.offset)))
    let count = buffer.withUnsafeMutableBytes {
      pread(rest.descriptor, $0.baseAddress, $0.count, off_t(rest.offset))
    }
    let end = rest.offset + max(0, count)
    if end >= rest.count || count <= 0 {
      close(rest.descriptor)
      file = nil
      // A file that became shorter cannot be what was announced.
      guard end >= rest.count else { return false }
    } else {
      file?.offset = end
    }
    output += buffer[..<max(0, count)]
    return true
  }
}
