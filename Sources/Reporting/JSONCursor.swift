import Files
import LoadGeneration
import Timebase

/// A value of a file together with the way to it, so that whatever is wrong can be named.
struct JSONCursor {
  let path: String
  let key: String
  let value: InputValue

  /// The deepest nesting of the files that the program writes.
  static let deepest = 64

  /// The root of a file's text.
  ///
  /// - Throws: ``InputError`` with line and place.
  static func document(_ bytes: [UInt8], path: String) throws(InputError) -> JSONCursor {
    JSONCursor(
      path: path,
      key: "",
      value: try JSONParser.document(bytes, path: path, depth: deepest)
    )
  }

  /// The root of a file's text, which says by its member `schema` in which form it is.
  ///
  /// - Throws: ``InputError`` with line and place, or for another form.
  static func document(
    _ bytes: [UInt8],
    path: String,
    schema: Int
  ) throws(InputError) -> JSONCursor {
    let root = try document(bytes, path: path)
    let found = try root.member("schema")
    guard try found.whole(Int.self) == schema else {
      throw found.invalid("\(schema), the schema that this program reads")
    }
    return root
  }

  func invalid(_ expected: String) -> InputError {
    Self.invalid(path, value, key, value.excerpt, expected)
  }

  private static func invalid(
    _ path: String,
    _ place: InputValue,
    _ key: String,
    _ value: String,
    _ expected: String
  ) -> InputError {
    InputError(
      path: path,
      line: place.line,
      problem: "wrong value for \(key)",
      value: value,
      expected: expected,
      advice: "Restore the file, or run what it is of again."
    )
  }

  /// The member under `name`.
  func member(_ name: String) throws(InputError) -> JSONCursor {
    guard case .fields(let members) = value.kind else { throw invalid("an object") }
    let wholeKey = key.isEmpty ? name : key + "." + name
    guard let found = members.first(where: { $0.key == name }) else {
      throw Self.invalid(path, value, wholeKey, "nothing", "this key")
    }
    return JSONCursor(path: path, key: wholeKey, value: found.value)
  }

  /// The member under `name`; nil where there is none.
  func optionalMember(_ name: String) throws(InputError) -> JSONCursor? {
    guard case .fields(let members) = value.kind else { throw invalid("an object") }
    guard members.contains(where: { $0.key == name }) else { return nil }
    return try member(name)
  }

  func members() throws(InputError) -> [(name: String, cursor: JSONCursor)] {
    guard case .fields(let members) = value.kind else { throw invalid("an object") }
    return members.map {
      ($0.key, JSONCursor(path: path, key: key + "." + $0.key, value: $0.value))
    }
  }

  func elements() throws(InputError) -> [JSONCursor] {
    guard case .list(let values) = value.kind else { throw invalid("an array") }
    return values.enumerated().map { index, value in
      JSONCursor(path: path, key: "\(key)[\(index)]", value: value)
    }
  }

  /// The value itself, or nil for null.
  var orNull: JSONCursor? {
    if case .null = value.kind { nil } else { self }
  }

  func string() throws(InputError) -> String {
    guard case .string(let text) = value.kind else { throw invalid("a string") }
    return text
  }

  func bool() throws(InputError) -> Bool {
    guard case .bool(let value) = value.kind else { throw invalid("true or false") }
    return value
  }

  func double() throws(InputError) -> Double {
    guard case .number(let text) = value.kind, let value = Double(text) else {
      throw invalid("a number")
    }
    return value
  }

  func whole<Whole: FixedWidthInteger>(_ type: Whole.Type) throws(InputError) -> Whole {
    guard case .number(let text) = value.kind, let value = Whole(text) else {
      throw invalid("a whole number in \(Whole.min) ... \(Whole.max)")
    }
    return value
  }

  func milliseconds() throws(InputError) -> Nanoseconds {
    guard case .number(let text) = value.kind, let span = DecimalText.nanoseconds(text),
      span.rawValue.magnitude <= DecimalText.greatestTime
    else { throw invalid("ms with at most six decimals, up to 13 days") }
    return span
  }

  func choice<Choice: RawRepresentable<String>>(
    _ type: Choice.Type,
    of names: [String]
  ) throws(InputError) -> Choice {
    guard case .string(let text) = value.kind, let choice = Choice(rawValue: text) else {
      throw invalid(names.joined(separator: ", "))
    }
    return choice
  }
}
