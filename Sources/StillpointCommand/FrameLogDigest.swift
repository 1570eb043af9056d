import ChatSurface
import Foundation
import FramePacing
import Simulation

/// A frame log of which only the hash is wanted.
final class FrameLogDigest {
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

/// A file or folder that cannot be written.
struct OutputError: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String {
    """
    \(path): cannot be written: \(reason); expected a place that may be written to.
    Name another one with --output or --frames, or change its permissions.
    """
  }

  static func reason(of error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(underlying.code))) : error.localizedDescription
  }
}

/// Looks, before long work, whether its results can be written at all.
enum OutputCheck {
  static func check(folder: String, file: String?) throws {
    try checkParent(of: folder)
    guard let file else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      throw OutputError(path: file, reason: "it is a folder")
    }
    try checkParent(of: file)
  }

  private static func checkParent(of path: String) throws {
    var parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: parent.path), parent.path != "/" {
      parent.deleteLastPathComponent()
    }
    guard FileManager.default.isWritableFile(atPath: parent.path) else {
      throw OutputError(path: path, reason: "no permission in \(parent.path)")
    }
  }
}
