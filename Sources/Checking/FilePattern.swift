#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that a pattern names, as a shell would find them: `*`, `?` and `[abc]`.
package enum FilePattern {
  /// Finds them, in order of their names; folders are left out.
  ///
  /// - Returns: Empty where nothing matches.
  /// - Complexity: O(names in the folders).
  package static func files(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_MARK, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }.filter { !$0.hasSuffix("/") }
  }
}
