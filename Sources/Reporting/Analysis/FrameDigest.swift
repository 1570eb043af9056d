import FrameMetrics
import Timebase

/// What tells whether two recordings have the same frames: a hash of when these were wanted and shown. Such need
/// be no copies: a display that never misses gives equal frames in every recording.
package enum FrameDigest {
  /// Whether two files of the same bytes are one recording: a frame was late in them, and no two recordings have
  /// that alike. Of those in which none was, two tables of times may well have the same bytes.
  package static func tellsCopies(_ metrics: [MetricValue]) -> Bool {
    [Metric.lateFrames, .hitchCount].contains { metrics.value(of: $0)?.value ?? 0 > 0 }
  }

  /// The hash as 16 hexadecimal digits: FNV-1a of 64 bits over the instants, after the first.
  ///
  /// - Complexity: O(frames).
  package static func text(of timeline: FrameTimeline) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: Int64) {
      var rest = UInt64(bitPattern: value)
      for _ in 0..<8 {
        hash = (hash ^ (rest & 0xFF)) &* 0x100_0000_01B3
        rest >>= 8
      }
    }
    for frame in timeline.frames {
      add(frame.wanted.nanoseconds)
      add(frame.presented?.nanoseconds ?? -1)
      add(frame.work?.engine.rawValue ?? -1)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
