/// Turns the text of a baseline file into a baseline, and says of every mistake where it stands.
struct BaselineReader {
  /// The file's path, for messages.
  let path: String

  /// Reads `bytes`.
  ///
  /// - Throws: `GateError.content` for the first mistake.
  func baseline(_ bytes: [UInt8]) throws(GateError) -> Baseline {
    let root: BaselineNode
    do {
      root = try BaselineParser.parse(bytes)
    } catch {
      throw .content(
        path: path,
        line: error.line,
        key: error.key,
        value: error.value,
        expected: error.expected
      )
    }
    let schema = try number("schema", in: root)
    guard schema == Baseline.schema else {
      throw mistake(
        try node("schema", in: root),
        "schema",
        "\(Baseline.schema), the only one this build reads"
      )
    }
    try onlyKeys(
      ["schema", "scenario", "profile", "device", "refresh_hz", "exact", "allocations"],
      in: root
    )
    let cell = CellIdentity(
      scenario: try string("scenario", in: root),
      profile: try string("profile", in: root),
      device: try string("device", in: root),
      refreshHertz: try number("refresh_hz", in: root)
    )
    return Baseline(
      cell: cell,
      exact: try entries("exact", in: root),
      allocations: try allocations(in: root)
    )
  }

  private func allocations(in root: BaselineNode) throws(GateError) -> [Baseline.Allocations] {
    let list = try node("allocations", in: root)
    guard case .list(let nodes) = list.value else { throw mistake(list, "allocations", "a list") }
    var found: [Baseline.Allocations] = []
    for each in nodes {
      try onlyKeys(
        ["toolchain", "architecture", "allocator", "configuration", "counts"],
        in: each
      )
      let key = AllocationKey(
        toolchain: try string("toolchain", in: each),
        architecture: try string("architecture", in: each),
        allocator: try string("allocator", in: each),
        configuration: try string("configuration", in: each)
      )
      guard !found.contains(where: { $0.key == key }) else {
        throw .content(
          path: path,
          line: each.line,
          key: "allocations",
          value: "there twice for \(key)",
          expected: "each key once"
        )
      }
      found.append(Baseline.Allocations(key: key, counts: try entries("counts", in: each)))
    }
    return found
  }

  private func entries(
    _ key: String,
    in parent: BaselineNode
  ) throws(GateError) -> [Baseline.Entry] {
    let node = try node(key, in: parent)
    guard case .object(let members) = node.value else { throw mistake(node, key, "an object") }
    var entries: [Baseline.Entry] = []
    for (name, member) in members {
      guard CountText.isName(name) else {
        throw .content(
          path: path,
          line: member.line,
          key: key,
          value: "one with the name \"\(name)\"",
          expected: "names of printable ASCII"
        )
      }
      switch member.value {
      case .number(let count):
        entries.append(Baseline.Entry(name: name, value: .count(count)))
      case .string(let hash) where CountText.isHash(hash):
        entries.append(Baseline.Entry(name: name, value: .hash(hash)))
      default:
        throw mistake(
          member,
          "\(key).\(name)",
          "a whole number or a hash in lower-case hexadecimal"
        )
      }
    }
    return entries
  }

  private func node(_ key: String, in parent: BaselineNode) throws(GateError) -> BaselineNode {
    guard case .object(let members) = parent.value else {
      throw mistake(parent, "what holds \(key)", "an object")
    }
    guard let found = members.first(where: { $0.key == key }) else {
      throw .content(
        path: path,
        line: parent.line,
        key: key,
        value: "missing",
        expected: "it in this object"
      )
    }
    return found.node
  }

  private func string(_ key: String, in parent: BaselineNode) throws(GateError) -> String {
    let node = try node(key, in: parent)
    guard case .string(let string) = node.value, CountText.isName(string) else {
      throw mistake(node, key, "a string of printable ASCII")
    }
    return string
  }

  private func number(_ key: String, in parent: BaselineNode) throws(GateError) -> Int {
    let node = try node(key, in: parent)
    guard case .number(let number) = node.value else {
      throw mistake(node, key, "a whole number")
    }
    return number
  }

  private func onlyKeys(
    _ allowed: [String],
    in parent: BaselineNode
  ) throws(GateError) {
    guard case .object(let members) = parent.value else { return }
    for (key, node) in members where !allowed.contains(key) {
      throw .content(
        path: path,
        line: node.line,
        key: key,
        value: "an unknown key",
        expected: "one of \(allowed.joined(separator: ", "))"
      )
    }
  }

  private func mistake(_ node: BaselineNode, _ key: String, _ expected: String) -> GateError {
    .content(path: path, line: node.line, key: key, value: node.shown, expected: expected)
  }
}
