import ChildProcesses
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A connection to a port of this machine, for a browser that is not spoken to over pipes.
///
/// All is done on the caller's thread: what is asked for is waited for.
final class LoopbackSocket {
  /// The most bytes of one answer.
  static let longest = 256 << 20

  private let descriptor: Int32
  /// Looks whether driving goes on: it throws where something else has ended.
  private let watch: () throws -> Void
  private var buffer: [UInt8] = []
  /// How much of the buffer was taken.
  private var taken = 0
  private var isOver = false

  /// Connects; nil where nobody listens.
  init?(port: UInt16, watch: @escaping () throws -> Void) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    self.watch = watch
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sends all of it.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #else
          Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw closed()
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The next bytes, once so many are there.
  func receive(_ count: Int, until end: ContinuousClock.Instant, for what: String) throws -> [UInt8]
  {
    guard count <= Self.longest else {
      throw DriveFailure.limit("a message of the browser is over \(Self.longest >> 20) MB")
    }
    while buffer.count - taken < count { try fill(until: end, for: what) }
    defer { take(count) }
    return Array(buffer[taken..<taken + count])
  }

  /// What comes up to an empty line, as HTTP has it before a body.
  func receiveHead(until end: ContinuousClock.Instant, for what: String) throws -> String {
    var searched = taken
    while true {
      while searched + 4 <= buffer.count {
        if buffer[searched..<searched + 4].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) {
          let head = String(decoding: buffer[taken..<searched], as: UTF8.self)
          take(searched + 4 - taken)
          return head
        }
        searched += 1
      }
      let before = taken
      try fill(until: end, for: what)
      searched -= before - taken
    }
  }

  private func take(_ count: Int) {
    taken += count
    if taken == buffer.count { (buffer, taken) = ([], 0) }
  }

  private func fill(until end: ContinuousClock.Instant, for what: String) throws {
    guard !isOver else { throw closed() }
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal ends the wait, too.
    if poll(&place, 1, 100) <= 0 {
      try watch()
      if ContinuousClock.now > end { throw DriveFailure.late("\(what) did not come in time") }
      return
    }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { piece in
      let count = recv(descriptor, piece.baseAddress, piece.count, 0)
      if count > 0 { buffer += piece[..<count] }
      return count
    }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) {
      isOver = true
      throw closed()
    }
    if buffer.count - taken > Self.longest {
      throw DriveFailure.limit("a message of the browser is over \(Self.longest >> 20) MB")
    }
  }

  /// The other side has closed the connection: its end says more, where that is known.
  private func closed() -> any Error {
    do { try watch() } catch { return error }
    return DriveFailure.died(who: "the browser", detail: ": it closed the connection")
  }
}
