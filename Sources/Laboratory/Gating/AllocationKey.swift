/// What a count of allocations depends on besides the code that is judged.
package struct AllocationKey: Hashable, Sendable, Codable {
  /// The compiler, such as `swift-6.3.1`.
  package var toolchain: String
  /// The architecture, such as `x86_64`.
  package var architecture: String
  /// The allocator and its version, such as `jemalloc 5.3.0`.
  package var allocator: String
  /// `debug` or `release`.
  package var configuration: String

  /// Makes a key.
  ///
  /// - Precondition: Each part is printable ASCII without quotes and backslashes, and not empty.
  package init(toolchain: String, architecture: String, allocator: String, configuration: String) {
    for part in [toolchain, architecture, allocator, configuration] {
      precondition(CountText.isName(part), "\"\(part)\" cannot stand in quotes in a key")
    }
    self.toolchain = toolchain
    self.architecture = architecture
    self.allocator = allocator
    self.configuration = configuration
  }
}

extension AllocationKey: CustomStringConvertible {
  /// The four parts with commas between them.
  package var description: String {
    "\(toolchain), \(architecture), \(allocator), \(configuration)"
  }
}
