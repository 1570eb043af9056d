import ChatSurface
import FramePacing
import Records

/// A frame log of which only the hash is wanted.
package final class FrameLogDigest {
  private var writer = FrameLogWriter()
  private let rate: RefreshRate
  private let digest = RunningDigest()

  init(rate: RefreshRate) { self.rate = rate }

  func add(_ frame: FrameRecord, _ snapshot: FrameSnapshot) {
    digest.update(writer.line(for: frame, snapshot, rate: rate))
  }

  /// The SHA-256 of the log's frames so far, without its header; nothing may be added afterwards.
  func finish() -> String { digest.finish() }
}
