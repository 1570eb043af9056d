import Foundation
import FrameMetrics
import Records

/// Puts the shards of one run together.
///
/// The cells come in the order of the whole run, so that with modelled cost the merged run has the
/// rows that the run on one machine has, but for the memory that was resident. A shard that was made twice
/// counts once; of one that is missing the number is kept.
package enum RunMerge {
  /// A shard and where it is.
  package typealias Part = (path: String, run: RunRecord)

  /// Why runs are no shards of one.
  package enum Refusal: Error, Hashable {
    /// There is none.
    case nothing
    /// A run is whole.
    case isNoShard(path: String)
    /// Two are the same shard and say different things.
    case unequal(number: Int, of: Int, paths: [String])
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
    ("--time-limit", true), ("--quiet", false), ("--json", false), ("--sessions", true),
  ]
  /// Facts about the machine itself.
  private static let machineKeys: Set<String> = ["cpu", "cpu_count", "os", "kernel"]
  /// Facts about the cells of a part, which another part may not have.
  private static let partKeys: Set<String> = [
    "cpu_scale", "probe_ms_per_frame", "runs_in_real_time", "over_the_chat", "longest_scripts",
  ]

  /// The whole run, or what is there of it: ``RunRecord/missingShards`` are the numbers of the others.
  ///
  /// - Parameters:
  ///   - parts: The shards, in any order; one at least.
  ///   - name: What the run is called.
  /// - Throws: ``Refusal`` unless they are shards of one run, of one program. Machines may
  ///   differ where cost is modelled; the environment then names all of them.
  /// - Complexity: O(cells log cells + shards).
  package static func merged(_ parts: [Part], name: String) throws(Refusal) -> RunRecord {
    let plan = "what the configurations were taken to cost"
    let (parts, missing, count) = try ordered(parts, path: \.path, plan: plan, shard: \.run.shard) {
      areEqual($0.run, $1.run)
    }
    try check(parts)
    var run = parts[0].run
    run.name = name
    run.shard = nil
    run.date = parts.map(\.run.date).min() ?? ""
    run.command = command(of: run.command)
    run.environment = environment(of: parts, count: count)
    run.noise = parts.compactMap(\.run.noise).reduce(nil) { $0?.worse($1) ?? $1 }
    run.missingShards = missing
    let total = parts.reduce(0) { $0 + $1.run.cells.count }
    try same("the number of configurations in the whole run", parts) {
      "\($0.shard?.cells ?? total)"
    }
    let whole = parts[0].run.shard?.cells ?? total
    var places: [[Int]] = []
    for part in parts { places.append(try self.places(of: part, whole, count)) }
    guard run.missingShards.isEmpty ? total == whole : total <= whole else {
      throw .total(found: total, expected: whole)
    }
    var placed: [(place: Int, cell: CellRecord)] = []
    run.files = []
    for (places, part) in zip(places, parts) {
      for (place, var cell) in zip(places, part.run.cells) {
        if let file = cell.recording?.file { cell.recording?.file = file + run.files.count }
        placed.append((place, cell))
      }
      run.files += part.run.files
    }
    placed.sort { $0.place < $1.place }
    for (one, next) in zip(placed, placed.dropFirst()) where one.place == next.place {
      throw .total(found: total, expected: whole)
    }
    run.cells = placed.map(\.cell)
    return run
  }

  /// Where a part's cells stand in the whole run.
  private static func places(of part: Part, _ whole: Int, _ count: Int) throws(Refusal) -> [Int] {
    let number = part.run.shard?.number ?? 1
    let places =
      part.run.shard?.places ?? Array(stride(from: number - 1, to: whole, by: count))
    guard part.run.cells.count == places.count, places.allSatisfy((0..<max(1, whole)).contains)
    else {
      throw .cells(path: part.path, count: part.run.cells.count, expected: places.count)
    }
    return places
  }

  /// Shards by their numbers, each once, and the numbers of those that are missing.
  ///
  /// - Parameter plan: What differs where shards were not cut from the same whole.
  static func ordered<Part>(
    _ parts: [Part],
    path: (Part) -> String,
    plan: String,
    shard: (Part) -> Shard?,
    areEqual: (Part, Part) -> Bool
  ) throws(Refusal) -> (parts: [Part], missing: [Int], count: Int) {
    for part in parts where shard(part) == nil { throw .isNoShard(path: path(part)) }
    guard let count = parts.first.flatMap(shard)?.count else { throw .nothing }
    try same("the number of shards", parts, path: path) { "\(shard($0)?.count ?? 0)" }
    try same(plan, parts, path: path) { shard($0)?.plan ?? "n/a" }
    var kept: [Int: Part] = [:]
    for part in parts.sorted(by: { path($0) < path($1) }) {
      let number = shard(part)?.number ?? 0
      guard let other = kept[number] else {
        kept[number] = part
        continue
      }
      guard areEqual(other, part) else {
        throw .unequal(number: number, of: count, paths: [path(other), path(part)])
      }
    }
    let missing = (1...count).filter { kept[$0] == nil }
    return (kept.sorted { $0.key < $1.key }.map(\.value), missing, count)
  }

  /// Whether two attempts at one shard came to the same, but for the machine's own: memory and times of processes.
  private static func areEqual(_ one: RunRecord, _ other: RunRecord) -> Bool {
    guard one.cells.count == other.cells.count, one.files == other.files,
      command(of: one.command) == command(of: other.command)
    else { return false }
    func bytes(_ cell: CellRecord) -> [UInt8]? {
      var cell = cell
      cell.busySeconds = nil
      cell.metrics.removeAll { $0.metric == Metric.residentPeak.id }
      return try? CellCoding.bytes(of: cell)
    }
    return zip(one.cells, other.cells).allSatisfy { cell, copy in
      guard let first = bytes(cell), let second = bytes(copy) else { return false }
      return first == second
    }
  }

  private static func check(_ parts: [Part]) throws(Refusal) {
    try same("the command", parts) { command(of: $0.command).joined(separator: " ") }
    try same("clock, cost and measurer", parts) {
      "\($0.clock.rawValue), \($0.cost.rawValue), \($0.measurer.rawValue)"
    }
    let isMeasured = parts.contains { $0.run.cost != .modelled }
    // A part without a configuration has met no browser.
    let filled = parts.filter { !$0.run.cells.isEmpty }
    for (key, _) in filled.first?.run.environment ?? []
    where (isMeasured || !machineKeys.contains(key)) && !partKeys.contains(key) {
      try same(key, filled) { run in run.environment.first { $0.key == key }?.value ?? "n/a" }
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

  /// Refuses parts of which one has another value than the first.
  static func same<Part>(
    _ what: String,
    _ parts: [Part],
    path: (Part) -> String,
    _ value: (Part) -> String
  ) throws(Refusal) {
    guard let first = parts.first else { return }
    let expected = value(first)
    guard let other = parts.first(where: { value($0) != expected }) else { return }
    throw .differ(
      what: what,
      paths: [path(first), path(other)],
      values: [expected, value(other)]
    )
  }

  private static func same(
    _ what: String,
    _ parts: [Part],
    _ value: (RunRecord) -> String
  ) throws(Refusal) {
    try same(what, parts, path: \.path) { value($0.run) }
  }

  /// The command without what may differ from shard to shard.
  package static func command(of arguments: [String]) -> [String] {
    var kept: [String] = []
    var skips = false
    for argument in arguments {
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
  private static func environment(of parts: [Part], count: Int) -> [(key: String, value: String)] {
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
    all.append((key: "shards", value: "\(count)"))
    return all
  }
}

extension RunMerge.Refusal: CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .isNoShard(let path):
      "\(path): is a whole run; expected a part, made with --shard I/N.\nLeave it out."
    case .nothing:
      "no shard could be read.\nName the folders that `--shard` wrote."
    case .unequal(let number, let count, let paths):
      "shard \(number)/\(count) is there twice and says different things: \(paths.joined(separator: ", ")).\n"
        + "Leave one of them out; if cost is measured, two attempts are never equal."
    case .differ(let what, let paths, let values):
      "\(what) differs:\n"
        + zip(paths, values).map { "  \($0): \($1)\n" }.joined()
        + "Make all shards with one command, of one build, from the same files"
        + "; with measured cost on one kind of machine."
    case .cells(let path, let count, let expected):
      "\(path): has \(count) configurations; expected \(expected).\n"
        + "Make all shards with one command."
    case .total(let found, let expected):
      "the shards have \(found) configurations; expected \(expected), those of the whole run.\n"
        + "Make the shards anew: one was changed, or made from other scenarios."
    }
  }
}
