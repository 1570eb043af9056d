import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The parent's side of one child: its channel, its output, its limits.
final class ChildProcess {
  /// What a child says.
  enum Word {
    case progress([UInt8])
    case answer([UInt8])
  }

  /// The most time that passes for a child's limits between two looks: what is more, the parent was
  /// stopped or busy.
  static let longestLook = Duration.seconds(1)
  /// How often a channel or an output is read in one look: one that is written to without end must not
  /// keep the parent from the rest.
  static let mostReads = 16
  /// How long a child may take to end once nothing connects it with its parent any more.
  static let endLimit = Duration.seconds(1)

  let command: ChildCommand
  let pid: pid_t
  /// Readable when the child says something or has ended.
  let channel: Int32
  /// Readable when it prints; negative when that is passed on, or over.
  private(set) var printed: Int32
  /// What there is to be sent still.
  private var unsent: ArraySlice<UInt8> = []
  private var reader = ControlFrameReader()
  /// Whether a step, or the end, was asked for and has not come.
  private(set) var isBusy = false
  private var wasToldToFinish = false
  private var hasSaidFarewell = false
  private var isSilent = false
  /// Why the parent ended it.
  private var verdict: ChildEnd?
  private var lastLook = SuspendingClock.now
  private var silence = Duration.zero
  private var seenPeak: Int?
  private var ownPeak: Int?
  private var steps = 0
  private var busy = Duration.zero
  private var output = CapturedOutput()
  private(set) var result: ChildResult?

  /// Starts a child.
  init(_ command: ChildCommand) throws(ChildFailure) {
    var ends: [Int32] = [-1, -1]
    try Self.check(stillpoint_make_channel(&ends), "socketpair", command)
    var pipe: [Int32] = [-1, -1]
    let failure = stillpoint_make_pipe(&pipe)
    if failure != 0 { for end in ends { close(end) } }
    try Self.check(failure, "pipe", command)
    var pid: pid_t = 0
    let started = Self.withVectors(command) { arguments, environment in
      stillpoint_start_child(
        command.path,
        arguments,
        environment,
        ends[1],
        pipe[1],
        command.dataLimit,
        &pid
      )
    }
    close(ends[1])
    close(pipe[1])
    if started != 0 {
      close(ends[0])
      close(pipe[0])
    }
    try Self.check(started, "posix_spawn", command)
    self.command = command
    self.pid = pid
    channel = ends[0]
    printed = pipe[0]
  }

  private static func check(
    _ failure: Int32,
    _ call: String,
    _ command: ChildCommand
  ) throws(ChildFailure) {
    guard failure != 0 else { return }
    throw .refused(call: call, error: failure, subject: command.path)
  }

  private static func withVectors(
    _ command: ChildCommand,
    _ body: (
      UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
    )
      -> Int32
  ) -> Int32 {
    let name = CommandLine.arguments.first ?? command.path
    let arguments = ([name] + command.arguments).map { strdup($0) } + [nil]
    let environment = command.wholeEnvironment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return arguments.withUnsafeBufferPointer { arguments in
      environment.withUnsafeBufferPointer { environment in
        guard let first = arguments.baseAddress, let second = environment.baseAddress else {
          return EINVAL
        }
        return body(first, second)
      }
    }
  }

  // MARK: Asking

  /// Asks for a step.
  func ask(_ request: [UInt8]) {
    beginWork()
    send(ControlFrame(kind: .request, bytes: request))
  }

  /// Asks it to end.
  func finish() {
    beginWork()
    wasToldToFinish = true
    send(ControlFrame(kind: .finish, bytes: []))
  }

  private func beginWork() {
    if !isBusy { lastLook = .now }
    isBusy = true
  }

  /// Ends it at once; its end is `verdict`, or that by the signal.
  func stop(as verdict: ChildEnd? = nil) {
    guard result == nil else { return }
    self.verdict = self.verdict ?? verdict
    beginWork()
    // It has not been reaped, so the number is still its own.
    _ = kill(pid, SIGKILL)
  }

  private func send(_ frame: ControlFrame) {
    unsent += frame.encoded
    sendRest()
  }

  private func sendRest() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        stillpoint_send(channel, $0.baseAddress, $0.count)
      }
      if count == -Int(EAGAIN) { return }
      // Nobody is there to read it: what the child has said will show why.
      unsent = count < 0 ? [] : unsent.dropFirst(count)
    }
  }

  // MARK: Waiting

  /// What to wait for.
  var wanted: [pollfd] {
    guard result == nil else { return [] }
    var all: [pollfd] = []
    if !isSilent {
      let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
      all.append(pollfd(fd: channel, events: Int16(events), revents: 0))
    }
    if printed >= 0 { all.append(pollfd(fd: printed, events: Int16(POLLIN), revents: 0)) }
    return all
  }

  /// Reads what came, looks whether it has ended, and holds it to its limits.
  ///
  /// - Returns: What it said, in order.
  func look() -> [Word] {
    guard result == nil else { return [] }
    let now = SuspendingClock.now
    let elapsed = min(now - lastLook, Self.longestLook)
    lastLook = now
    if isBusy { busy += elapsed }
    sendRest()
    let words = readWords()
    readOutput()
    if isSilent { silence += elapsed }
    holdToLimits()
    return words + reap()
  }

  private func readWords() -> [Word] {
    var words: [Word] = []
    for _ in 0..<Self.mostReads where !isSilent {
      switch Self.receive(from: channel) {
      case .nothing: return words
      case .end: isSilent = true
      case .bytes(let bytes):
        reader.append(bytes)
        words += takeWords()
      }
    }
    return words
  }

  private func takeWords() -> [Word] {
    var words: [Word] = []
    do throws(ControlFrameReader.Nonsense) {
      while let frame = try reader.next() {
        switch frame.kind {
        case .progress: words.append(.progress(frame.bytes))
        case .answer where !isBusy || wasToldToFinish:
          stop(as: .lost(reason: "it answered without being asked"))
        case .answer:
          steps += 1
          isBusy = false
          words.append(.answer(frame.bytes))
        case .farewell:
          hasSaidFarewell = true
          let peak = frame.bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          ownPeak = peak == 0 ? nil : Int(clamping: peak)
        case .request, .finish:
          stop(as: .lost(reason: "it sent a message of kind \(frame.kind)"))
        }
      }
    } catch {
      isSilent = true
      stop(as: .lost(reason: "it sent a header of \(error.header)"))
    }
    return words
  }

  private func readOutput() {
    for _ in 0..<Self.mostReads where printed >= 0 {
      switch Self.receive(from: printed) {
      case .nothing: return
      case .bytes(let bytes): output.append(bytes)
      case .end:
        close(printed)
        printed = -1
      }
    }
  }

  private enum Reading {
    case nothing
    case end
    case bytes([UInt8])
  }

  private static func receive(from descriptor: Int32) -> Reading {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count == 0 { return .end }
        if errno == EAGAIN { return .nothing }
        if errno != EINTR { return .end }
      }
    }
  }

  // MARK: Limits and end

  private func holdToLimits() {
    var now: UInt64 = 0
    var peak: UInt64 = 0
    if isBusy, stillpoint_resident(pid, &now, &peak) == 0 {
      seenPeak = max(seenPeak ?? 0, Int(clamping: peak))
      if now > UInt64(command.memoryLimit) {
        stop(as: .outOfMemory(peakBytes: Int(clamping: peak), limitBytes: command.memoryLimit))
      }
    }
    if busy > command.timeLimit { stop(as: .timedOut(limit: command.timeLimit)) }
    if isSilent, silence > Self.endLimit {
      stop(as: .lost(reason: "it closed its channel and went on"))
    }
  }

  /// Looks whether it has ended.
  ///
  /// - Returns: What it said at last.
  private func reap() -> [Word] {
    var code: Int32 = 0
    var signal: Int32 = 0
    var peak: UInt64 = 0
    let ended = stillpoint_reap_child(pid, &code, &signal, &peak)
    guard ended != 0 else { return [] }
    // What it said and printed at last lies in the channel still.
    let last = readWords()
    readOutput()
    if printed >= 0 { close(printed) }
    close(channel)
    isBusy = false
    let end: ChildEnd
    if ended < 0 {
      end = .lost(reason: "somebody else took its exit code (error \(-ended))")
    } else {
      // What the system knows as the peak begins with the parent's.
      if Int(clamping: peak) > Self.ownResidentPeak { seenPeak = Int(clamping: peak) }
      end = self.end(code: code, signal: signal)
    }
    result = ChildResult(
      end: end,
      steps: steps,
      busy: busy,
      peakResidentBytes: ownPeak ?? seenPeak,
      output: output
    )
    return last
  }

  private func end(code: Int32, signal: Int32) -> ChildEnd {
    if signal == 0 {
      guard code == 0 else { return .exited(code: code) }
      if hasSaidFarewell && wasToldToFinish { return .exited(code: 0) }
      return verdict ?? .lost(reason: "it ended before it was told to")
    }
    if let verdict, signal == SIGKILL { return verdict }
    if let seenPeak, seenPeak > command.memoryLimit {
      return .outOfMemory(peakBytes: seenPeak, limitBytes: command.memoryLimit)
    }
    return SignalName.faults.contains(signal) ? .trapped(signal: signal) : .killed(signal: signal)
  }

  private static var ownResidentPeak: Int {
    var now: UInt64 = 0
    var peak: UInt64 = 0
    return stillpoint_resident(0, &now, &peak) == 0 ? Int(clamping: peak) : .max
  }
}
