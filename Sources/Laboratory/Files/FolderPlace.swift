#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that a user named for results, looked at before the work whose results go there.
package struct FolderPlace: Sendable {
  /// The folder, as the user named it.
  package let path: String
  /// Its absolute name, every link followed.
  package let target: String

  /// Names a folder, which need not exist.
  package init(_ path: String) {
    self.path = path
    target = FileName.resolved(path)
  }

  /// Looks whether the folder can be made, or replaced.
  ///
  /// - Parameters:
  ///   - inputs: What the same command reads: files or folders. None may be the folder; a file in it
  ///     may not be one that `isOwned`.
  ///   - isReplaced: Whether another folder takes its place; else files are written into it.
  ///   - isOwned: Whether a file is one that is written anew.
  ///   - isOurs: Whether a folder with these files is one that may be written anew; an empty one may
  ///     always.
  /// - Throws: ``OutputError``.
  package func check(
    inputs: [String] = [],
    isReplaced: Bool = false,
    isOwned: (String) -> Bool,
    isOurs: ([String]) -> Bool
  ) throws(OutputError) {
    guard !path.isEmpty else { throw OutputError(path: path, reason: "an empty name") }
    guard path != InputFile.standardInput else {
      throw OutputError(
        path: path,
        reason: "a folder cannot go to standard output",
        advice: "Name a folder; ./- is one of that name."
      )
    }
    try check(isNoneOf: inputs, isOwned)
    errno = 0
    guard let status = SystemCalls.status(of: target) else {
      guard errno == ENOENT || errno == ENOTDIR else { throw OutputError(path: path, code: errno) }
      return try checkAbove()
    }
    guard status.isFolder else { throw inTheWay("a file") }
    let above = SystemCalls.status(of: FileName.folder(of: target))
    if isReplaced, let above, above.st_dev != status.st_dev {
      throw OutputError(
        path: path,
        reason: "another file system is mounted there, so the folder cannot be replaced",
        advice: "Name a folder in it."
      )
    }
    let names = try Folder.names(in: target).filter { !$0.hasPrefix(WholeFile.partialMark) }
    guard names.isEmpty || isOurs(names) else {
      throw inTheWay("a folder that is no run (it has \(names[0]))")
    }
    let here = FileName.joined(FileName.resolved("."), "")
    if isReplaced, here.hasPrefix(FileName.joined(target, "")) {
      throw OutputError(
        path: path,
        reason: "this program was started in it, so it cannot be replaced",
        advice: "Start it elsewhere, or name another folder."
      )
    }
    // Files of a folder that is renamed whole are not written where they are.
    for name in names where !isReplaced && isOwned(name) { try checkFile(name) }
    try probe(in: FileName.folder(of: target))
  }

  /// Writes files into the folder, which is made; all are prepared before the first takes its place.
  package func write(
    _ files: [(name: String, content: OutputPlace.Content)]
  ) throws(OutputError) {
    try OutputPlace.write(places(of: files))
  }

  /// Where files of the folder, which is made, are written together with others.
  package func places(
    of files: [(name: String, content: OutputPlace.Content)]
  ) throws(OutputError) -> [(place: OutputPlace, content: OutputPlace.Content)] {
    try Folder.make(target)
    var ready: [(place: OutputPlace, content: OutputPlace.Content)] = []
    for file in files {
      try checkFile(file.name)
      ready.append((try OutputPlace(FileName.joined(target, file.name)), file.content))
    }
    return ready
  }

  /// Refuses what is no file: a link would lead the file out of the folder.
  private func checkFile(_ name: String) throws(OutputError) {
    let status = SystemCalls.status(of: FileName.joined(target, name), isFollowing: false)
    guard let status, !status.isRegular else { return }
    throw inTheWay("\(name), which is a link, a folder or a device,")
  }

  private func inTheWay(_ what: String) -> OutputError {
    OutputError(
      path: path,
      reason: "\(what) is in the way",
      advice: "Give another --output, or move it away."
    )
  }

  private func check(
    isNoneOf inputs: [String],
    _ isOwned: (String) -> Bool
  ) throws(OutputError) {
    for input in inputs {
      guard let status = SystemCalls.status(of: input), status.isRegular || status.isFolder else {
        continue
      }
      let other = FileName.resolved(input)
      let isInside =
        FileName.folder(of: other) == target && isOwned(FileName.last(of: other))
        || other.hasPrefix(target + "/") && status.isFolder
      guard other == target || isInside else { continue }
      throw OutputError(
        path: path,
        reason: other == target ? "it is the input \(input)" : "the input \(input) lies in it",
        advice: "Give another --output; an input is never replaced."
      )
    }
  }

  /// Whether the nearest folder above that is there takes a new one.
  private func checkAbove() throws(OutputError) {
    var above = FileName.folder(of: target)
    while !Folder.exists(above), above != "/" { above = FileName.folder(of: above) }
    guard Folder.isFolder(above) else {
      throw OutputError(path: path, reason: "\(above) is no folder")
    }
    let name = FileName.last(of: target)
    if FileName.bytes(of: name).count > 220 {
      throw OutputError(path: path, reason: SystemCalls.words(ENAMETOOLONG))
    }
    try probe(in: above)
  }

  /// Makes a folder and removes it: what the system says of that it would say of the result.
  private func probe(in folder: String) throws(OutputError) {
    // Files of the result may go elsewhere, and nobody else would come by what a killed one left here.
    WholeFile.sweep(folder)
    let name = WholeFile.partial(in: folder)
    guard SystemCalls.named(name, { mkdir($0, 0o777) }) == 0 else {
      throw OutputError(path: path, reason: "\(SystemCalls.words(errno)) in \(folder)")
    }
    _ = SystemCalls.named(name) { rmdir($0) }
  }
}
