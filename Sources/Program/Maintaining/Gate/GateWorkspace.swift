import Files
import Foundation

/// The folder `.build-gate/`, in which a gate keeps builds of bases and counts: one gate at a time.
///
///     .build-gate/lock            held while a gate is at work
///     .build-gate/worktree/       a base while it is built; a gate that begins removes one left behind
///     .build-gate/scratch/        what SwiftPM keeps between builds of bases
///     .build-gate/bases/COMMIT/   the program of a base, whole, and the flags it was built with
///     .build-gate/pair/           copies of both programs for a pair of runs
///     .build-gate/stripped/       programs without debug information, by digest
///     .build-gate/counts/         instructions, by digest of all that they depend on
final class GateWorkspace {
  /// Why the folder cannot be had.
  struct Failure: Error, CustomStringConvertible {
    var path: String
    var reason: String
    var description: String { "\(path): \(reason)" }
  }

  /// The package's root, absolute.
  let root: String
  let folder: String
  private let lock: Int32

  /// Makes the folder and takes its lock, which ends with this process, however that ends.
  ///
  /// - Parameter root: The package whose gate it is.
  /// - Throws: ``Failure`` when another gate is at work, or the folder cannot be written.
  init(root: String) throws {
    self.root = root
    folder = "\(root)/.build-gate"
    for name in ["bases", "pair", "stripped", "counts", "scratch", "output"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    let path = "\(folder)/lock"
    lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else {
      throw Failure(path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw Failure(path: path, reason: "another gate is at work here; wait until it has ended")
    }
    removeLeftovers()
  }

  deinit { close(lock) }

  /// Where programs' output is kept while they run.
  var outputFolder: String { "\(folder)/output" }
  /// Where a base is checked out while it is built.
  var worktree: String { "\(folder)/worktree" }
  /// What SwiftPM keeps between builds of bases.
  var scratch: String { "\(folder)/scratch" }

  /// Removes what a gate that was killed has left half done; all of it is under temporary names.
  private func removeLeftovers() {
    for name in ["bases", "pair", "stripped", "counts", "output"] {
      let parent = "\(folder)/\(name)"
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: parent) else {
        continue
      }
      let isTemporary = name == "output" || name == "pair"
      for file in files
      where isTemporary || file.hasPrefix(".part-") {
        try? FileManager.default.removeItem(atPath: "\(parent)/\(file)")
      }
    }
  }

  /// Copies a program for one pair of runs, over the copy for the pair before.
  ///
  /// Where a file's pages lie in memory is decided when it is written, and stays: one as its linker had
  /// written it ran 3 to 7 % slower than a copy, and of two copies of programs that do the same one ran
  /// 0.7 % slower in every pair, 1.5 % in a phase (Linux 6, 2 virtual processors). With new copies for
  /// each pair this is chance, which the median over the pairs takes away.
  ///
  /// - Returns: The copy's path.
  func freshCopy(of program: String, named name: String) throws -> String {
    let copy = "\(folder)/pair/\(name)"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: program, toPath: copy)
    return copy
  }

  /// Removes the copies for pairs.
  func removeCopies() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/pair")) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(folder)/pair/\(name)")
    }
  }

  /// Puts `data` at `path` whole, or not at all.
  func write(_ data: Data, to path: String) throws {
    try OutputPlace(path).write([UInt8](data))
  }
}
