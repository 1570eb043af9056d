/// Which commit the working directory stands on.
public enum SourceRevision {
  /// Finds the commit that `HEAD` names, without running git.
  ///
  /// Says nothing about changes that are not committed.
  ///
  /// - Parameter directory: Where to look first; then in each directory above it.
  /// - Returns: The commit in hexadecimal; nil outside of a repository and before a first commit.
  public static func find(in directory: String = ".") -> String? {
    // A path goes up at most as often as it has parts; no real one has this many.
    let highest = 64
    var place = directory
    for _ in 0..<highest {
      if let found = commit(ofWorkTree: place) { return found }
      place += "/.."
    }
    return nil
  }

  private static func commit(ofWorkTree place: String) -> String? {
    var folder = place + "/.git"
    // In a linked work tree .git is a file that names the folder.
    if let link = SystemFile.text(of: folder),
      let target = SystemFile.value(of: "gitdir", separator: ":", in: link)
    {
      folder = absolute(target, from: place)
    }
    guard let head = SystemFile.text(of: folder + "/HEAD") else { return nil }
    guard let reference = SystemFile.value(of: "ref", separator: ":", in: head) else {
      return hexadecimal(head)
    }
    var common = folder
    if let other = SystemFile.text(of: folder + "/commondir") {
      common = absolute(SystemFile.trimmed(other[...]), from: folder)
    }
    for place in [folder, common] {
      if let loose = SystemFile.text(of: place + "/" + reference) { return hexadecimal(loose) }
    }
    guard let packed = SystemFile.text(of: common + "/packed-refs") else { return nil }
    for line in packed.split(separator: "\n") where line.hasSuffix(" " + reference) {
      return hexadecimal(String(line.prefix { $0 != " " }))
    }
    return nil
  }

  private static func absolute(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  private static func hexadecimal(_ text: String) -> String? {
    let commit = SystemFile.trimmed(text[...])
    guard commit.count >= 40, commit.allSatisfy(\.isHexDigit) else { return nil }
    return commit
  }
}
