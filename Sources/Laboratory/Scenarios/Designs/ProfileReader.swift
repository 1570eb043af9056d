import ChatSurface
import Files
import LoadGeneration
import Revealing
import Timebase
import TokenStreaming

/// Reads the choices of a profile's file.
struct ProfileReader {
  /// The file's object.
  let root: InputObject
  /// Where it starts from; nil where it says everything itself.
  let base: Profile?
  /// The profiles that a base may name.
  let known: [Profile]

  /// Reads every choice, takes the others from the base, and checks them against each other.
  ///
  /// - Throws: ``InputError`` for a value that a key does not take, a key that has no say, one that
  ///   is missing, and choices that exclude each other.
  func choices() throws(InputError) -> ProfileChoices {
    var choices = base.map { ProfileChoices(of: $0) } ?? ProfileChoices()
    for key in ProfileKey.all where root.has(key.name) {
      choices[key.name] = try value(of: key)
    }
    try checkSay(choices)
    if base == nil { try checkAllThere(choices) }
    choices.complete()
    if let conflict = ProfileConflict.first(in: choices) { throw error(conflict, choices) }
    return choices
  }

  /// Refuses a key of the file that changes nothing.
  private func checkSay(_ choices: ProfileChoices) throws(InputError) {
    for key in ProfileKey.all {
      guard let field = root.fields.first(where: { $0.key == key.name }) else { continue }
      for condition in key.conditions where !condition.holds(for: choices[condition.key]) {
        let present = choices[condition.key].map { "\(condition.key): \($0.yaml)" }
        throw InputError(
          path: root.path,
          line: field.line,
          column: field.column,
          problem: "\(key.name) has no say here",
          value: present ?? "no \(condition.key)",
          expected: condition.description,
          advice: "Remove \"\(key.name)\", or choose \(condition.description)."
        )
      }
    }
  }

  private func checkAllThere(_ choices: ProfileChoices) throws(InputError) {
    for key in ProfileKey.all where choices[key.name] == nil && choices.hasSay(key) {
      throw InputError(
        path: root.path,
        line: root.line,
        column: root.column,
        problem: "no \(key.name)",
        expected: "the key \(key.name), or a base to take it from",
        advice: "Add \"\(key.name)\" (\(key.values))" + bases + "."
      )
    }
  }

  /// The bases that the file could have instead, as the end of an advice.
  private var bases: String {
    known.isEmpty ? "" : ", or a base: " + known.map(\.name).joined(separator: ", ")
  }

  /// Says why two choices exclude each other, at the one that stands last in the file.
  private func error(_ conflict: ProfileConflict, _ choices: ProfileChoices) -> InputError {
    let field = root.fields.last { conflict.keys.contains($0.key) }
    let pair = conflict.keys.map { "\($0): \(choices[$0]?.yaml ?? "null")" }
    var advice = conflict.reason
    let inherited = conflict.keys.filter { !root.has($0) }
    if let base, !inherited.isEmpty {
      advice += " \(inherited.joined(separator: ", ")) is as \(base.name) has it."
    }
    return InputError(
      path: root.path,
      line: field?.line ?? root.line,
      column: field?.column ?? root.column,
      problem: "two choices exclude each other",
      value: pair.joined(separator: ", "),
      expected: conflict.expected,
      advice: advice
    )
  }

  // MARK: Values

  private func value(of key: ProfileKey) throws(InputError) -> ProfileValue {
    let written = try root.required(key.name)
    switch key.shape {
    case .words(let words):
      if case .number = written.kind, let other = Self.numbered(beside: key) {
        throw root.mismatch(
          key.name,
          written,
          expected: key.values,
          advice: "A number goes with \(other)."
        )
      }
      return .word(try root.choice(key.name, of: words))
    case .flag: return .flag(try root.bool(key.name))
    case .whole(let range, let unit):
      return .whole(try root.integer(key.name, in: range, unit: unit))
    case .wholeOrNull(let range, let unit):
      if case .null = written.kind { return .nothing }
      return .whole(try root.integer(key.name, in: range, unit: unit))
    case .time(let range): return .time(try time(key, in: range))
    case .timeOrNull(let range):
      if case .null = written.kind { return .nothing }
      return .time(try time(key, in: range))
    case .box: return try box(key, written)
    case .curve(let names): return try curve(key, names, written)
    case .tiers: return try tiers(key, written)
    }
  }

  /// The key of a number whose name begins with that of another one: `stagger_ms` beside `stagger`.
  private static func numbered(beside key: ProfileKey) -> String? {
    ProfileKey.all.first { other in
      guard other.name.hasPrefix(key.name + "_") else { return false }
      switch other.shape {
      case .whole, .wholeOrNull, .time, .timeOrNull: return true
      default: return false
      }
    }?.name
  }

  private func time(_ key: ProfileKey, in range: ClosedRange<Int>) throws(InputError) -> Nanoseconds
  {
    let written = try root.required(key.name)
    guard case .number = written.kind else {
      throw root.mismatch(key.name, written, expected: key.values)
    }
    let span = try root.time(key.name) - Instant.zero
    let allowed =
      Nanoseconds.milliseconds(range.lowerBound)...Nanoseconds.milliseconds(range.upperBound)
    guard allowed.contains(span) else {
      throw root.mismatch(key.name, written, expected: key.values)
    }
    return span
  }

  private func box(_ key: ProfileKey, _ written: InputValue) throws(InputError) -> ProfileValue {
    guard case .list(let values) = written.kind, values.count == 2 else {
      throw root.mismatch(key.name, written, expected: key.values)
    }
    var points: [Int] = []
    for value in values {
      guard case .number(let text) = value.kind, let whole = Int(text), (0...64).contains(whole)
      else { throw root.mismatch(key.name, value, expected: "whole points, 0 to 64") }
      points.append(whole)
    }
    return .box(points[0], points[1])
  }

  private func curve(
    _ key: ProfileKey,
    _ names: [String],
    _ written: InputValue
  ) throws(InputError) -> ProfileValue {
    guard case .list(let values) = written.kind else {
      guard case .string(let word) = written.kind, names.contains(word) else {
        let word = if case .string(let word) = written.kind { word } else { written.excerpt }
        throw root.mismatch(
          key.name,
          written,
          expected: key.values,
          advice: nearMatchQuestion(for: word, among: names)
        )
      }
      return .word(word)
    }
    guard values.count == 4 else { throw root.mismatch(key.name, written, expected: key.values) }
    var points: [Double] = []
    for (index, value) in values.enumerated() {
      let range = index.isMultiple(of: 2) ? 0...1.0 : -10...10.0
      points.append(
        try InputObject.number(
          value,
          key.name,
          in: range,
          unit: "the square of the curve",
          of: root
        )
      )
    }
    return ProfileValue(
      curve: .cubicBezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    )
  }

  private func tiers(_ key: ProfileKey, _ written: InputValue) throws(InputError) -> ProfileValue {
    guard case .list(let values) = written.kind, !values.isEmpty, values.count <= 64 else {
      throw root.mismatch(key.name, written, expected: "1 to 64 sizes: \(key.values)")
    }
    var tiers: [BatchRule.Tier] = []
    for value in values {
      let tier = try tier(value)
      let least = tiers.last.map { $0.above + 1 } ?? 0
      let isPlaced = tiers.isEmpty ? tier.above == 0 : tier.above >= least
      guard isPlaced else {
        throw root.mismatch(
          key.name,
          value,
          expected: tiers.isEmpty
            ? "a first size for every backlog, without above"
            : "rising backlogs, above at least \(least)"
        )
      }
      tiers.append(tier)
    }
    return .tiers(tiers)
  }

  private func tier(_ value: InputValue) throws(InputError) -> BatchRule.Tier {
    let object = try InputObject(value, path: root.path, expected: "a size, such as {size: 2}")
    let range = 1...100_000
    let above =
      object.has("above") ? try object.integer("above", in: 0...1_000_000, unit: "chunks") : 0
    guard object.has("share") else {
      try object.refuseUnknown(among: ["above", "size"])
      return BatchRule.Tier(
        above: above,
        size: try object.integer("size", in: range, unit: "chunks")
      )
    }
    try object.refuseUnknown(among: ["above", "share", "least", "most"])
    let least = try object.integer("least", in: range, unit: "chunks")
    return BatchRule.Tier(
      above: above,
      divisor: try object.integer("share", in: range, unit: "parts of the backlog"),
      atLeast: least,
      atMost: try object.integer("most", in: least...100_000, unit: "chunks")
    )
  }
}
