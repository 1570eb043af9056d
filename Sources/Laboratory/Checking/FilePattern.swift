import Files

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that a pattern names, as a shell would find them: `*`, `?` and `[abc]`.
package enum FilePattern {
  /// Finds them, in order of their names; what is no regular file, such as a folder or a device, is left out.
  ///
  /// - Returns: Empty where nothing matches.
  /// - Complexity: O(names in the folders).
  package static func files(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard SystemCalls.named(pattern, { glob($0, GLOB_NOSORT, nil, &found) }) == 0 else { return [] }
    let names = (0..<Int(found.gl_pathc)).compactMap { index -> [UInt8]? in
      guard let name = found.gl_pathv[index] else { return nil }
      return UnsafeBufferPointer(start: name, count: strlen(name)).map(UInt8.init(bitPattern:))
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map(FileName.text(of:))
      .filter { SystemCalls.status(of: $0)?.isRegular == true && !isOfSystem($0) }
  }

  /// Whether a file is one of the system's own, which may have no end, or wait for one.
  private static func isOfSystem(_ path: String) -> Bool {
    let real = FileName.resolved(path)
    return ["/proc/", "/sys/", "/dev/"].contains { real.hasPrefix($0) }
  }

  /// The pattern that a name alone matches.
  package static func literal(_ name: String) -> String {
    var pattern = ""
    for character in name {
      if "*?[]\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    return pattern
  }
}
