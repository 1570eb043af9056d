import CZlib
import Files
import Foundation

/// The bytes of a file, piece by piece; gzip is unfolded and UTF-16 made UTF-8 on the way.
///
/// Memory is bounded by the piece, whatever the file holds.
final class ByteStream {
  /// How many bytes are read at a time.
  static let piece = 256 << 10

  let path: String
  private let handle: FileHandle
  private var inflater: Inflater?
  private var transcoder: UTF16Transcoder?
  private var pending: [UInt8]?
  private var unfolded = 0
  /// What was met on the way: `gzip`, `UTF-16`.
  private(set) var wrappings: [String] = []

  /// Opens a file.
  ///
  /// - Throws: `FrameLogError` for what is no readable file.
  init(path: String) throws {
    self.path = path
    let descriptor = SystemCalls.open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? Self.fault(path, "no such file", "Check the path.")
        : Self.fault(path, "the file cannot be read", "Check its permissions.")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let status = SystemCalls.status(of: path)
    if status?.isFolder == true {
      let advice =
        path.hasSuffix(".trace")
        ? "Export it: xcrun xctrace export --input X.trace --xpath "
          + "'/trace-toc/run[@number=\"1\"]/data/table[@schema=\"hitches\"]'."
        : "Name a file in it, or all of them: \(path.hasSuffix("/") ? path : path + "/")*"
      throw Self.fault(path, "a folder", advice)
    }
    guard status?.isRegular == true else {
      throw Self.fault(path, "not a regular file", "Write it to a file first.")
    }
    try begin()
  }

  /// The next piece; nil at the end. Never empty.
  func next() throws -> [UInt8]? {
    while true {
      guard var bytes = try unfold() else {
        let rest = transcoder?.finish() ?? []
        transcoder = nil
        return rest.isEmpty ? nil : rest
      }
      if transcoder != nil { bytes = transcoder?.transcode(bytes) ?? [] }
      if !bytes.isEmpty { return bytes }
    }
  }

  private func begin() throws {
    guard let first = try raw() else { return }
    if first.starts(with: [0x1F, 0x8B]) {
      inflater = try Inflater(path: path)
      wrappings.append("gzip")
      pending = first
      var head: [UInt8] = []
      while head.count < 4, let more = try unfold() { head += more }
      pending = nil
      held = head
    } else {
      held = first
    }
    try takeByteOrderMark()
  }

  private var held: [UInt8]?

  private func takeByteOrderMark() throws {
    guard var head = held else { return }
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      head.removeFirst(3)
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      transcoder = UTF16Transcoder(isBigEndian: head[0] == 0xFE)
      wrappings.append("UTF-16")
      head.removeFirst(2)
    } else if let isBigEndian = Self.looksLikeUTF16(head) {
      transcoder = UTF16Transcoder(isBigEndian: isBigEndian)
      wrappings.append("UTF-16")
    }
    held = head
  }

  /// Text in UTF-16 without a mark has a zero in every second byte; nothing else here has.
  private static func looksLikeUTF16(_ head: [UInt8]) -> Bool? {
    let sample = head.prefix(64)
    guard sample.count >= 16 else { return nil }
    let even = sample.enumerated().count { $0.offset % 2 == 0 && $0.element == 0 }
    let odd = sample.enumerated().count { $0.offset % 2 == 1 && $0.element == 0 }
    if odd * 2 >= sample.count - 2, even == 0 { return false }
    if even * 2 >= sample.count - 2, odd == 0 { return true }
    return nil
  }

  private func raw() throws -> [UInt8]? {
    do {
      guard let data = try handle.read(upToCount: Self.piece), !data.isEmpty else { return nil }
      return Array(data)
    } catch {
      throw Self.fault(path, "reading failed: \(error.localizedDescription)", "Check the disk.")
    }
  }

  private func unfold() throws -> [UInt8]? {
    if let bytes = held {
      held = nil
      if !bytes.isEmpty { return bytes }
    }
    guard let inflater else { return try raw() }
    while true {
      if inflater.needsInput {
        if let bytes = pending {
          pending = nil
          inflater.give(bytes)
        } else if let bytes = try raw() {
          inflater.give(bytes)
        } else {
          guard inflater.isAtMemberEnd else {
            throw Self.fault(
              path,
              "gzip data that ends before its end mark: the rest of the file is missing",
              "Copy or download the file again."
            )
          }
          return nil
        }
      }
      let bytes = try inflater.take(upTo: Self.piece)
      if bytes.isEmpty {
        if inflater.isFinished { return nil }
        continue
      }
      unfolded += bytes.count
      guard unfolded <= FrameLimit.unfoldedBytes else {
        throw FrameLogError(
          path: path,
          problem: "compressed data that unfolds to more than \(FrameLimit.unfoldedBytes) bytes",
          expected: "a log of a recording",
          advice: "Record a shorter time, or unfold the file and cut it."
        )
      }
      return bytes
    }
  }

  private static func fault(_ path: String, _ problem: String, _ advice: String) -> FrameLogError {
    FrameLogError(path: path, problem: problem, expected: "a readable frame log", advice: advice)
  }
}
