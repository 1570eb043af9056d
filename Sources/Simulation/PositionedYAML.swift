import LoadGeneration
import Yams

/// Reads YAML into values that know where they stand.
package enum PositionedYAML {
  /// Reads one document.
  ///
  /// - Throws: ``InputError`` for a text that is not YAML, has no document or more than one, or
  ///   gives a key twice.
  package static func parse(_ text: String, path: String) throws(InputError) -> InputValue {
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw inputError(error, path: path)
    } catch {
      throw broken(path, nil, "\(error)")
    }
    guard let node else {
      throw InputError(
        path: path,
        problem: "the file is empty",
        expected: "a scenario in YAML",
        advice: "See the files in Scenarios for examples."
      )
    }
    return try value(node, path: path)
  }

  private static func value(_ node: Node, path: String) throws(InputError) -> InputValue {
    let line = node.mark?.line ?? 1
    let column = node.mark?.column ?? 1
    switch node {
    case .scalar(let scalar):
      let kind =
        scalar.style == .plain
        ? InputValue.kind(ofPlainWord: scalar.string) : .string(scalar.string)
      return InputValue(kind, line: line, column: column)
    case .sequence(let sequence):
      var values: [InputValue] = []
      for node in sequence { values.append(try value(node, path: path)) }
      return InputValue(.list(values), line: line, column: column)
    case .mapping(let mapping):
      var fields: [InputValue.Field] = []
      for (key, node) in mapping {
        guard case .scalar(let word) = key else {
          throw broken(path, key.mark, "a key that is no word")
        }
        fields.append(
          InputValue.Field(
            key: word.string,
            line: key.mark?.line ?? line,
            column: key.mark?.column ?? column,
            value: try value(node, path: path)
          )
        )
      }
      return InputValue(.fields(fields), line: line, column: column)
    case .alias:
      throw broken(path, node.mark, "an alias")
    }
  }

  private static func inputError(_ error: YamlError, path: String) -> InputError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return broken(path, mark, problem)
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
      return broken(path, nil, problem)
    default:
      return broken(path, nil, "\(error)")
    }
  }

  private static func broken(_ path: String, _ mark: Mark?, _ problem: String) -> InputError {
    InputError(
      path: path,
      line: mark?.line,
      column: mark?.column,
      problem: "broken YAML",
      value: problem,
      expected: "a scenario in YAML",
      advice: "Check indentation, colons and quotes around this place."
    )
  }
}
