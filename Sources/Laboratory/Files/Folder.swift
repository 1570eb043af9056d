#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Folders: what is in them, making and removing them.
package enum Folder {
  /// Whether something is there, be it a link without an end.
  package static func exists(_ path: String) -> Bool {
    SystemCalls.status(of: path, isFollowing: false) != nil
  }

  /// Whether a folder is there.
  package static func isFolder(_ path: String) -> Bool {
    SystemCalls.status(of: path)?.isFolder == true
  }

  /// Makes a folder and those above it.
  package static func make(_ path: String) throws(OutputError) {
    if isFolder(path) { return }
    let parent = FileName.folder(of: path)
    if parent != path { try make(parent) }
    if SystemCalls.named(path, { mkdir($0, 0o777) }) == 0 { return }
    let code = errno
    // Another process may have made it meanwhile.
    if isFolder(path) { return }
    throw OutputError(path: path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// The names in a folder, in order of their bytes.
  package static func names(in path: String) throws(OutputError) -> [String] {
    guard let names = FileName.list(path) else { throw OutputError(path: path, code: errno) }
    return names
  }

  /// Gives what is at `path` another name.
  package static func rename(_ path: String, to target: String) throws(OutputError) {
    guard SystemCalls.rename(path, to: target) == 0 else {
      throw OutputError(path: target, code: errno)
    }
  }

  /// Removes a file, a link, or a folder with all that is in it; links are not followed. What another
  /// process removes meanwhile is as good as removed.
  package static func remove(_ path: String) throws(OutputError) {
    let isFolder = SystemCalls.status(of: path, isFollowing: false)?.isFolder == true
    if isFolder {
      for name in FileName.list(path) ?? [] { try remove(FileName.joined(path, name)) }
    }
    let code = SystemCalls.named(path) { isFolder ? rmdir($0) : unlink($0) } == 0 ? 0 : errno
    guard code == 0 || code == ENOENT else { throw OutputError(path: path, code: code) }
  }
}
