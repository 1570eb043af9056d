import Timebase

/// Reads the fields of one object and refuses what does not belong there.
package struct InputObject {
  /// The file the object stands in.
  package let path: String
  /// The line of the object, from 1.
  package let line: Int
  /// The column of the object, from 1.
  package let column: Int
  /// The fields, in the order in which they were written.
  package let fields: [InputValue.Field]

  /// Where it stands.
  package var place: EventPlace { EventPlace(path: path, line: line) }

  /// The latest time a file may name: a week, in milliseconds.
  package static let longestMilliseconds = 604_800_000

  /// Takes `value` as an object.
  ///
  /// - Parameters:
  ///   - value: What was read.
  ///   - path: The file, for messages.
  ///   - expected: What the object stands for, as in `an object with t_ms and text`.
  /// - Throws: ``InputError`` when `value` is no object.
  package init(_ value: InputValue, path: String, expected: String) throws(InputError) {
    guard case .fields(let fields) = value.kind else {
      throw InputError(
        path: path,
        line: value.line,
        column: value.column,
        problem: "not an object",
        value: value.excerpt,
        expected: expected,
        advice: "Write the fields between { and }."
      )
    }
    self.path = path
    line = value.line
    column = value.column
    self.fields = fields
  }

  /// The value of `key`; nil when it is not there.
  package func value(_ key: String) -> InputValue? { fields.first { $0.key == key }?.value }

  /// Whether `key` is there.
  package func has(_ key: String) -> Bool { value(key) != nil }

  package func required(_ key: String) throws(InputError) -> InputValue {
    if let value = value(key) { return value }
    throw InputError(
      path: path,
      line: line,
      column: column,
      problem: "no \(key)",
      value: "{\(fields.map(\.key).joined(separator: ", "))}",
      expected: "the key \(key)",
      advice: "Add \"\(key)\"."
    )
  }

  /// Makes the error that says `value` is not what it should be.
  package func mismatch(
    _ key: String,
    _ value: InputValue,
    expected: String,
    problem: String = "wrong value",
    advice: String? = nil
  ) -> InputError {
    InputError(
      path: path,
      line: value.line,
      column: value.column,
      problem: "\(problem) for \(key)",
      value: value.excerpt,
      expected: expected,
      advice: advice ?? "Correct \"\(key)\"."
    )
  }

  /// Refuses every key that is not in `known`.
  ///
  /// - Parameter other: Says of a key what else the file may be and where that goes; nil for nothing.
  package func refuseUnknown(
    among known: [String],
    other: (String) -> String? = { _ in nil }
  ) throws(InputError) {
    for field in fields where !known.contains(field.key) {
      let near = nearMatches(to: field.key, among: known).first
      // A long list would hide the answer.
      let isListed = near == nil || known.count < 25
      throw InputError(
        path: path,
        line: field.line,
        column: field.column,
        problem: "unknown key",
        value: field.key,
        expected: isListed ? "one of \(known.joined(separator: ", "))" : "a key that there is",
        advice: other(field.key) ?? near.map { "Did you mean \($0)?" } ?? "Remove it."
      )
    }
  }

  /// Reads a text.
  package func string(_ key: String) throws(InputError) -> String {
    let value = try required(key)
    guard case .string(let text) = value.kind else {
      throw mismatch(key, value, expected: "a text in quotes")
    }
    return text
  }

  /// Reads true or false.
  package func bool(_ key: String) throws(InputError) -> Bool {
    let value = try required(key)
    guard case .bool(let isTrue) = value.kind else {
      throw mismatch(key, value, expected: "true or false")
    }
    return isTrue
  }

  /// Reads a list.
  package func list(_ key: String) throws(InputError) -> [InputValue] {
    let value = try required(key)
    guard case .list(let values) = value.kind else {
      throw mismatch(key, value, expected: "a list")
    }
    return values
  }

  /// Reads a number in `range`; `unit` is for the message.
  package func number(
    _ key: String,
    in range: ClosedRange<Double>,
    unit: String
  ) throws(InputError) -> Double {
    try Self.number(required(key), key, in: range, unit: unit, of: self)
  }

  /// Reads a whole number in `range`; `unit` is for the message, empty for a bare number.
  package func integer(
    _ key: String,
    in range: ClosedRange<Int>,
    unit: String
  ) throws(InputError) -> Int {
    let value = try required(key)
    guard case .number(let text) = value.kind, let whole = Int(text), range.contains(whole) else {
      let kind = unit.isEmpty ? "a whole number" : "a whole number of \(unit)"
      let expected = "\(kind), \(range.lowerBound) to \(range.upperBound)"
      throw mismatch(key, value, expected: expected, advice: Self.rounding(value, in: range))
    }
    return whole
  }

  /// What to do with a number that has a fraction where none may be; nil for any other value.
  package static func rounding(_ value: InputValue, in range: ClosedRange<Int>) -> String? {
    guard case .number(let text) = value.kind, let number = Double(text),
      let near = Int(exactly: number.rounded()), range.contains(near)
    else { return nil }
    return "Round it: \(near)."
  }

  /// Reads a time in milliseconds, exact to the nanosecond.
  package func time(_ key: String) throws(InputError) -> Instant {
    let value = try required(key)
    guard case .number(let text) = value.kind else {
      throw mismatch(key, value, expected: Self.expectedTime)
    }
    let nanoseconds = ExactDecimal.scaled(text, byPowerOfTen: 6)
    if text.utf8.first == UInt8(ascii: "-"), nanoseconds != 0 {
      throw mismatch(
        key,
        value,
        expected: Self.expectedTime,
        problem: "negative time",
        advice: "Count \(key) from the request, which is at 0."
      )
    }
    guard let nanoseconds, nanoseconds <= Int64(Self.longestMilliseconds) * 1_000_000 else {
      throw mismatch(
        key,
        value,
        expected: Self.expectedTime,
        problem: "time out of range",
        advice: "Count \(key) in milliseconds from the request, not from 1970."
      )
    }
    return Instant(nanoseconds: nanoseconds)
  }

  private static var expectedTime: String {
    "milliseconds from the start, 0 to \(longestMilliseconds)"
  }

  /// Reads one of `names`.
  package func choice(_ key: String, of names: [String]) throws(InputError) -> String {
    let value = try required(key)
    let expected = "one of \(names.joined(separator: ", "))"
    guard case .string(let text) = value.kind else {
      throw mismatch(key, value, expected: expected)
    }
    // Words are joined by hyphens in designs and by underscores in scripts: both are read in both.
    let joined = text.replacing("-", with: "_")
    guard let name = names.first(where: { $0.replacing("-", with: "_") == joined }) else {
      throw mismatch(
        key,
        value,
        expected: expected,
        advice: nearMatchQuestion(for: text, among: names)
      )
    }
    return name
  }

  /// Reads a number that stands in `object` under `key`.
  package static func number(
    _ value: InputValue,
    _ key: String,
    in range: ClosedRange<Double>,
    unit: String,
    of object: InputObject
  ) throws(InputError) -> Double {
    guard case .number(let text) = value.kind, let number = Double(text), number.isFinite,
      range.contains(number)
    else {
      throw object.mismatch(
        key,
        value,
        expected: (unit.isEmpty ? "a number" : "a number of \(unit)")
          + ", \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
      )
    }
    return number
  }
}

/// Prints a number without a fraction when it has none.
private func shortest(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
}
