/// A folder of files that nobody looks for until it is whole and has its name.
package struct FolderDraft: Sendable {
  /// Where it is.
  package let path: String

  /// Makes the folder.
  package init(_ path: String) throws(OutputError) {
    self.path = path
    try Folder.make(path)
  }

  /// Writes a file of it, in parts that need not come at once.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func put(_ name: String, _ parts: some Sequence<[UInt8]>) throws(OutputError) -> String {
    let file = FileName.joined(path, name)
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
