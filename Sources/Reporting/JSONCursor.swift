import Timebase

/// A value of a file together with the way to it, so that whatever is wrong can be named.
struct JSONCursor {
  let path: String
  let key: String
  let value: JSONValue

  func invalid(_ expected: String) -> ReportError {
    .invalid(
      path: path,
      line: value.line,
      key: key,
      value: value.excerpt,
      expected: expected
    )
  }

  /// The member under `name`.
  func member(_ name: String) throws(ReportError) -> JSONCursor {
    guard case .object(let members) = value.content else { throw invalid("an object") }
    let wholeKey = key.isEmpty ? name : key + "." + name
    guard let found = members.first(where: { $0.key == name }) else {
      throw .invalid(
        path: path,
        line: value.line,
        key: wholeKey,
        value: "nothing",
        expected: "this key"
      )
    }
    return JSONCursor(path: path, key: wholeKey, value: found.value)
  }

  /// The member under `name`; nil where there is none.
  func optionalMember(_ name: String) throws(ReportError) -> JSONCursor? {
    guard case .object(let members) = value.content else { throw invalid("an object") }
    guard members.contains(where: { $0.key == name }) else { return nil }
    return try member(name)
  }

  func members() throws(ReportError) -> [(name: String, cursor: JSONCursor)] {
    guard case .object(let members) = value.content else { throw invalid("an object") }
    return members.map {
      ($0.key, JSONCursor(path: path, key: key + "." + $0.key, value: $0.value))
    }
  }

  func elements() throws(ReportError) -> [JSONCursor] {
    guard case .array(let values) = value.content else { throw invalid("an array") }
    return values.enumerated().map { index, value in
      JSONCursor(path: path, key: "\(key)[\(index)]", value: value)
    }
  }

  /// The value itself, or nil for null.
  var orNull: JSONCursor? { value.content == .null ? nil : self }

  func string() throws(ReportError) -> String {
    guard case .string(let text) = value.content else { throw invalid("a string") }
    return text
  }

  func bool() throws(ReportError) -> Bool {
    guard case .bool(let value) = value.content else { throw invalid("true or false") }
    return value
  }

  func double() throws(ReportError) -> Double {
    guard case .number(let text) = value.content, let value = Double(text) else {
      throw invalid("a number")
    }
    return value
  }

  func whole<Whole: FixedWidthInteger>(_ type: Whole.Type) throws(ReportError) -> Whole {
    guard case .number(let text) = value.content, let value = Whole(text) else {
      throw invalid("a whole number in \(Whole.min) ... \(Whole.max)")
    }
    return value
  }

  func milliseconds() throws(ReportError) -> Nanoseconds {
    guard case .number(let text) = value.content, let span = DecimalText.nanoseconds(text),
      span.rawValue.magnitude <= DecimalText.greatestTime
    else { throw invalid("ms with at most six decimals, up to 13 days") }
    return span
  }

  func choice<Choice: RawRepresentable<String>>(
    _ type: Choice.Type,
    of names: [String]
  ) throws(ReportError) -> Choice {
    guard case .string(let text) = value.content, let choice = Choice(rawValue: text) else {
      throw invalid(names.joined(separator: ", "))
    }
    return choice
  }
}
