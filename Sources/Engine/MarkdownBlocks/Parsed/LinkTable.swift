/// The link definitions of a growing text, and who may refer to them.
struct LinkTable {
  /// The definitions in the settled text; of two with one label the first counts.
  private var settled: [[UInt8]: LinkDefinition] = [:]
  /// The units in which a label stands, ascending.
  private var mentions: [[UInt8]: [Int]] = [:]
  /// The definitions that the tail makes.
  var open: [LinkDefinition] = []

  /// Whether any definition is settled.
  var hasSettled: Bool { !settled.isEmpty }

  /// The settled definitions for some labels, in an order that depends on the labels alone.
  func settled(for labels: Set<[UInt8]>) -> [LinkDefinition] {
    guard !settled.isEmpty else { return [] }
    return labels.compactMap { settled[$0] }.sorted { $0.label.lexicographicallyPrecedes($1.label) }
  }

  /// All definitions for some labels.
  func inForce(for labels: Set<[UInt8]>) -> [LinkDefinition] {
    settled(for: labels) + open.filter { labels.contains($0.label) && settled[$0.label] == nil }
  }

  /// The labels whose definition changes when the tail makes others.
  func labelsChanged(by definitions: [LinkDefinition]) -> Set<[UInt8]> {
    // While the tail grows, all but its last definitions are as they were.
    let shorter = min(open.count, definitions.count)
    var same = 0
    while same < shorter, open[same] == definitions[same] { same += 1 }
    guard same < max(open.count, definitions.count) else { return [] }
    let changed = Set(open[same...]).symmetricDifference(definitions[same...])
    return Set(changed.map(\.label)).filter { settled[$0] == nil }
  }

  /// The units in which one of some labels stands, ascending.
  func units(for labels: Set<[UInt8]>) -> [Int] {
    Set(labels.flatMap { mentions[$0] ?? [] }).sorted()
  }

  /// Notes that labels stand in a unit, which is the last one so far.
  mutating func note(_ labels: Set<[UInt8]>, in unit: Int) {
    for label in labels where mentions[label]?.last != unit {
      mentions[label, default: []].append(unit)
    }
  }

  /// Takes definitions of the tail as settled.
  mutating func settle(_ definitions: [LinkDefinition]) {
    for definition in definitions where settled[definition.label] == nil {
      settled[definition.label] = definition
    }
    open.removeAll { settled[$0.label] != nil }
  }
}
