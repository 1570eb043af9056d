import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child's side of the control channel.
///
///     let parent = try ParentConnection.open()
///     try parent.serve { request, progress in
///       progress(Array("half".utf8))
///       return answer(to: request)
///     }
///
/// From `open()` on, the process ends when its parent has, whatever it is computing.
package final class ParentConnection {
  /// Set in the environment of every child.
  package static let variable = "STILLPOINT_CHILD"

  private let channel = Int32(stillpoint_control_descriptor)
  private var reader = ControlFrameReader()

  private init() {}

  /// Takes up the channel that this process was started with.
  ///
  /// - Throws: ``ChildFailure``: `isNoChild` when it was not started as a child, `refused` when there
  ///   is no channel or no thread to watch it.
  package static func open() throws(ChildFailure) -> ParentConnection {
    guard getenv(variable) != nil else { throw .isNoChild(variable: variable) }
    let connection = ParentConnection()
    guard fcntl(connection.channel, F_GETFD) >= 0 else {
      throw .refused(call: "fcntl", error: errno, subject: "the control channel")
    }
    let failure = stillpoint_end_with_other_end(connection.channel)
    guard failure == 0 else {
      throw .refused(call: "pthread_create", error: failure, subject: "the watch of the parent")
    }
    return connection
  }

  /// Does one step after the other, each when the parent asks for it, until there are no more; then
  /// says how much memory the process had resident at most.
  ///
  /// - Parameter step: Does a step. Gets the request and a function that tells the parent about
  ///   progress; returns the answer.
  /// - Throws: What `step` throws, and ``ChildFailure/badRequest(_:)``; then the caller ends the
  ///   process, with a code that is not 0.
  package func serve(
    _ step: (_ request: [UInt8], _ progress: ([UInt8]) -> Void) throws -> [UInt8]
  ) throws {
    while true {
      let frame = try next()
      switch frame.kind {
      case .request:
        let answer = try step(frame.bytes) { send(ControlFrame(kind: .progress, bytes: $0)) }
        send(ControlFrame(kind: .answer, bytes: answer))
      case .finish:
        // The parent may close its end as soon as it has read this.
        stillpoint_outlive_other_end()
        send(ControlFrame(kind: .farewell, bytes: peakResident()))
        return
      case .progress, .answer, .farewell:
        throw ChildFailure.badRequest("a message of kind \(frame.kind)")
      }
    }
  }

  /// In the midst of a step: answers as if it were over, and waits until the parent asks for the next
  /// one, which is the rest of this one.
  ///
  /// - Returns: That request.
  /// - Throws: ``ChildFailure/badRequest(_:)``, also where the parent says that nothing more is to be
  ///   done.
  package func pause(_ answer: [UInt8]) throws -> [UInt8] {
    send(ControlFrame(kind: .answer, bytes: answer))
    let frame = try next()
    guard frame.kind == .request else {
      throw ChildFailure.badRequest("a message of kind \(frame.kind) in the midst of a step")
    }
    return frame.bytes
  }

  private func next() throws -> ControlFrame {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      do throws(ControlFrameReader.Nonsense) {
        if let frame = try reader.next() { return frame }
      } catch {
        throw ChildFailure.badRequest("a header of \(error.header)")
      }
      let count = read(channel, &buffer, buffer.count)
      if count > 0 {
        reader.append(buffer[0..<count])
      } else if count == 0 || errno != EINTR {
        leave()
      }
    }
  }

  private func send(_ frame: ControlFrame) {
    let bytes = frame.encoded
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = stillpoint_send(
          channel,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0 { leave() }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Ends the process: there is nobody to work for, nor to tell.
  private func leave() -> Never { _exit(EXIT_FAILURE) }

  private func peakResident() -> [UInt8] {
    var now: UInt64 = 0
    var peak: UInt64 = 0
    if stillpoint_resident(0, &now, &peak) != 0 { peak = 0 }
    return withUnsafeBytes(of: peak.littleEndian) { Array($0) }
  }
}
