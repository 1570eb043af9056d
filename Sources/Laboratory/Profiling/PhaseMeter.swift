import Timebase

/// Says what one phase of a frame cost: by the model, in processor time or in time on the wall.
///
/// Allocates nothing and holds a few numbers. With `modelled` it reads no clock at all, so a run
/// stays the same on every machine. Phases that follow each other share the reading between them,
/// so six phases take seven readings.
///
/// Processor time is taken with two clocks. The thread's own one is a call of the system: 1.1 us
/// on a virtual machine with slow ones, more than half of the phases do; the one on the wall is read in
/// 32 ns there. So phases are taken on the wall, and the thread's clock is asked at the beginning and after
/// each phase of ``checkedFrom`` or more: how much longer the wall went is what the thread
/// was kept off its processor, and is taken off that phase. A shorter phase cannot have been kept off
/// for longer than it took, and the time for the thread's clock is part of no phase.
///
///     var meter = PhaseMeter(source: .cpu)
///     meter.begin()
///     surface.measure()
///     cost[.measure] = meter.lap(modelled: measured)
///     surface.layout()
///     cost[.layout] = meter.end(modelled: laidOut)
public struct PhaseMeter: Sendable {
  /// Where a cost comes from.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// Counted work times its declared cost; handed in by the caller.
    case modelled
    /// Processor time of the calling thread.
    case cpu
    /// Time on the wall.
    case wall
  }

  /// The shortest phase, on the wall, after which the thread's own clock is asked with `cpu`. What the
  /// question takes is a twentieth of it or less.
  public static let checkedFrom = Nanoseconds(rawValue: 20_000)

  /// Where costs come from.
  public let source: Source
  private var start: Nanoseconds = .zero
  private var isOpen = false
  /// Both clocks when the thread's own was last asked.
  private var checked: (cpu: Nanoseconds, wall: Nanoseconds) = (.zero, .zero)

  /// Makes a meter that measures nothing yet.
  public init(source: Source) { self.source = source }

  /// Begins a phase.
  ///
  /// - Precondition: No phase is open.
  public mutating func begin() {
    precondition(!isOpen, "a phase is open; end it before the next one begins")
    isOpen = true
    if source == .cpu { check() } else { start = read() }
  }

  /// Ends the phase and begins the next one.
  ///
  /// - Parameter modelled: What the model charges for the phase that ends; asked for only by
  ///   `modelled`.
  /// - Returns: What that phase cost: at least 0.
  /// - Precondition: A phase is open.
  public mutating func lap(modelled: @autoclosure () -> Nanoseconds) -> Nanoseconds {
    let now = read()
    precondition(isOpen, "no phase is open; begin one before it ends")
    var spent = now - start
    start = now
    if source == .cpu, spent >= Self.checkedFrom {
      let last = checked
      check()
      // Phases since the last question but this one were too short to have been kept off for long.
      let keptOff = (now - last.wall) - (checked.cpu - last.cpu)
      spent = max(.zero, spent - max(.zero, keptOff))
    }
    return source == .modelled ? modelled() : spent
  }

  /// Ends the phase.
  ///
  /// - Parameter modelled: What the model charges for it; asked for only by `modelled`.
  /// - Returns: What the phase cost: at least 0.
  /// - Precondition: A phase is open.
  public mutating func end(modelled: @autoclosure () -> Nanoseconds) -> Nanoseconds {
    let spent = lap(modelled: modelled())
    isOpen = false
    return spent
  }

  /// What the meter adds to a phase by itself: the median of `phases` empty ones in a row.
  ///
  /// - Parameter phases: How many, at least 1.
  public func ownCost(phases: Int = 1000) -> Nanoseconds {
    precondition(phases >= 1, "a median needs at least 1 phase, got \(phases)")
    var meter = PhaseMeter(source: source)
    var costs: [Nanoseconds] = []
    costs.reserveCapacity(phases)
    meter.begin()
    for _ in 0..<phases { costs.append(meter.lap(modelled: .zero)) }
    costs.sort()
    return costs[phases / 2]
  }

  /// Reads both clocks; the next phase begins.
  private mutating func check() {
    let cpu = ThreadCPUClock.now()
    start = WallClock.now()
    checked = (cpu, start)
  }

  private func read() -> Nanoseconds {
    source == .modelled ? .zero : WallClock.now()
  }
}
