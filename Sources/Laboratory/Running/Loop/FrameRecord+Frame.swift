import ChatSurface
import FramePacing
import Records

extension FrameRecord {
  /// Adds what one window shows: sums, of the drift the largest.
  mutating func add(_ snapshot: FrameSnapshot, drift verdict: DriftVerdict) {
    if snapshot.mode == .fallback { isFallback = true }
    if verdict.drift.magnitude > drift.magnitude { drift = verdict.drift }
    for stream in snapshot.streams {
      backlogChunks += stream.backlogChunks
      fades += stream.fades.count
    }
    visibleItems += snapshot.visible.count
    redrawnItems += snapshot.redrawnItems
  }

  /// Adds what one window was given, and what became of it.
  mutating func add(_ surface: any RunEngine, events: Int) {
    let observed = surface.observations
    contents.events += events
    contents.tokens += observed.tokens.count
    contents.blocks += observed.measuredBlocks
    let work = surface.work
    for phase in Phase.allCases {
      contents.glyphs += work[phase][.glyphShaped]
      contents.lookups += work[phase][.cacheLookup]
    }
  }
}
