import ChatSurface
import Files
import Foundation
import FramePacing
import Records

/// A frame log on its way to a file, written as the frames come.
///
/// Whoever asked for it names a file that it renames or removes afterwards.
package final class FrameLogFile {
  /// How many bytes are gathered before they are written: 64 KiB.
  private static let gathered = 64 << 10

  private let path: String
  private let rate: RefreshRate
  private let file: Int32
  private var writer = FrameLogWriter()
  private let digest = RunningDigest()
  private var bytes = Array(FrameLogWriter.header.utf8)

  /// Makes the file, empty.
  ///
  /// - Throws: `OutputError` when it cannot be written.
  init(path: String, rate: RefreshRate) throws {
    self.path = path
    self.rate = rate
    file = SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    guard file >= 0 else { throw OutputError(path: path, code: errno) }
  }

  /// Adds a frame's line.
  func add(_ frame: FrameRecord, _ snapshot: FrameSnapshot) throws {
    bytes += writer.line(for: frame, snapshot, rate: rate)
    if bytes.count >= Self.gathered { try flush() }
  }

  /// Writes what is left.
  ///
  /// - Returns: The log's SHA-256 in lowercase hexadecimal.
  func finish() throws -> String {
    try flush()
    guard close(file) == 0 else { throw OutputError(path: path, code: errno) }
    return digest.finish()
  }

  private func flush() throws {
    let code = bytes.withUnsafeBytes { SystemCalls.write($0, to: file) }
    guard code == 0 else { throw OutputError(path: path, code: code) }
    digest.update(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
