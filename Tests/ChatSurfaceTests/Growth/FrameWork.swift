import ChatSurface
import FramePacing
import Foundation

/// What frames did, as counts.
struct FrameWork {
  var frames = 0
  /// Bytes cut into chunks, parsed and hashed.
  var bytes = 0
  var blocksMeasured = 0
  var glyphs = 0
  var blocksLookedAt = 0
  /// The most blocks and parts that one frame looked at.
  var mostLookedAt = 0

  /// The counts that are to stay as they are however long the text is, a frame.
  var perFrame: [(name: String, count: Double)] {
    let frames = Double(max(1, frames))
    return [
      ("bytes", Double(bytes) / frames), ("blocks measured", Double(blocksMeasured) / frames),
      ("glyphs", Double(glyphs) / frames), ("blocks looked at", Double(blocksLookedAt) / frames),
    ]
  }

  /// Adds what a surface has done in the frame that was made last.
  mutating func add(_ surface: Surface, lookedAtBefore: Int) {
    frames += 1
    for phase in Phase.allCases {
      let work = surface.work[phase]
      bytes += work[.byteChunked] + work[.byteParsed] + work[.byteTaken] + work[.byteHashed]
      blocksMeasured += work[.blockMeasured]
      glyphs += work[.glyphShaped]
    }
    let looks = surface.blocksLookedAt - lookedAtBefore
    blocksLookedAt += looks
    mostLookedAt = max(mostLookedAt, looks)
  }

  /// The slope of a count over a length, both in logarithms; one more of each, so that 0 is a count.
  static func exponent(_ small: Double, _ large: Double, over ratio: Double) -> Double {
    log((large + 1) / (small + 1)) / log(ratio)
  }
}

extension Driver {
  /// Makes the next frame and adds its work.
  func frame(counting work: inout FrameWork, _ events: SurfaceEvent...) {
    let before = surface.blocksLookedAt
    frame(scheduled: events.map { ScheduledEvent($0, at: next) })
    work.add(surface, lookedAtBefore: before)
  }
}
