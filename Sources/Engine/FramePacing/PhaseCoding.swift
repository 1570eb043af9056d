import Timebase

/// A name as a key of an object in a file.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// A dictionary by phase or operation is an object with their names as keys.

extension Phase: CodingKeyRepresentable, Codable {
  @usableFromInline package var codingKey: any CodingKey { NameKey(stringValue: name) }
  /// Finds the phase of a key; nil when no phase has its name.
  @usableFromInline package init?(codingKey: some CodingKey) {
    self.init(name: codingKey.stringValue)
  }

  /// Reads the name.
  @usableFromInline package init(from decoder: any Decoder) throws {
    let names = Phase.allCases.map(\.name).joined(separator: ", ")
    self = try decoder.named("a phase: \(names)", Phase.init(name:))
  }

  /// Writes the name.
  @usableFromInline package func encode(to encoder: any Encoder) throws {
    try name.encode(to: encoder)
  }
}

extension Operation: CodingKeyRepresentable, Codable {
  /// The name as a key.
  public var codingKey: any CodingKey { NameKey(stringValue: name) }
  /// Finds the operation of a key; nil when none has its name.
  public init?(codingKey: some CodingKey) { self.init(name: codingKey.stringValue) }

  private init?(name: String) {
    guard let found = Operation.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Reads the name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.named("an operation that this program counts", Operation.init(name:))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension FallbackCause: Codable {
  /// Reads the name.
  package init(from decoder: any Decoder) throws {
    self = try decoder.named("a phase or host_stall", FallbackCause.init(name:))
  }

  /// Writes the name.
  package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

/// The operations that happened, by their names; those that did not are left out.
extension OperationCounts: Codable {
  /// Reads them.
  public init(from decoder: any Decoder) throws {
    self.init()
    for (operation, count) in try [Operation: Int](from: decoder) { self[operation] = count }
  }

  /// Writes them.
  public func encode(to encoder: any Encoder) throws {
    let counted = Operation.allCases.filter { self[$0] != 0 }.map { ($0, self[$0]) }
    try Dictionary(uniqueKeysWithValues: counted).encode(to: encoder)
  }
}

/// Whole nanoseconds by phase, without the host's share.
extension FrameCost: Codable {
  /// Reads them.
  package init(from decoder: any Decoder) throws {
    self.init()
    for (phase, cost) in try [Phase: Int64](from: decoder) {
      self[phase] = Nanoseconds(rawValue: cost)
    }
  }

  /// Writes them.
  package func encode(to encoder: any Encoder) throws {
    let costs = Phase.allCases.map { ($0, self[$0].rawValue) }
    try Dictionary(uniqueKeysWithValues: costs).encode(to: encoder)
  }
}
