/// A clock of one writer of a trace, as Perfetto's client library has it by default: its times are told from a
/// snapshot on, as a rule as increments.
///
/// Source: google/perfetto `clock_snapshot.proto` (clock numbers from 64 on belong to a writer's sequence) and
/// `src/tracing/internal/track_event_internal.cc` (64 counts in increments, 65 does not).
struct WriterClock {
  /// The least number of such a clock.
  static let first: UInt64 = 64

  private var isIncremental = false
  private var multiplier: Int64 = 1
  /// The snapshot's time on the machine's clock and on this one, in ns.
  private var (machine, own): (Int64, Int64) = (0, 0)
  /// What the increments add up to.
  private var now: Int64 = 0

  /// The time on the machine's clock in ns; nil for one that cannot be.
  mutating func machineTime(_ time: Int64) -> Int64? {
    let (step, isBig) = time.multipliedReportingOverflow(by: multiplier)
    guard !isBig else { return nil }
    if isIncremental {
      let sum = now.addingReportingOverflow(step)
      guard !sum.overflow else { return nil }
      now = sum.partialValue
    } else {
      now = step
    }
    let since = now.subtractingReportingOverflow(own)
    let (result, isFar) = machine.addingReportingOverflow(since.partialValue)
    return since.overflow || isFar || result < 0 ? nil : result
  }

  /// The clocks of writers in a snapshot, by number; none in one without a clock of the machine.
  ///
  /// - Throws: `ProtobufFields.Malformed` for bytes that are no message.
  static func clocks(of bytes: ProtobufFields.Bytes) throws(ProtobufFields.Malformed)
    -> [UInt64: WriterClock]
  {
    var own: [UInt64: WriterClock] = [:]
    var machines: [UInt64: Int64] = [:]
    var fields = ProtobufFields(bytes)
    while let (number, value) = try fields.next() {
      guard number == 1, case .bytes(let message) = value else { continue }
      var (id, time): (UInt64, Int64) = (0, 0)
      var clock = WriterClock()
      var parts = ProtobufFields(message)
      while let (number, value) = try parts.next() {
        guard case .number(let raw) = value else { continue }
        switch number {
        case 1: id = raw
        case 2: time = Int64(bitPattern: raw)
        case 3: clock.isIncremental = raw != 0
        case 4: clock.multiplier = max(1, Int64(clamping: raw))
        default: break
        }
      }
      guard id >= first else {
        machines[id] = time
        continue
      }
      let (start, isBig) = time.multipliedReportingOverflow(by: clock.multiplier)
      guard !isBig, own.count < 64 else { continue }
      (clock.own, clock.now) = (start, start)
      own[id] = clock
    }
    // BOOTTIME, else MONOTONIC, else whichever there is.
    guard let machine = machines[6] ?? machines[3] ?? machines.min(by: { $0.key < $1.key })?.value
    else { return [:] }
    return own.mapValues { clock in
      var clock = clock
      clock.machine = machine
      return clock
    }
  }
}
