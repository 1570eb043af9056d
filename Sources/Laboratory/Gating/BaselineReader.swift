import Files

/// Turns the text of a file of baselines into a table, and says of every mistake where it stands.
struct BaselineReader {
  /// No file of baselines is longer, in bytes.
  static let longest = 64 << 20

  /// A cell as far as its lines were read: finding a count again takes no longer with many of them.
  private struct Draft {
    var baseline: Baseline
    var names: Set<[String]> = []
    var machines: [AllocationKey: Int] = [:]
  }

  /// The file's path, for messages.
  let path: String

  /// Reads the table at `path`; one of nothing where there is no such file.
  static func read(_ path: String) throws(InputError) -> BaselineTable {
    guard Folder.exists(path) else { return BaselineTable() }
    let bytes = try InputFile.read(path, as: .bytes(longest)).bytes
    return try BaselineReader(path: path).table(bytes)
  }

  /// Reads `bytes`.
  ///
  /// - Throws: ``InputError`` for the first mistake.
  func table(_ bytes: [UInt8]) throws(InputError) -> BaselineTable {
    var table = BaselineTable()
    var current: Draft?
    var number = 0
    for bytes in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = try text(bytes, number)
      if number == 1 {
        guard line == BaselineTable.header else {
          throw mistake(number, "another first line", line, "\"\(BaselineTable.header)\"")
        }
        continue
      }
      if line.isEmpty { continue }
      let fields = try fields(of: line, number)
      let cell = try cell(fields, number)
      if current?.baseline.cell != cell {
        if let current { table.put(current.baseline) }
        guard table[cell] == nil else {
          throw mistake(
            number,
            "a configuration in two places",
            "\(cell)",
            "all lines of a configuration in a row"
          )
        }
        current = Draft(baseline: Baseline(cell: cell, exact: [], allocations: []))
      }
      try add(fields, number, to: &current)
    }
    if let current { table.put(current.baseline) }
    return table
  }

  private func add(
    _ fields: [String],
    _ number: Int,
    to draft: inout Draft?
  ) throws(InputError) {
    let value = try count(fields[6], number)
    let released = Self.number(fields[7])
    if case .count = value, released == nil {
      throw mistake(number, "released", fields[7], "a whole number of at most 16 digits")
    }
    let entry = Baseline.Entry(
      name: try name(fields[5], "count", number),
      value: value,
      released: released
    )
    guard draft?.names.insert([fields[4], entry.name]).inserted == true else {
      throw mistake(number, "a count that stands twice", entry.name, "each count once")
    }
    guard !fields[4].isEmpty else {
      draft?.baseline.exact.append(entry)
      return
    }
    guard let key = AllocationKey(column: fields[4]) else {
      let expected = "toolchain/architecture/allocator/configuration, or nothing"
      throw mistake(number, "machine", fields[4], expected)
    }
    if let place = draft?.machines[key] {
      draft?.baseline.allocations[place].counts.append(entry)
    } else {
      let place = draft?.baseline.allocations.count
      draft?.machines[key] = place
      draft?.baseline.allocations.append(Baseline.Allocations(key: key, counts: [entry]))
    }
  }

  private func cell(_ fields: [String], _ number: Int) throws(InputError) -> CellIdentity {
    guard let hertz = Int(fields[3]), (1...1000).contains(hertz) else {
      throw mistake(number, "refresh_hz", fields[3], "a whole number of hertz, 1 to 1000")
    }
    return CellIdentity(
      scenario: try name(fields[0], "scenario", number),
      profile: try name(fields[1], "profile", number),
      device: try name(fields[2], "device", number),
      refreshHertz: hertz
    )
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(InputError) -> String {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard bytes.allSatisfy({ (32...126).contains($0) }) else {
      throw mistake(
        number,
        "a line of other signs",
        String(decoding: bytes.prefix(40), as: UTF8.self),
        "printable ASCII"
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The columns of a line; one with a comma in it stands in quotes.
  private func fields(of line: String, _ number: Int) throws(InputError) -> [String] {
    var fields = [""]
    var isQuoted = false
    for sign in line {
      switch sign {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(sign)
      }
    }
    let columns = BaselineTable.header.split(separator: ",").count
    guard fields.count == columns, !isQuoted else {
      throw mistake(number, "\(fields.count) columns", line, "\(columns) columns")
    }
    return fields
  }

  private func count(_ text: String, _ number: Int) throws(InputError) -> CountValue {
    if let count = Self.number(text) { return .count(count) }
    // SHA-256; what is short could be a number that was written wrong.
    if text.utf8.count == 64, CountText.isHash(text) { return .hash(text) }
    throw mistake(
      number,
      "value",
      text,
      "a whole number of at most 16 digits, or a SHA-256 in lower-case hexadecimal"
    )
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.count <= 16 ? Int(text) : nil
  }

  private func name(
    _ text: String,
    _ column: String,
    _ number: Int
  ) throws(InputError) -> String {
    guard CountText.isName(text) else { throw mistake(number, column, text, "a name") }
    return text
  }

  private func mistake(
    _ line: Int,
    _ problem: String,
    _ value: String,
    _ expected: String
  ) -> InputError {
    InputError(
      path: path,
      line: line,
      problem: problem,
      value: value,
      expected: expected,
      advice: "Restore the file, or delete it and run gate --adopt."
    )
  }
}
