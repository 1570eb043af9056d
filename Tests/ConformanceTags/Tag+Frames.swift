// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A frame takes the events due at or before its tick, in the order of time, then arrival.
  @Tag package static var framesEventsInOrder: Self

  /// A frame is input, ingest, reveal, measure, layout, commit, in that order, and records the
  /// cost of each.
  @Tag package static var framesPhases: Self

  /// Commit gives an immutable snapshot evaluated at the tick; what a step due by then released
  /// is in it.
  @Tag package static var framesSnapshot: Self

  /// Tick k is at floor(k 10^9 / rate) nanoseconds.
  @Tag package static var framesTickInstant: Self

  /// With the virtual clock and modelled cost a run repeats to the byte.
  @Tag package static var framesVirtualRepeats: Self

  /// The cost is modelled, of the thread's CPU or of the wall clock, times the device's scale;
  /// records say which, and comparing across is refused.
  @Tag package static var framesCostKinds: Self

  /// Modelled cost charges work (items, elements, glyphs, bytes, blocks, entries), so that an
  /// O(n) strategy costs O(n).
  @Tag package static var framesCostWork: Self

  /// For each phase the committed declared costs give 0.7 to 1.5 times the CPU time on the
  /// machine named with them.
  @Tag package static var framesCostFit: Self

  /// An idle surface does no work: no allocation, no layout, no tick.
  @Tag package static var framesIdle: Self

  /// A tick is active when an event, step, fade, spring, gesture or timer is due or running, or
  /// when it was swallowed then; dots and spinners make none active.
  @Tag package static var framesActive: Self

  /// Events keep their scheduled time, so that a stall does not hide their waiting.
  @Tag package static var framesScheduledTime: Self
}
