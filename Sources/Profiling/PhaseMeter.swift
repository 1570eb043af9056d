import Timebase

/// Says what one phase of a frame cost: by the model, in processor time or in time on the wall.
///
/// Allocates nothing and holds two numbers. With `modelled` it reads no clock at all, so a run
/// stays the same on every machine. Phases that follow each other share the reading between them,
/// so six phases take seven readings.
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

  /// Where costs come from.
  public let source: Source
  private var start: Nanoseconds = .zero
  private var isOpen = false

  /// Makes a meter that measures nothing yet.
  public init(source: Source) { self.source = source }

  /// Begins a phase.
  ///
  /// - Precondition: No phase is open.
  public mutating func begin() {
    precondition(!isOpen, "a phase is open; end it before the next one begins")
    isOpen = true
    start = read()
  }

  /// Ends the phase and begins the next one at the same instant.
  ///
  /// - Parameter modelled: What the model charges for the phase that ends; asked for only by
  ///   `modelled`.
  /// - Returns: What that phase cost: at least 0.
  /// - Precondition: A phase is open.
  public mutating func lap(modelled: @autoclosure () -> Nanoseconds) -> Nanoseconds {
    let now = read()
    precondition(isOpen, "no phase is open; begin one before it ends")
    let spent = now - start
    start = now
    return source == .modelled ? modelled() : spent
  }

  /// Ends the phase.
  ///
  /// - Parameter modelled: What the model charges for it; asked for only by `modelled`.
  /// - Returns: What the phase cost: at least 0.
  /// - Precondition: A phase is open.
  public mutating func end(modelled: @autoclosure () -> Nanoseconds) -> Nanoseconds {
    let now = read()
    precondition(isOpen, "no phase is open; begin one before it ends")
    isOpen = false
    return source == .modelled ? modelled() : now - start
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

  private func read() -> Nanoseconds {
    switch source {
    case .modelled: .zero
    case .cpu: ThreadCPUClock.now()
    case .wall: WallClock.now()
    }
  }
}
