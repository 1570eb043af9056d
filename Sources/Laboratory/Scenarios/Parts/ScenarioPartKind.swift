import Files
import LoadGeneration

/// One kind of part that a scenario may have: its keys and its reading. Files are read by it, and
/// `stillpoint list --long` prints it.
///
/// A new kind is one of these in a file of its folder, and a place in ``all``.
package struct ScenarioPartKind: Sendable {
  /// What it is called in a file.
  package let name: String
  /// What happens.
  package let summary: String
  /// The keys that it needs; of two that exclude each other both.
  package let required: [String]
  /// The keys that may be left out.
  package let optional: [String]
  /// Whether its value is an object of its keys, and of no other form.
  package private(set) var isObject = false
  /// Reads it, whatever form its value has.
  private let read: @Sendable (InputValue, ScenarioPartReader) throws(InputError) -> ScenarioPart

  /// A kind whose value is an object of its keys.
  init(
    _ name: String,
    _ summary: String,
    _ required: [String],
    _ optional: [String] = [],
    read: @escaping @Sendable (InputObject, ScenarioPartReader) throws(InputError) -> ScenarioPart
  ) {
    self.init(name, summary, required, optional) { (value, reader) throws(InputError) in
      let object = try InputObject(value, path: reader.path, expected: "the values of a \(name)")
      try object.refuseUnknown(among: required + optional)
      return try read(object, reader)
    }
    isObject = true
  }

  /// A kind whose value has forms of its own.
  init(
    _ name: String,
    _ summary: String,
    _ required: [String],
    _ optional: [String] = [],
    readValue:
      @escaping @Sendable (InputValue, ScenarioPartReader) throws(InputError)
      -> ScenarioPart
  ) {
    (self.name, self.summary, self.required, self.optional) = (name, summary, required, optional)
    read = readValue
  }

  /// Reads a part.
  ///
  /// - Throws: ``InputError`` for what it cannot be.
  func part(
    _ value: InputValue,
    by reader: ScenarioPartReader
  ) throws(InputError) -> ScenarioPart {
    var part = try read(value, reader)
    part.name = name
    return part
  }

  /// Every kind, in the order in which they are documented.
  package static let all: [ScenarioPartKind] = [
    reply, replay, document, turns, pages, flings, drags, touches, opens, typing, rotations, widths,
    branches, switches, keyboards, composers, textSizes, edits, drops, windows, events,
  ]
}
