import ChildProcesses
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Speaks Chrome's DevTools protocol over two pipes: JSON with a NUL after each message, so that there is
/// no port that anybody else could connect to.
///
/// All is done on the caller's thread: a call writes, and reads until its answer is there.
final class DevToolsPipe {
  /// What the browser says or answers.
  typealias Object = [String: Any]

  /// The largest message that is read.
  static let messageLimit = 256 << 20
  /// How long an answer may take.
  static let answerLimit = Duration.seconds(30)

  private let process: GuardedProcess
  /// Looks whether driving goes on: it throws where something else has ended.
  var watch: () throws -> Void = {}
  /// What is called for an event, by its name.
  private var handlers: [String: (Object) throws -> Void] = [:]
  private var buffer: [UInt8] = []
  /// How much of the buffer is known to hold no NUL.
  private var searched = 0
  private var answers: [Int: Object] = [:]
  private var awaited: Set<Int> = []
  private var number = 0

  init(_ process: GuardedProcess) { self.process = process }

  /// Calls `handler` for each event of this name.
  func on(_ event: String, _ handler: @escaping (Object) throws -> Void) {
    handlers[event] = handler
  }

  /// Sends a command without waiting for its answer.
  ///
  /// - Returns: The number to wait for; an answer that nobody waits for is dropped.
  @discardableResult
  func post(_ method: String, _ parameters: Object, session: String?, isAwaited: Bool = false)
    throws -> Int
  {
    number += 1
    var message: Object = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    if isAwaited { awaited.insert(number) }
    let data = try JSONSerialization.data(withJSONObject: message)
    try write(Array(data) + [0])
    return number
  }

  /// Sends a command and waits for its answer.
  func call(
    _ method: String,
    _ parameters: Object = [:],
    session: String? = nil,
    limit: Duration = answerLimit
  ) throws -> Object {
    let number = try post(method, parameters, session: session, isAwaited: true)
    return try answer(to: number, of: method, limit: limit)
  }

  /// Waits for the answer to a command.
  func answer(
    to number: Int,
    of method: String,
    limit: Duration = answerLimit
  ) throws -> Object {
    try wait(for: "the answer to \(method)", limit: limit) { answers[number] != nil }
    guard let answer = answers.removeValue(forKey: number) else { return [:] }
    if let error = answer["error"] as? Object {
      throw DriveFailure.browser("\(method) failed: \(error["message"] ?? "no reason given")")
    }
    return answer["result"] as? Object ?? [:]
  }

  /// Reads what comes until `isDone`.
  ///
  /// - Throws: ``DriveFailure`` when the browser ends, or `limit` has passed.
  func wait(
    for what: String,
    limit: Duration = answerLimit,
    until isDone: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + limit
    while try !isDone() {
      try take(waiting: 100)
      if ContinuousClock.now > end {
        throw DriveFailure.late("\(what) did not come within \(limit.components.seconds) s")
      }
    }
  }

  /// Reads what comes until a moment.
  func listen(until end: ContinuousClock.Instant) throws {
    while true {
      let rest = (end - .now) / .milliseconds(1)
      guard rest > 0 else { return }
      try take(waiting: Int32(min(rest, 100).rounded(.up)))
    }
  }

  /// Reads what there is, after waiting for it for at most so many milliseconds.
  func take(waiting milliseconds: Int32) throws {
    var place = pollfd(fd: process.answers, events: Int16(POLLIN), revents: 0)
    let ready = poll(&place, 1, milliseconds)
    if ready == 0 { return try watch() }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { piece in
      let count = read(process.answers, piece.baseAddress, piece.count)
      if count > 0 { buffer += piece[..<count] }
      return count
    }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) {
      try watch()
      throw died()
    }
    guard buffer.count <= Self.messageLimit else {
      throw DriveFailure.limit("a message of the browser is over \(Self.messageLimit >> 20) MB")
    }
    try dispatch()
  }

  /// The browser has ended: what is known about it.
  private func died() -> DriveFailure {
    for _ in 0..<500 where process.isRunning() { usleep(2_000) }
    let code = process.exitCode.map { " with code \($0)" } ?? ""
    let last = process.lastLines(1).first.map { "; it said: \($0)" } ?? ""
    return .died(who: "the browser", detail: code + last)
  }

  private func dispatch() throws {
    while let end = buffer[searched...].firstIndex(of: 0) {
      let data = Data(buffer[..<end])
      buffer.removeSubrange(...end)
      searched = 0
      guard let message = try? JSONSerialization.jsonObject(with: data) as? Object else {
        throw DriveFailure.browser("sent a message that is no JSON object")
      }
      if let number = message["id"] as? Int {
        if awaited.remove(number) != nil { answers[number] = message }
      } else if let event = message["method"] as? String, let handler = handlers[event] {
        try handler(message["params"] as? Object ?? [:])
      }
    }
    searched = buffer.count
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.write(process.input, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        try watch()
        throw died()
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
