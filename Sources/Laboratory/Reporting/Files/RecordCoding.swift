import Files
import Foundation
import LoadGeneration

/// JSON, by `Codable`: files that the program writes and reads back, and what `--json` prints.
package enum RecordCoding {
  /// The deepest nesting of such a file.
  private static let deepest = 64
  /// Figures beyond all numbers, in words.
  private static let words = (infinity: "infinity", negative: "-infinity", nan: "nan")

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: words.infinity,
      negativeInfinity: words.negative,
      nan: words.nan
    )
    return encoder
  }

  /// An answer for programs, on one line: keys in alphabetical order.
  package static func line(of answer: some Encodable) -> String {
    (try? encoder.encode(answer)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// A record as text: keys in alphabetical order, each on a line of its own, but for `schema`, which
  /// stands first, so that a file is known by its beginning.
  ///
  /// - Throws: ``OutputError`` for what JSON cannot say.
  static func bytes<Record: Encodable & VersionedRecord>(
    of record: Record,
    for path: String
  ) throws(OutputError) -> [UInt8] {
    let encoder = encoder
    encoder.outputFormatting.insert(.prettyPrinted)
    do {
      let head = "{\n  \"schema\" : \(Record.schema),"
      // The object's own brace is in the head.
      let text = Array(head.utf8) + (try encoder.encode(record)).dropFirst() + [UInt8(ascii: "\n")]
      // It stands in strings alone; without it the text may stand inside a script element.
      return text.contains(UInt8(ascii: "<"))
        ? text.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003C".utf8) : [$0] } : text
    } catch {
      throw OutputError(path: path, reason: "\(error)", advice: "Report this as a fault.")
    }
  }

  /// Reads a record.
  ///
  /// - Throws: ``InputError`` with line and key, or for another form.
  static func read<Record: Decodable & VersionedRecord>(
    _ type: Record.Type,
    from bytes: [UInt8],
    path: String
  ) throws(InputError) -> Record {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: words.infinity,
      negativeInfinity: words.negative,
      nan: words.nan
    )
    do {
      return try decoder.decode(Versioned<Record>.self, from: Data(bytes)).record
    } catch let version as OtherVersion {
      throw version.error(path)
    } catch {
      throw try located(error, in: bytes, path: path)
    }
  }

  /// A file of another program's version.
  struct OtherVersion: Error {
    var found: Int
    var own: Int

    func error(_ path: String) -> InputError {
      var error = InputError(
        path: path,
        problem: "made by \(found > own ? "a newer" : "an older") program",
        value: "schema \(found)",
        expected: "schema \(own), which this program writes and reads",
        advice: found > own ? "Update this program, or run it again with it." : "Run it again."
      )
      error.isOfOtherVersion = true
      return error
    }
  }

  /// What `JSONDecoder` says, with the place in the file, which it does not know.
  private static func located(
    _ error: any Error,
    in bytes: [UInt8],
    path: String
  ) throws(InputError) -> InputError {
    // What is no JSON at all ends here, with line and column.
    let root = try JSONParser.document(bytes, path: path, depth: deepest)
    var (keys, expected): ([any CodingKey], String) = ([], "a file that this program wrote")
    var missing: (any CodingKey)?
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): (keys, missing) = (context.codingPath, key)
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      (keys, expected) = (context.codingPath, name(of: type))
    case .dataCorrupted(let context):
      (keys, expected) = (context.codingPath, context.debugDescription)
    default: break
    }
    var (place, name) = (root, "")
    for key in keys {
      name += key.intValue.map { "[\($0)]" } ?? (name.isEmpty ? "" : ".") + key.stringValue
      switch place.kind {
      case .list(let values):
        if let index = key.intValue, values.indices.contains(index) { place = values[index] }
      case .fields(let fields):
        if let field = fields.first(where: { $0.key == key.stringValue }) { place = field.value }
      default: break
      }
    }
    if let missing { name += (name.isEmpty ? "" : ".") + missing.stringValue }
    return InputError(
      path: path,
      line: place.line,
      problem: "wrong value for \(name.isEmpty ? "the file" : name)",
      value: missing == nil ? place.excerpt : "nothing",
      expected: missing == nil ? expected : "this key",
      advice: "Restore the file, or run what it is of again."
    )
  }

  private static func name(of type: any Any.Type) -> String {
    if type is String.Type { return "a string" }
    if type is Bool.Type { return "true or false" }
    if type is any BinaryInteger.Type { return "a whole number" }
    if type is any BinaryFloatingPoint.Type { return "a number" }
    return type is [Any].Type ? "an array" : "an object"
  }
}

/// A file that says by its member `schema` in which form it is.
protocol VersionedRecord {
  /// The version of the form.
  static var schema: Int { get }
}

/// A record with the member `schema`, which is looked at before anything else is read.
private struct Versioned<Record: VersionedRecord & Decodable>: Decodable {
  private enum CodingKeys: String, CodingKey { case schema }

  let record: Record

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let schema = try container.decode(Int.self, forKey: .schema)
    guard schema == Record.schema else {
      throw RecordCoding.OtherVersion(found: schema, own: Record.schema)
    }
    record = try Record(from: decoder)
  }
}
