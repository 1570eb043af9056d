import Files

/// How a fleet is taken apart and judged.
package struct FleetPlan: Hashable, Sendable {
  /// Two values of a key whose sessions are compared.
  package struct Compared: Hashable, Sendable {
    package var key: SessionKey
    package var before: String
    package var after: String

    package init(key: SessionKey, before: String, after: String) {
      (self.key, self.before, self.after) = (key, before, after)
    }
  }

  /// The keys by whose values sessions are put together; none for one group of all.
  package var by: [SessionKey] = []
  /// What is compared within the rows; nil for nothing, or where rows of two places are.
  package var compared: Compared?
  /// The most sessions in percent that may be bad.
  package var limits: [SessionShare: Double] = [:]

  package init() {}

  /// The keys of a budget file beside the limits.
  package static let fileKeys = ["by", "budgets"]

  /// Reads a file of limits: shares of ``SessionShare`` with a percentage, under `budgets` or not, and `by`.
  ///
  /// - Throws: ``InputError`` for a key or value that there is not.
  package init(file path: String) throws(InputError) {
    let file = try InputFile.read(path, as: .document)
    let value = try PositionedYAML.parse(try InputLines.text(of: file), path: file.path)
    let object = try InputObject(value, path: file.path, expected: "limits of a fleet")
    let names = SessionShare.allCases.map(\.rawValue)
    let inner = object.value("budgets")
    try object.refuseUnknown(among: inner == nil ? names + ["by"] : Self.fileKeys)
    let limits = try inner.map { value throws(InputError) in
      try InputObject(value, path: file.path, expected: "shares and percentages")
    }
    try limits?.refuseUnknown(among: names)
    for share in SessionShare.allCases {
      let place = limits ?? object
      guard place.has(share.rawValue) else { continue }
      self.limits[share] = try place.number(share.rawValue, in: 0...100, unit: "percent")
    }
    guard object.has("by") else { return }
    for value in try object.list("by") {
      guard case .string(let name) = value.kind, let key = SessionKey(rawValue: name) else {
        let known = SessionKey.allCases.map(\.rawValue)
        throw object.mismatch("by", value, expected: "one of \(known.joined(separator: ", "))")
      }
      if !by.contains(key) { by.append(key) }
    }
  }
}
