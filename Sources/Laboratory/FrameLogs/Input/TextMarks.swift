#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension String {
  /// Whether the bytes of another text stand in this one's: a fraction of what a comparison of characters takes, and
  /// the same for marks that are ASCII.
  ///
  /// - Complexity: O(bytes).
  func holds(_ mark: String) -> Bool {
    var (text, mark) = (self, mark)
    return text.withUTF8 { text in
      mark.withUTF8 { mark in
        guard let bytes = text.baseAddress, let wanted = mark.baseAddress, !mark.isEmpty else {
          return mark.isEmpty
        }
        var at = 0
        while at + mark.count <= text.count,
          let found = memchr(bytes + at, Int32(wanted[0]), text.count - mark.count + 1 - at)
        {
          let place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - bytes
          if memcmp(bytes + place, wanted, mark.count) == 0 { return true }
          at = place + 1
        }
        return false
      }
    }
  }
}
