import Files
import FrameMetrics
import LoadGeneration
import Records
import Scenarios

/// A scenario of which one number is raised.
///
/// The number is named by the keys that lead to it, a dot between two; an item of a list by its
/// number from 0. A part of `parts` has the name of its kind as its key: `parts.0.reply.duration_ms`.
package struct ScenarioRamp: Sendable {
  /// A key that cannot be raised.
  package struct BadKey: Error, CustomStringConvertible, Sendable {
    /// What is wrong, and what to do.
    package let description: String
  }

  /// The scenario's text.
  package let text: String
  /// Its file, for messages and for what lies beside it.
  package let path: String
  /// The number that is raised.
  package let key: String
  /// What it is in the file; raising keeps its sign.
  package let start: Double
  private let streams: String?
  private let line: Int
  private let column: Int
  private let length: Int

  /// Whether only whole numbers are tried.
  package let isWhole: Bool
  /// The fault whose number it is, as scripts name it; nil where it is no fault's.
  private let fault: String?

  /// Finds a number of a scenario.
  ///
  /// - Parameter streams: The folder of the streams that a `replay` may name; nil when there is none.
  /// - Throws: ``BadKey`` for a key that there is not, or that is no number above or below 0, and
  ///   `InputError` for a file that is no scenario.
  package init(_ text: String, path: String, streams: String?, raising key: String) throws {
    (self.text, self.path, self.streams, self.key) = (text, path, streams, key)
    _ = try ScenarioFile.read(text, path: path, streams: streams)
    let root = try PositionedYAML.parse(text, path: path)
    var keys: [(key: String, value: InputValue)] = []
    Self.collect(root, "", into: &keys)
    let numbers = keys.filter { $0.value.number != nil }.map(\.key)
    guard let found = keys.first(where: { $0.key == key })?.value else {
      throw BadKey(
        description: "\(path) has no key `\(key)`. \(Self.advice(key, numbers))"
      )
    }
    guard case .number(let written) = found.kind, let value = found.number else {
      throw BadKey(
        description: "`\(key)` of \(path) is \(found.excerpt), no number. "
          + Self.advice(key, numbers)
      )
    }
    guard value != 0 else {
      throw BadKey(
        description:
          "`\(key)` of \(path) is 0, which nothing doubles; give it the value to begin with."
      )
    }
    start = value
    line = found.line
    column = found.column
    length = written.unicodeScalars.count
    isWhole = Int(written) != nil
    let owner = key.split(separator: ".").dropLast().joined(separator: ".")
    let name = keys.first { $0.key == owner + ".event" }?.value.kind
    if case .string(let event)? = name, Self.faults.contains(event) {
      fault = event
    } else {
      fault = nil
    }
  }

  private static let faults = ["stall", "slow_phase", "allocate"]

  /// Why no budget could say that the number is too great; nil where one can.
  ///
  /// A fault makes frames late, so what it breaks the budgets of late frames must say.
  ///
  /// - Parameter cost: What a frame costs: memory that is asked for costs nothing where cost is modelled.
  /// - Throws: `InputError` for a file that is no scenario.
  package func whyUnjudged(cost: CostChoice) throws(InputError) -> String? {
    let budgets = try scenario(at: start.magnitude).budgetsInForce
    let inForce = Budget.allCases.filter { budgets[$0] != .unjudged }
    if fault == "allocate", cost == .modelled {
      return "`\(key)` of \(path) asks for memory, which costs no time with --cost modelled, so no "
        + "budget judges it. Use --cost cpu."
    }
    let deciding = fault == nil ? Budget.allCases : Scenario.decidedByStalls
    guard !inForce.contains(where: deciding.contains) else { return nil }
    let why =
      fault == nil
      ? "all its budgets are null" : "late frames have no standard limit in a scenario with a stall"
    return "no budget judges `\(key)` of \(path): \(why). Write a limit below `budgets:`, such as "
      + "hitch_max_ms: 33.4."
  }

  private static func advice(_ key: String, _ numbers: [String]) -> String {
    let near = nearMatches(to: key, among: numbers)
    if let last = key.split(separator: ".").last, near.isEmpty {
      let alike = numbers.filter { $0.hasSuffix(".\(last)") }
      if !alike.isEmpty { return "Did you mean \(alike.prefix(3).joined(separator: " or "))?" }
    }
    return nearMatchAdvice(for: key, among: numbers)
  }

  private static func collect(
    _ value: InputValue,
    _ path: String,
    into keys: inout [(key: String, value: InputValue)]
  ) {
    if !path.isEmpty { keys.append((path, value)) }
    let lead = path.isEmpty ? "" : path + "."
    switch value.kind {
    case .fields(let fields):
      for field in fields { collect(field.value, lead + field.key, into: &keys) }
    case .list(let values):
      for (index, value) in values.enumerated() { collect(value, lead + "\(index)", into: &keys) }
    default: break
    }
  }

  /// The loads that may be tried: from the file's own number on. The scenario's own limits end it.
  package var range: ClosedRange<Double> { start.magnitude...start.magnitude * 1e12 }

  /// The scenario with another number.
  ///
  /// - Parameter load: The number's magnitude.
  /// - Throws: `InputError` for a number that the scenario cannot have there.
  package func scenario(at load: Double) throws(InputError) -> Scenario {
    let value = start < 0 ? -load : load
    let written = isWhole ? "\(Int(value.rounded()))" : "\(value)"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var scalars = Array(lines[line - 1].unicodeScalars)
    scalars.replaceSubrange(column - 1..<column - 1 + length, with: Array(written.unicodeScalars))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    lines[line - 1] = String(view)
    return try ScenarioFile.read(lines.joined(separator: "\n"), path: path, streams: streams)
  }
}

extension InputValue {
  /// The number that it is; nil for anything else.
  fileprivate var number: Double? {
    if case .number(let text) = kind { return Double(text) }
    return nil
  }
}
