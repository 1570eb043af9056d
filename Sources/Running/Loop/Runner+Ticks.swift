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
  private func isActive(_ tick: Int) -> Bool {
    let start = grid.instant(ofTick: tick - 1)
    let end = grid.instant(ofTick: tick)
    return windows.indices.contains { windows[$0].surface.isActive(after: start, through: end) }
      || otherInstants.contains { $0 > start && $0 <= end }
  }

  func firstActiveTick(after previous: Int, through tick: Int) -> Int {
    var candidate = previous + 1
    while candidate < tick, !isActive(candidate) { candidate += 1 }
    return candidate
  }

  /// Records the active ticks before `tick` that no frame was made for.
  ///
  /// - Returns: How many there were.
  mutating func recordSwallowed(first: Int, tick: Int) -> Int {
    let before = outcome.frames.count
    for swallowed in first..<tick where isActive(swallowed) {
      outcome.frames.append(
        FrameRecord(swallowedTick: swallowed, at: grid.instant(ofTick: swallowed))
      )
    }
    return outcome.frames.count - before
  }

  /// Takes note of a frame that shows what the one before did.
  mutating func noteWaste(in record: FrameRecord) {
    outcome.seen.frames += 1
    let isUnchanged = windows.indices.allSatisfy {
      !windows[$0].hasSomethingToShow || windows[$0].isUnchanged
    }
    guard isUnchanged, !windows.isEmpty else { return }
    outcome.seen.wastedFrames += 1
    if record.contents.events == 0, otherInstants.isEmpty {
      outcome.quietFrames.append(record.instant)
    }
  }

  mutating func checkBroken(_ record: FrameRecord, swallowed: Int) {
    let brokenBy = brokenRule.note(record, swallowedTicks: swallowed)
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
