#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lines of a regular file, one after the other, in the memory of one line and one piece.
package enum FileLines {
  /// One line without its end.
  package typealias Line = UnsafeBufferPointer<UInt8>

  private static let piece = 256 << 10

  /// Calls `body` with each line, its number from 1, and whether it has an end of its own, until it returns false.
  ///
  /// Lines end with LF or CRLF. The mark of UTF-8 is passed over.
  ///
  /// - Parameter longest: The most bytes that a line may have.
  /// - Throws: ``InputError`` for what is no readable regular file, and for a longer line.
  /// - Complexity: O(bytes).
  package static func forEach(
    of path: String,
    longest: Int,
    _ body: (_ line: Line, _ number: Int, _ isWhole: Bool) -> Bool
  ) throws(InputError) {
    let descriptor = SystemCalls.open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw fault(path, SystemCalls.words(errno)) }
    defer { close(descriptor) }
    guard SystemCalls.status(of: path)?.isRegular == true else {
      throw fault(path, "it is no regular file")
    }
    var buffer = [UInt8](repeating: 0, count: piece)
    var (filled, number) = (0, 0)
    while true {
      if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
      let count = buffer.withUnsafeMutableBytes {
        SystemCalls.read(descriptor, into: .init(rebasing: $0[filled...]))
      }
      guard let count else { throw fault(path, SystemCalls.words(errno)) }
      let end = filled + count
      var (start, goesOn) = (0, true)
      buffer.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        if number == 0, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        var search = max(start, filled)
        while goesOn, search < end, let found = memchr(base + search, 0x0A, end - search) {
          let stop = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
          number += 1
          goesOn = body(trimmed(bytes, start, stop), number, true)
          (start, search) = (stop + 1, stop + 1)
        }
        if goesOn, count == 0, start < end {
          _ = body(trimmed(bytes, start, end), number + 1, false)
        }
      }
      if !goesOn || count == 0 { return }
      if end - start > longest {
        throw InputError(
          path: path,
          line: number + 1,
          problem: "a line of over \(longest) bytes",
          expected: "shorter lines",
          advice: "Check that it is the file that was meant."
        )
      }
      if start > 0 { buffer.replaceSubrange(0..<end - start, with: Array(buffer[start..<end])) }
      filled = end - start
    }
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int)
    -> Line
  {
    let end = stop > start && bytes[stop - 1] == 0x0D ? stop - 1 : stop
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private static func fault(_ path: String, _ problem: String) -> InputError {
    InputError(
      path: path,
      problem: problem,
      expected: "a readable file",
      advice: "Check the path and its permissions."
    )
  }
}
