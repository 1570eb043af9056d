import CZlib

/// Unfolds gzip or zlib data in pieces.
final class Inflater {
  private let path: String
  // zlib keeps a pointer to the stream in its own state: it may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var position = 0
  /// Whether the last member ended and nothing follows.
  private(set) var isFinished = false
  /// Whether the data so far ends with the end of a member.
  private(set) var isAtMemberEnd = false
  private let hasMembers: Bool

  /// Makes an inflater.
  ///
  /// - Parameter isGzip: Whether the data has gzip's headers, and members may follow one another;
  ///   else zlib's.
  init(path: String, isGzip: Bool = true) throws {
    self.path = path
    hasMembers = isGzip
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window; 16 more mean gzip.
    guard stillpoint_inflate_begin(stream, isGzip ? 15 + 16 : 15) == Z_OK else {
      stream.deallocate()
      throw FrameLogError(
        path: path,
        problem: "zlib could not be started",
        expected: "memory for it",
        advice: "Unfold the file first."
      )
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Whether more input is wanted.
  var needsInput: Bool { position == input.count && !isFinished }

  /// Gives more input.
  func give(_ bytes: [UInt8]) {
    input = bytes
    position = 0
  }

  /// Unfolds what it can, up to so many bytes; empty when it wants more input or is finished.
  ///
  /// - Throws: `FrameLogError` for data that is not compressed as it should be.
  func take(upTo count: Int) throws -> [UInt8] {
    guard !isFinished, position < input.count else { return [] }
    if isAtMemberEnd {
      // A further member, or padding after the last one.
      guard hasMembers, input[position] == 0x1F else {
        isFinished = true
        return []
      }
      inflateReset(stream)
      isAtMemberEnd = false
    }
    var result = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      result = input.withUnsafeMutableBufferPointer { source in
        stream.pointee.next_in = source.baseAddress.map { $0 + position }
        stream.pointee.avail_in = UInt32(source.count - position)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(count)
        return inflate(stream, Z_NO_FLUSH)
      }
      written = count - Int(stream.pointee.avail_out)
    }
    position = input.count - Int(stream.pointee.avail_in)
    switch result {
    case Z_STREAM_END: isAtMemberEnd = true
    case Z_OK: break
    // The library asks for more input, and there is none left.
    case Z_BUF_ERROR where position == input.count: break
    default:
      throw FrameLogError(
        path: path,
        problem: "damaged compressed data (zlib \(result))",
        expected: "whole gzip or zlib data",
        advice: "Copy the file again, or unfold it with another tool."
      )
    }
    return output
  }

  /// Unfolds zlib data that is wholly in memory.
  ///
  /// - Returns: nil when it would be longer than `limit`.
  /// - Throws: `FrameLogError` for damaged data.
  static func unfold(_ bytes: [UInt8], limit: Int, path: String) throws -> [UInt8]? {
    let inflater = try Inflater(path: path, isGzip: false)
    inflater.give(bytes)
    var whole: [UInt8] = []
    while !inflater.isAtMemberEnd {
      let part = try inflater.take(upTo: 64 << 10)
      if part.isEmpty, inflater.needsInput { break }
      whole += part
      if whole.count > limit { return nil }
    }
    guard inflater.isAtMemberEnd else {
      throw FrameLogError(
        path: path,
        problem: "compressed packets that end early",
        expected: "whole zlib data",
        advice: "Copy the file again."
      )
    }
    return whole
  }
}
