import Files

extension CheckFile {
  /// Everything that a check reads besides its baseline and its history: none of it is ever replaced.
  package var inputs: [String] {
    let recorded = recordings.flatMap(\.patterns).flatMap { FilePattern.files(resolved($0)) }
    let designs = runs.flatMap(\.arguments).filter { $0.hasSuffix(".yaml") }
    return [path] + recorded + web.map(\.app) + designs
  }

  /// The file's text, with a baseline named in place of none.
  ///
  /// - Throws: ``InputError`` for a file that cannot be edited with certainty; nothing else in it changes.
  package func text(naming baseline: String) throws(InputError) -> String {
    let text = try InputLines.text(of: try InputFile.read(path, as: .document))
    guard let edited = try Self.edited(text, path, baseline),
      let file = try? CheckFile(text: edited, path: path), file.baseline == resolved(baseline)
    else {
      throw InputError(
        path: path,
        line: try Self.compareLine(of: text, path),
        problem: "the place of the baseline cannot be written into this file",
        expected: "`compare: none`, or no key compare",
        advice: "Write it yourself: compare: {with: \(baseline)}"
      )
    }
    return edited
  }

  /// Where the file names what it compares with; nil where it does not.
  private static func compareLine(of text: String, _ path: String) throws(InputError) -> Int? {
    guard case .fields(let fields) = try PositionedYAML.parse(text, path: path).kind else {
      return nil
    }
    return fields.first { $0.key == "compare" }?.value.line
  }

  /// Writes the key where the value `none` stands, into a list in braces, or at the end.
  private static func edited(
    _ text: String,
    _ path: String,
    _ baseline: String
  ) throws(InputError) -> String? {
    let root = try PositionedYAML.parse(text, path: path)
    guard case .fields(let fields) = root.kind else { return nil }
    // Of a text's characters the end of a line may be two.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(Array.init)
    func isThere(_ token: String, _ line: Int, _ column: Int) -> Bool {
      lines.indices.contains(line - 1)
        && lines[line - 1].dropFirst(column - 1).starts(with: token.unicodeScalars)
    }
    func put(_ new: String, in place: Range<Int>, ofLine line: Int) {
      lines[line - 1].replaceSubrange(place, with: Array(new.unicodeScalars))
    }
    let value = "{with: \(baseline)}"
    if let old = fields.first(where: { $0.key == "compare" })?.value {
      let tokens = ["none", "\"none\"", "'none'"]
      guard let token = tokens.first(where: { isThere($0, old.line, old.column) }) else {
        return nil
      }
      let start = old.column - 1
      put(value, in: start..<start + token.unicodeScalars.count, ofLine: old.line)
    } else if isThere("{", root.line, root.column) {
      put("compare: \(value), ", in: root.column..<root.column, ofLine: root.line)
    } else {
      let ending = text.unicodeScalars.contains("\r") ? "\r" : ""
      let isBlank = { (line: [Unicode.Scalar]) in line.allSatisfy(\.properties.isWhitespace) }
      while let last = lines.last, isBlank(last) { lines.removeLast() }
      let end = lines.lastIndex { $0.starts(with: "...".unicodeScalars) } ?? lines.endIndex
      let indent = String(repeating: " ", count: max(0, root.column - 1))
      lines.insert(Array("\(indent)compare: \(value)\(ending)".unicodeScalars), at: end)
      lines.append([])
    }
    return lines.map { line in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line)
      return String(text)
    }
    .joined(separator: "\n")
  }
}
