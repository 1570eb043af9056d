import Yams

/// Reads YAML into values that know where they stand.
package enum PositionedYAML {
  /// Reads one document.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: Its name, for messages.
  ///   - expected: What it is to be, for messages.
  ///   - example: Where there is one to look at, for messages.
  /// - Throws: ``InputError`` for a text that is not YAML, has no document or more than one, or
  ///   gives a key twice.
  package static func parse(
    _ text: String,
    path: String,
    as expected: String = "a scenario in YAML",
    example: String = "See the files in Scenarios and Profiles for examples."
  ) throws(InputError) -> InputValue {
    let most = try InputLimit.yamlBytes.value()
    guard text.utf8.count <= most else {
      throw InputLimit.yamlBytes.error(
        path: path,
        value: "\(text.utf8.count)",
        limit: most,
        advice: "Put long lists of events into a script that `events: {file: NAME}` names."
      )
    }
    try checkAliases(text, path: path)
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw inputError(error, path: path, expected)
    } catch {
      throw broken(path, nil, "\(error)", expected)
    }
    guard let node else {
      throw InputError(
        path: path,
        problem: "the file is empty",
        expected: expected,
        advice: example
      )
    }
    return try Converter(path: path, expected: expected).value(node, depth: 0)
  }

  /// A text as a scalar in double quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.isHidden:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Counts the aliases of anchors that the text has. A few, each of some others, stand for so much
  /// that merely comparing keys would take hours.
  private static func checkAliases(_ text: String, path: String) throws(InputError) {
    let most = try InputLimit.aliases.value()
    var anchors: Set<[UInt8]> = []
    var line = 1
    var count = 0
    var isAtStart = true
    let bytes = Array(text.utf8)
    for pass in 0...1 {
      (line, isAtStart) = (1, true)
      for (index, byte) in bytes.enumerated() {
        if byte == 0x0A { line += 1 }
        let mark = pass == 0 ? UInt8(ascii: "&") : UInt8(ascii: "*")
        if isAtStart, byte == mark {
          let name = bytes[(index + 1)...].prefix { Self.isInName($0) }
          if pass == 0 { anchors.insert(Array(name)) }
          if pass == 1, anchors.contains(Array(name)) { count += 1 }
          if count > most {
            throw InputLimit.aliases.error(
              path: path,
              line: line,
              limit: most,
              advice: "Write out what they stand for."
            )
          }
        }
        isAtStart = [0x20, 0x09, 0x0A, 0x0D, 0x5B, 0x7B, 0x2C, 0x3A].contains(byte)
      }
      if anchors.isEmpty { return }
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
    default: false
    }
  }

  fileprivate static func inputError(
    _ error: YamlError,
    path: String,
    _ expected: String
  ) -> InputError {
    switch error {
    case .parser(_, let problem, let mark, _) where problem.hasPrefix("Maximum nesting"):
      return tooDeep(path, mark)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return broken(path, mark, problem, expected)
    case .duplicatedKeysInMapping(let duplicates, let context):
      return InputError(
        path: path,
        line: context.mark.line,
        column: context.mark.column,
        problem: "a key stands twice in the block that begins here",
        value: duplicates.joined(separator: ", "),
        expected: "each key once",
        advice: "Remove one of them."
      )
    case .reader(let problem, _, _, _):
      return broken(path, nil, problem, expected)
    default:
      return broken(path, nil, "\(error)", expected)
    }
  }

  /// What libyaml itself refuses; ``Converter`` refuses sooner.
  fileprivate static func tooDeep(_ path: String, _ mark: Mark?) -> InputError {
    do {
      return InputLimit.depth.error(
        path: path,
        line: mark?.line,
        column: mark?.column,
        limit: try InputLimit.depth.value(),
        advice: "Nest less deeply."
      )
    } catch {
      return error
    }
  }

  fileprivate static func broken(
    _ path: String,
    _ mark: Mark?,
    _ problem: String,
    _ expected: String
  ) -> InputError {
    InputError(
      path: path,
      line: mark?.line,
      column: mark?.column,
      problem: "broken YAML",
      value: problem,
      expected: expected,
      advice: "Check indentation, colons and quotes around this place."
    )
  }
}

/// Turns nodes of YAML into values, aliases into what they stand for.
private final class Converter {
  private let path: String
  private let expected: String
  private let depth: Int
  private let most: Int
  private var count = 0

  init(path: String, expected: String) throws(InputError) {
    self.path = path
    self.expected = expected
    depth = try InputLimit.depth.value()
    most = try InputLimit.values.value()
  }

  /// A tag asks for another type than the value has.
  private func refuseTag(of node: Node, line: Int, column: Int) throws(InputError) {
    let tag: String
    switch node {
    case .scalar(let scalar):
      tag = scalar.tag.description
      // The parser gives every text in quotes this one.
      if tag == Tag.Name.str.rawValue, scalar.style != .plain { return }
    case .sequence(let sequence): tag = sequence.tag.description
    case .mapping(let mapping): tag = mapping.tag.description
    case .alias: return
    }
    guard !tag.isEmpty else { return }
    throw InputError(
      path: path,
      line: line,
      column: column,
      problem: "a YAML tag",
      value: tag,
      expected: "a plain value",
      advice: "Remove the tag: a value's type follows from how it is written."
    )
  }

  func value(_ node: Node, depth: Int) throws(InputError) -> InputValue {
    if depth > self.depth { throw PositionedYAML.tooDeep(path, node.mark) }
    count += 1
    if count > most {
      throw InputLimit.values.error(
        path: path,
        line: node.mark?.line,
        column: node.mark?.column,
        limit: most,
        advice: "Use fewer aliases, or a script of events."
      )
    }
    let line = node.mark?.line ?? 1
    let column = node.mark?.column ?? 1
    try refuseTag(of: node, line: line, column: column)
    switch node {
    case .scalar(let scalar):
      let kind =
        scalar.style == .plain
        ? InputValue.kind(ofPlainWord: scalar.string) : .string(scalar.string)
      return InputValue(kind, line: line, column: column)
    case .sequence(let sequence):
      var values: [InputValue] = []
      for node in sequence { values.append(try value(node, depth: depth + 1)) }
      return InputValue(.list(values), line: line, column: column)
    case .mapping(let mapping):
      var fields: [InputValue.Field] = []
      for (key, node) in mapping {
        guard case .scalar(let word) = key else {
          throw PositionedYAML.broken(path, key.mark, "a key that is no word", expected)
        }
        fields.append(
          InputValue.Field(
            key: word.string,
            line: key.mark?.line ?? line,
            column: key.mark?.column ?? column,
            value: try value(node, depth: depth + 1)
          )
        )
      }
      return InputValue(.fields(fields), line: line, column: column)
    case .alias:
      throw PositionedYAML.broken(path, node.mark, "an alias", expected)
    }
  }
}
