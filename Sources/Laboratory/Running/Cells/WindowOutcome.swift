import ChatSurface
import FrameMetrics
import FramePacing
import Records
import Timebase

/// What one window of a run gives.
package struct WindowOutcome: Sendable {
  /// When it was opened, among all windows of the run, from 0.
  let order: Int
  /// The window's name.
  package let name: String
  /// The account of its text.
  package internal(set) var text = TextLedger()
  /// How late its text was.
  package internal(set) var latency = TextLatency()
  /// Whole numbers of its surface.
  package internal(set) var counts = OutcomeCounts()
  /// Its stays in the fallback.
  package internal(set) var fallbacks: [FallbackEpisode] = []
  /// What its composer held at the end.
  package internal(set) var composerText = ""
  /// What its surface refused, in order.
  package internal(set) var refusals: [SurfaceRefusal] = []
  /// What judges of its screen found.
  package internal(set) var seen = ScreenSamples()
  /// What its messages said, as far as they were on screen.
  var texts: [ScreenText] = []

  /// When each of its openings settled; nil for one that never did.
  var settledOpenings: [Instant?] = []
}
