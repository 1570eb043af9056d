#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder of files that nobody looks for until it is whole and has its name.
package struct FolderDraft: Sendable {
  /// Where it is.
  package let path: String

  /// Makes a folder beside `target`, which gets that name when it is whole, and those above it.
  package init(for target: String) throws(OutputError) {
    let parent = FileName.folder(of: target)
    try Folder.make(parent)
    WholeFile.sweep(parent)
    path = WholeFile.partial(in: parent)
    guard SystemCalls.named(path, { mkdir($0, 0o777) }) == 0 else {
      throw OutputError(path: target, code: errno)
    }
  }

  /// Takes a folder that was just made.
  init(made path: String) { self.path = path }

  /// Writes a file of it, or of a folder in it, in parts that need not come at once.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func put(_ name: String, _ parts: some Sequence<[UInt8]>) throws(OutputError) -> String {
    let file = FileName.joined(path, name)
    try Folder.make(FileName.folder(of: file))
    try WholeFile.put(parts, to: file)
    return file
  }

  /// Writes a file of it.
  @discardableResult
  package func put(_ name: String, _ bytes: [UInt8]) throws(OutputError) -> String {
    try put(name, CollectionOfOne(bytes))
  }

  /// Removes it with all that is in it.
  package func discard() throws(OutputError) {
    if Folder.exists(path) { try Folder.remove(path) }
  }
}
