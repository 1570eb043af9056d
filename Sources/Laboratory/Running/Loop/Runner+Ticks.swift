import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Timebase

extension TickGrid {
  /// The ticks of a device on which a load changes the rate; rates that it does not have are left out.
  init(of device: Device, _ changes: [LoadEpisodes.RateChange]) {
    self.init(device.rate)
    for change in changes where device.has(hertz: change.rate.hertz) {
      self.change(to: change.rate, at: change.due)
    }
  }
}

// Which ticks between two frames were active, and when a profile is so late that it is stopped.
extension Runner {
  /// Finds the active ticks before `tick` that no frame was made for, and tells all windows of them.
  ///
  /// - Complexity: O(stretches of activity since the frame before), and what was passed.
  mutating func findPassedTicks(before tick: Int) {
    passedTicks.removeAll(keepingCapacity: true)
    let first = pipeline.handledTick + 1
    guard first < tick else { return }
    findActiveTicks(in: first...tick - 1)
    var next = first
    for stretch in activeTicks where stretch.upperBound >= next {
      passedTicks.append(contentsOf: max(next, stretch.lowerBound)...stretch.upperBound)
      next = stretch.upperBound + 1
    }
    // More than fit into a window of the fallback would only push one another out.
    for passed in passedTicks.suffix(2 * grid.rate(ofTick: tick).hertz) {
      for index in windows.indices { windows[index].surface.pass(tick: passed) }
    }
  }

  /// Lists the stretches of active ticks, by their first one.
  private mutating func findActiveTicks(in ticks: ClosedRange<Int>) {
    var stretches = activeTicks
    activeTicks = []
    stretches.removeAll(keepingCapacity: true)
    let last = grid.instant(ofTick: ticks.upperBound)
    func add(_ start: Instant, _ end: Instant, without absences: [Range<Instant>]) {
      var lower = max(ticks.lowerBound, grid.firstTick(atOrAfter: max(start, .zero)))
      let upper = min(ticks.upperBound, grid.firstTick(atOrAfter: min(end, last)))
      // In the background nothing is wanted.
      for absence in absences {
        let left = grid.firstTick(atOrAfter: absence.lowerBound)
        if lower < min(left, upper + 1) { stretches.append(lower...min(left - 1, upper)) }
        lower = max(lower, grid.firstTick(atOrAfter: absence.upperBound))
      }
      if lower <= upper { stretches.append(lower...upper) }
    }
    for index in windows.indices {
      let absences = windows[index].absences
      windows[index].surface.forEachActivity { add($0, $1, without: absences) }
    }
    for instant in otherInstants { add(instant, instant, without: []) }
    stretches.sort { $0.lowerBound < $1.lowerBound }
    activeTicks = stretches
  }

  /// Records the active ticks that no frame was made for.
  mutating func recordSwallowed() {
    for tick in passedTicks {
      outcome.frames.append(FrameRecord(swallowedTick: tick, at: grid.instant(ofTick: tick)))
    }
  }

  /// Takes note of a frame that shows what the one before did.
  mutating func noteWaste(in record: FrameRecord) {
    outcome.seen.frames += 1
    let isUnchanged = windows.indices.allSatisfy {
      !windows[$0].hasSomethingToShow || windows[$0].isUnchanged
    }
    guard isUnchanged, !windows.isEmpty else { return }
    outcome.seen.wastedFrames += 1
    if record.contents.events == 0, otherInstants.isEmpty, !windows.contains(where: \.endsMotion) {
      outcome.quietFrames.append(record.instant)
    }
  }

  mutating func checkBroken(_ record: FrameRecord) {
    let brokenBy = brokenRule.note(record, swallowedTicks: passedTicks.count)
    if windows.indices.contains(where: {
      windows[$0].hasSomethingToShow && windows[$0].surface.isAbandoned
    }) {
      let phase = FallbackCause(costliestOf: record.modelled.withoutStall).name
      outcome.brokenAt = (
        record.instant, "\(phase): the work of one frame exceeds 10 s of declared cost"
      )
    } else if settings.stopsBrokenProfile, let phase = brokenBy {
      outcome.brokenAt = (
        record.instant, "\(phase): hitches over 50 ms/s in ten 1 s windows in a row"
      )
    }
  }
}
