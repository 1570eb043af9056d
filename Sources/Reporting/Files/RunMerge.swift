import Foundation
import Records

/// Puts the shards of one run together.
///
/// The cells come in the order of the whole run, so that with modelled cost the merged run has the
/// rows that the run on one machine has, but for the memory that was resident.
package enum RunMerge {
  /// A shard and where it is.
  package typealias Part = (path: String, run: RunRecord)

  /// Why runs are no shards of one.
  package enum Refusal: Error, Hashable {
    /// A run is whole.
    case isNoShard(path: String)
    /// One is missing, or there twice: its number, how many there should be, and of which `found`
    /// there are.
    case count(number: Int, of: Int, found: Int)
    /// Two differ in something that must be the same.
    case differ(what: String, paths: [String], values: [String])
    /// A shard has another number of cells than its place in the run asks for.
    case cells(path: String, count: Int, expected: Int)
    /// The shards have fewer or more cells together than the run.
    case total(found: Int, expected: Int)
  }

  /// Options that say where and how a run is made, not what.
  private static let freeOptions: [(name: String, takesValue: Bool)] = [
    ("--shard", true), ("--output", true), ("--jobs", true), ("--memory-each", true),
    ("--time-limit", true), ("--quiet", false), ("--json", false),
  ]
  /// Facts about the machine itself.
  private static let machineKeys: Set<String> = ["cpu", "cpu_count", "os", "kernel"]
  /// Facts about the cells of a part, which another part may not have.
  private static let partKeys: Set<String> = ["cpu_scale"]

  /// The whole run.
  ///
  /// - Parameters:
  ///   - parts: The shards, in any order; one at least.
  ///   - name: What the run is called.
  /// - Throws: ``Refusal`` unless they are all the shards of one run, of one program. Machines may
  ///   differ where cost is modelled; the environment then names all of them.
  package static func merged(_ parts: [Part], name: String) throws(Refusal) -> RunRecord {
    let parts = try ordered(parts)
    try check(parts)
    var run = parts[0].run
    run.name = name
    run.shard = nil
    run.date = parts.map(\.run.date).min() ?? ""
    run.command = command(of: run)
    run.environment = environment(of: parts)
    run.noise = parts.compactMap(\.run.noise).reduce(nil) { $0?.worse($1) ?? $1 }
    let total = parts.reduce(0) { $0 + $1.run.cells.count }
    try same("the number of configurations in the whole run", parts) {
      "\($0.shard?.cells ?? total)"
    }
    let whole = parts[0].run.shard?.cells ?? total
    guard total == whole else { throw .total(found: total, expected: whole) }
    for (index, part) in parts.enumerated() {
      let expected = (total - index + parts.count - 1) / parts.count
      guard part.run.cells.count == expected else {
        throw .cells(path: part.path, count: part.run.cells.count, expected: expected)
      }
    }
    run.cells = (0..<total).map { parts[$0 % parts.count].run.cells[$0 / parts.count] }
    return run
  }

  private static func ordered(_ parts: [Part]) throws(Refusal) -> [Part] {
    var shards: [(shard: Shard, part: Part)] = []
    for part in parts {
      guard let shard = part.run.shard else { throw .isNoShard(path: part.path) }
      shards.append((shard, part))
    }
    guard let count = shards.first?.shard.count else { throw .count(number: 1, of: 1, found: 0) }
    try same("the number of shards", parts) { "\($0.shard?.count ?? 0)" }
    for number in 1...count {
      let found = shards.count { $0.shard.number == number }
      guard found == 1 else { throw .count(number: number, of: count, found: found) }
    }
    return shards.sorted { $0.shard.number < $1.shard.number }.map(\.part)
  }

  private static func check(_ parts: [Part]) throws(Refusal) {
    try same("the command", parts) { command(of: $0).joined(separator: " ") }
    try same("clock, cost and measurer", parts) {
      "\($0.clock.rawValue), \($0.cost.rawValue), \($0.measurer.rawValue)"
    }
    let isMeasured = parts.contains { $0.run.cost != .modelled }
    for (key, _) in parts[0].run.environment
    where (isMeasured || !machineKeys.contains(key)) && !partKeys.contains(key) {
      try same(key, parts) { run in run.environment.first { $0.key == key }?.value ?? "n/a" }
    }
    for profile in Set(parts.flatMap { $0.run.cells.map(\.profile) }).sorted() {
      func digest(_ run: RunRecord) -> String? {
        run.cells.lazy.filter { $0.profile == profile }.compactMap(\.profileSHA256).first
      }
      let having = parts.filter { digest($0.run) != nil }
      try same("the profile \(profile)", having) { digest($0) ?? "" }
    }
    for scenario in Set(parts.flatMap { $0.run.cells.map(\.scenario) }).sorted() {
      func digest(_ run: RunRecord) -> String? {
        run.cells.lazy.filter { $0.scenario == scenario }.compactMap(\.loadSHA256).first
      }
      let having = parts.filter { digest($0.run) != nil }
      try same("the file of \(scenario)", having) { digest($0) ?? "" }
    }
    for device in Set(parts.flatMap { $0.run.cells.map(\.device) }).sorted() {
      func text(_ run: RunRecord) -> String? {
        run.cells.first { $0.device == device }.map { $0.deviceText ?? "built in" }
      }
      let having = parts.filter { text($0.run) != nil }
      try same("the device \(device)", having) { text($0) ?? "" }
    }
  }

  /// Whether a run's parts do not say what they were built from, so that they may differ in it.
  package static func hasUnknownRevision(_ run: RunRecord) -> Bool {
    run.environment.contains { $0.key == "git_revision" && $0.value == "n/a" }
  }

  private static func same(
    _ what: String,
    _ parts: [Part],
    _ value: (RunRecord) -> String
  ) throws(Refusal) {
    guard let first = parts.first else { return }
    let expected = value(first.run)
    guard let other = parts.first(where: { value($0.run) != expected }) else { return }
    throw .differ(
      what: what,
      paths: [first.path, other.path],
      values: [expected, value(other.run)]
    )
  }

  /// The command without what may differ from shard to shard.
  private static func command(of run: RunRecord) -> [String] {
    var kept: [String] = []
    var skips = false
    for argument in run.command {
      if skips {
        skips = false
      } else if let option = freeOptions.first(where: { argument == $0.name }) {
        skips = option.takesValue
      } else if !freeOptions.contains(where: { argument.hasPrefix($0.name + "=") }) {
        kept.append(argument)
      }
    }
    return kept
  }

  /// The environment, with every machine named.
  private static func environment(of parts: [Part]) -> [(key: String, value: String)] {
    var keys: [String] = []
    for part in parts {
      for (key, _) in part.run.environment where !keys.contains(key) { keys.append(key) }
    }
    var all = keys.map { key in
      var values: [String] = []
      for part in parts {
        guard let own = part.run.environment.first(where: { $0.key == key })?.value else {
          continue
        }
        for value in partKeys.contains(key) ? own.components(separatedBy: "; ") : [own]
        where !values.contains(value) { values.append(value) }
      }
      return (key: key, value: values.joined(separator: "; "))
    }
    all.append((key: "shards", value: "\(parts.count)"))
    return all
  }
}

extension RunMerge.Refusal: CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .isNoShard(let path):
      "\(path): is a whole run; expected a part, made with --shard I/N.\nLeave it out."
    case .count(let number, let count, let found):
      "shard \(number)/\(count) is there \(found) times; expected once.\n"
        + "Run the command with --shard \(number)/\(count), or leave out the others."
    case .differ(let what, let paths, let values):
      "\(what) differs:\n"
        + zip(paths, values).map { "  \($0): \($1)\n" }.joined()
        + "Make all shards with one command, of one build, from the same files"
        + "; with measured cost on one kind of machine."
    case .cells(let path, let count, let expected):
      "\(path): has \(count) configurations; expected \(expected), every Nth of the run.\n"
        + "Make all shards with one command."
    case .total(let found, let expected):
      "the shards have \(found) configurations; expected \(expected), those of the whole run.\n"
        + "Make the shards anew: one was changed, or made from other scenarios."
    }
  }
}
