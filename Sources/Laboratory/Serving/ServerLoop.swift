import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Serves every connection from one thread: who is slow, or says nothing, holds nobody up.
final class ServerLoop: Sendable {
  /// The most connections; of more, the one that was silent for the longest is closed.
  static let mostConnections = 1_000

  /// The port at 127.0.0.1.
  let port: UInt16
  private let listener: Int32
  private let wakeup: (read: Int32, write: Int32)
  private let isStopped = Mutex(false)
  private let isDone = DispatchSemaphore(value: 0)
  private let answer: @Sendable (ServedRequest) -> ServedResponse

  /// Listens; nil when the port cannot be had.
  init?(port: UInt16, answer: @escaping @Sendable (ServedRequest) -> ServedResponse) {
    #if canImport(Darwin) || canImport(Musl)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard listener >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard let port = Self.bind(listener, to: port), listen(listener, 128) == 0, pipe(&ends) == 0
    else {
      close(listener)
      return nil
    }
    for descriptor in [listener] + ends { Self.prepare(descriptor) }
    (self.listener, self.port, wakeup) = (listener, port, (ends[0], ends[1]))
    self.answer = answer
    let thread = Thread { [self] in
      run()
      isDone.signal()
    }
    thread.name = "serving"
    thread.start()
  }

  /// Stops, and closes every connection.
  func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    var byte: UInt8 = 0
    _ = write(wakeup.write, &byte, 1)
    isDone.wait()
    for descriptor in [listener, wakeup.read, wakeup.write] { close(descriptor) }
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  private static func bind(_ descriptor: Int32, to port: UInt16) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { place -> UInt16? in
      let isBound = place.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        #if canImport(Darwin)
          Darwin.bind(descriptor, general, size) == 0
            && getsockname(descriptor, general, &size) == 0
        #elseif canImport(Glibc)
          Glibc.bind(descriptor, general, size) == 0
            && getsockname(descriptor, general, &size) == 0
        #elseif canImport(Musl)
          Musl.bind(descriptor, general, size) == 0
            && getsockname(descriptor, general, &size) == 0
        #endif
      }
      return isBound ? UInt16(bigEndian: place.pointee.sin_port) : nil
    }
  }

  // MARK: The thread

  private func run() {
    var connections: [Int32: ServedConnection] = [:]
    var isFull = false
    while !isStopped.withLock({ $0 }) {
      let open = Array(connections.values)
      var places = [pollfd(fd: wakeup.read, events: Int16(POLLIN), revents: 0)]
      // Without a free descriptor nobody is let in before somebody leaves.
      places.append(pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0))
      places += open.map { connection in
        let events = (connection.isListening ? POLLIN : 0) | (connection.isWriting ? POLLOUT : 0)
        return pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
      }
      wait(for: &places, until: open.compactMap(\.due).min())
      let now = ContinuousClock.now
      for (connection, place) in zip(open, places.dropFirst(2)) {
        var goesOn = true
        if place.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { goesOn = connection.read() }
        let isDue = connection.due.map { $0 <= now } ?? false
        if goesOn, isDue || place.revents & Int16(POLLOUT) != 0 { goesOn = connection.write() }
        if !goesOn {
          connections[connection.descriptor] = nil
          isFull = false
        }
      }
      if places[1].revents != 0 { isFull = !accept(into: &connections) }
    }
  }

  private func wait(for places: inout [pollfd], until due: ContinuousClock.Instant?) {
    let count = nfds_t(places.count)
    guard let due else {
      _ = poll(&places, count, -1)
      return
    }
    let microseconds = max(.zero, due - .now) / .microseconds(1)
    // What is left of a millisecond is slept: a wait has no smaller unit.
    if microseconds < 1_000 { usleep(UInt32(microseconds)) }
    _ = poll(&places, count, Int32(clamping: Int(microseconds / 1_000)))
  }

  /// Takes in who waits.
  ///
  /// - Returns: Whether there was a descriptor for each.
  private func accept(into connections: inout [Int32: ServedConnection]) -> Bool {
    while true {
      #if canImport(Darwin)
        let descriptor = Darwin.accept(listener, nil, nil)
      #elseif canImport(Glibc)
        let descriptor = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let descriptor = Musl.accept(listener, nil, nil)
      #endif
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      Self.prepare(descriptor)
      var on: Int32 = 1
      setsockopt(
        descriptor,
        Int32(IPPROTO_TCP),
        TCP_NODELAY,
        &on,
        socklen_t(MemoryLayout<Int32>.size)
      )
      if connections.count >= Self.mostConnections,
        let silent = connections.values.filter(\.isReading).min(by: { $0.lastUse < $1.lastUse })
      {
        connections[silent.descriptor] = nil
      }
      connections[descriptor] = ServedConnection(descriptor, answer: answer)
    }
  }
}
