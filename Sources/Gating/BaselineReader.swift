import Files
import LoadGeneration

/// Turns the text of a baseline file into a baseline, and says of every mistake where it stands.
struct BaselineReader {
  /// No baseline nests deeper.
  static let deepest = 8
  /// No baseline is longer, in bytes.
  static let longest = 4 << 20

  /// The file's path, for messages.
  let path: String

  /// Reads the baseline at `path`; nil when there is no such file.
  static func read(_ path: String) throws(InputError) -> Baseline? {
    guard Folder.exists(path) else { return nil }
    let bytes = try InputFile.read(path, as: .bytes(longest)).bytes
    return try BaselineReader(path: path).baseline(bytes)
  }

  /// Reads `bytes`.
  ///
  /// - Throws: ``InputError`` for the first mistake.
  func baseline(_ bytes: [UInt8]) throws(InputError) -> Baseline {
    let root = try object(
      try JSONParser.document(bytes, path: path, depth: Self.deepest),
      ["schema", "scenario", "profile", "device", "refresh_hz", "exact", "allocations"]
    )
    _ = try root.integer("schema", in: Baseline.schema...Baseline.schema, unit: "")
    return Baseline(
      cell: CellIdentity(
        scenario: try name("scenario", in: root),
        profile: try name("profile", in: root),
        device: try name("device", in: root),
        refreshHertz: try root.integer("refresh_hz", in: 1...1000, unit: "hertz")
      ),
      exact: try entries("exact", in: root),
      allocations: try allocations(in: root)
    )
  }

  private func object(_ value: InputValue, _ keys: [String]) throws(InputError) -> InputObject {
    let object = try InputObject(value, path: path, expected: "an object with \(keys[0])")
    try object.refuseUnknown(among: keys)
    return object
  }

  private func allocations(in root: InputObject) throws(InputError) -> [Baseline.Allocations] {
    var found: [Baseline.Allocations] = []
    for value in try root.list("allocations") {
      let each = try object(
        value,
        ["toolchain", "architecture", "allocator", "configuration", "counts"]
      )
      let key = AllocationKey(
        toolchain: try name("toolchain", in: each),
        architecture: try name("architecture", in: each),
        allocator: try name("allocator", in: each),
        configuration: try name("configuration", in: each)
      )
      guard !found.contains(where: { $0.key == key }) else {
        throw root.mismatch("allocations", value, expected: "each key once, not \(key) twice")
      }
      found.append(Baseline.Allocations(key: key, counts: try entries("counts", in: each)))
    }
    return found
  }

  private func entries(
    _ key: String,
    in parent: InputObject
  ) throws(InputError) -> [Baseline.Entry] {
    let value = try parent.required(key)
    guard case .fields(let fields) = value.kind else {
      throw parent.mismatch(key, value, expected: "an object")
    }
    var entries: [Baseline.Entry] = []
    for field in fields {
      guard CountText.isName(field.key) else {
        let name = InputValue(.string(field.key), line: field.line, column: field.column)
        throw parent.mismatch(key, name, expected: "names of printable ASCII")
      }
      entries.append(Baseline.Entry(name: field.key, value: try count(field, key, in: parent)))
    }
    return entries
  }

  private func count(
    _ field: InputValue.Field,
    _ key: String,
    in parent: InputObject
  ) throws(InputError) -> CountValue {
    if case .number(let text) = field.value.kind, let count = Int(text) { return .count(count) }
    if case .string(let hash) = field.value.kind, CountText.isHash(hash) { return .hash(hash) }
    throw parent.mismatch(
      "\(key).\(field.key)",
      field.value,
      expected: "a whole number or a hash in lower-case hexadecimal"
    )
  }

  private func name(_ key: String, in parent: InputObject) throws(InputError) -> String {
    let text = try parent.string(key)
    guard CountText.isName(text) else {
      throw parent.mismatch(
        key,
        try parent.required(key),
        expected: "a string of printable ASCII without quotes and backslashes"
      )
    }
    return text
  }
}
