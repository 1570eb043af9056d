import Files
import LoadGeneration
import Timebase

/// One kind of part: its keys, its reading, its size and its events, all in the file that is named
/// after it.
///
/// A new kind is such a file, a case of ``ScenarioPart``, and a line in ``ScenarioPart/kinds``.
protocol ScenarioPartKind: Sendable {
  /// What it is called in a file, and its keys.
  static var key: ScenarioPartKey { get }

  /// Reads it, whatever form its value has.
  ///
  /// - Throws: ``InputError`` for what it cannot be.
  static func read(
    _ value: InputValue,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self

  /// Reads it from an object that has none but its keys.
  ///
  /// - Throws: ``InputError`` for values that it cannot have.
  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self

  /// The part of a scenario that it is.
  var part: ScenarioPart { get }

  /// About how many events it makes, pages counted by their messages: known before any is made.
  var size: Double { get }

  /// Adds its events.
  ///
  /// - Parameter chance: Belongs to the seed and the part's place among the others.
  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator)
}

extension ScenarioPartKind {
  static func read(
    _ value: InputValue,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let object = try InputObject(
      value,
      path: reader.path,
      expected: "the values of a \(key.name)"
    )
    try object.refuseUnknown(among: key.required + key.optional)
    return try read(object, by: reader)
  }
}
