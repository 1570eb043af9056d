import FrameMetrics
import Timebase

/// What tells whether two recordings have the same frames: a hash of when these were wanted and shown. Such need
/// be no copies: a display that never misses gives equal frames in every recording.
enum FrameDigest {
  /// The hash as 16 hexadecimal digits: FNV-1a of 64 bits over the instants, after the first.
  ///
  /// - Complexity: O(frames).
  static func text(of timeline: FrameTimeline) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: Int64) {
      var rest = UInt64(bitPattern: value)
      for _ in 0..<8 {
        hash = (hash ^ (rest & 0xFF)) &* 0x100_0000_01B3
        rest >>= 8
      }
    }
    for (index, frame) in timeline.frames.times.enumerated() {
      add(frame.wanted.nanoseconds)
      add(frame.presented?.nanoseconds ?? -1)
      add(timeline.frames.work(at: index)?.engine.rawValue ?? -1)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
