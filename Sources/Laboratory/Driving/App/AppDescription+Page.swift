import Files

// A page that nobody described: where it lies is known, its parts are found by a look at it.
extension AppDescription {
  /// The page of a folder.
  static let startPage = "index.html"
  /// The description in a folder.
  static let fileName = "APP.yaml"

  /// What a description is read from: of a folder, the file in it where there is one.
  static func place(of path: String) -> String {
    let file = FileName.joined(path, fileName)
    return Folder.isFolder(path) && Folder.exists(file) ? file : path
  }

  /// What a description of a page begins with; nil where `path` is no page, and no folder that has one.
  ///
  /// - Parameter here: The folder of the description: what lies in it is named from there.
  package static func lines(ofPage path: String, describedIn here: String? = nil) -> [String]? {
    let path = place(of: path)
    let isFolder = Folder.isFolder(path)
    let page = isFolder ? FileName.joined(path, startPage) : path
    guard [".html", ".htm"].contains(where: page.lowercased().hasSuffix), Folder.exists(page) else {
      return nil
    }
    let resolved = FileName.resolved(page)
    let folder = FileName.folder(of: resolved)
    var shown = folder
    if let here = here.map(FileName.resolved), (folder + "/").hasPrefix(here + "/") {
      shown = folder == here ? "." : String(folder.dropFirst(here.count + 1))
    }
    return [
      "name: \(PositionedYAML.quoted(FileName.last(of: folder)))",
      "folder: \(PositionedYAML.quoted(shown))",
      "url: \(PositionedYAML.quoted("/" + FileName.last(of: resolved)))",
    ]
  }

  /// What is said of a folder that has no page.
  static func nothing(in folder: String) -> InputError {
    InputError(
      path: folder,
      problem: "neither \(fileName) nor \(startPage) in it",
      expected: "a description, a page, or the folder of one of them",
      advice:
        "Build the page first, or name the folder that it is built into; Docs/Web.md has the rest."
    )
  }

  /// Whether a part that every scenario needs is not named, so that it has to be found on the page. A page that is
  /// only changed needs no input.
  package var lacksParts: Bool { input.isEmpty && change == nil || messages.isEmpty }

  /// Takes the parts that a look found and that are not named.
  package mutating func take(_ look: PageLook) {
    for part in look.parts where part.isProposed {
      switch part.key {
      case "input": input = part.selector
      case "send": send = .click(part.selector)
      case "scroller": scroller = part.selector
      case "stop": stop = part.selector
      case "new_chat": newChat = part.selector
      case let key where key.hasPrefix("message."):
        messages[String(key.dropFirst(8))] = part.selector
      default: break
      }
    }
  }
}
