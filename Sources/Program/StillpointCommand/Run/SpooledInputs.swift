import Files
import Foundation
import FrameLogs

/// Inputs that are read more than once. What cannot be, a pipe or standard input, is copied into a
/// file first, which goes when this does.
final class SpooledInputs {
  /// What is read, in the order of the names that were given.
  private(set) var paths: [String] = []
  private var scratch: ScratchFolder?
  /// How people name what has another name now.
  private var titles: [String: String] = [:]

  /// Opens what was named.
  ///
  /// - Throws: `InputError` when a pipe cannot be read, `OutputError` when it cannot be copied.
  init(_ names: [String]) throws {
    for name in names {
      let isAgain = SystemCalls.status(of: name)?.isRegular ?? (name != InputFile.standardInput)
      let isFolder = SystemCalls.status(of: name)?.isFolder == true
      paths.append(isAgain || isFolder ? name : try copy(name))
    }
  }

  /// What people call an input.
  func title(of path: String) -> String { titles[path] ?? path }

  private func copy(_ name: String) throws -> String {
    let source = name == InputFile.standardInput ? STDIN_FILENO : SystemCalls.open(name, O_RDONLY)
    guard source >= 0 else { throw failure(name, errno) }
    defer { if source != STDIN_FILENO { close(source) } }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw failure(name, errno) }
    isDevice = [S_IFCHR, S_IFBLK].contains(status.kind)
    let scratch = try self.scratch ?? ScratchFolder()
    self.scratch = scratch
    let path = try scratch.draft.put("input-\(paths.count)", pieces(of: source, name))
    titles[path] = InputFile.title(of: name)
    if let code = readFailure { throw failure(name, code) }
    return path
  }

  private var readFailure: Int32?
  /// Whether it may have no end, as `/dev/urandom`: no recording comes from there.
  private var isDevice = false

  private func failure(_ name: String, _ code: Int32) -> InputError {
    InputError(
      path: InputFile.title(of: name),
      problem: "it cannot be read",
      value: SystemCalls.words(code),
      expected: "a readable frame log",
      advice: "Name a file, or give one with <."
    )
  }

  private func pieces(of source: Int32, _ name: String) -> some Sequence<[UInt8]> {
    var left = isDevice ? 1 << 20 : FrameLimit.unfoldedBytes
    return sequence(state: [UInt8](repeating: 0, count: 256 << 10)) { [self] buffer in
      let count = buffer.withUnsafeMutableBytes { SystemCalls.read(source, into: $0) }
      guard let count else {
        readFailure = errno
        return nil
      }
      left -= count
      if left < 0 { readFailure = EFBIG }
      return count == 0 || left < 0 ? nil : Array(buffer[0..<count])
    }
  }
}
