/// A part of a run, of which several machines make one each.
package struct Shard: Hashable, Codable, Sendable {
  /// Which part, from 1.
  package let number: Int
  /// How many there are.
  package let count: Int
  /// How many cells the whole run has; nil where it is not known.
  package var cells: Int?
  /// The profiles of the whole run; nil where they are not known.
  package var profiles: [String]?
  /// Which cells of the whole run it has, from 0, in order; nil where they are every `count`th one.
  package private(set) var places: [Int]?
  /// What all parts of one run have alike: a hash of what each cell was taken to cost. Nil in older records.
  package private(set) var plan: String?

  /// Makes part `number` of `count`; nil unless 1 <= number <= count <= 10,000.
  package init?(number: Int, count: Int) {
    guard 1...10_000 ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  private enum CodingKeys: String, CodingKey {
    case number, count, cells, profiles, places, plan
  }

  /// Reads one.
  ///
  /// - Throws: `DecodingError`, also for a number that is none of 1 to the count.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let shard = Shard(
      number: try container.decode(Int.self, forKey: .number),
      count: try container.decode(Int.self, forKey: .count)
    )
    guard let shard else {
      throw DecodingError.dataCorruptedError(
        forKey: .number,
        in: container,
        debugDescription: "a number from 1 to the count, which is at most 10,000"
      )
    }
    self = shard
    cells = try container.decodeIfPresent(Int.self, forKey: .cells)
    profiles = try container.decodeIfPresent([String].self, forKey: .profiles)
    places = try container.decodeIfPresent([Int].self, forKey: .places)
    plan = try container.decodeIfPresent(String.self, forKey: .plan)
  }

  /// What of `all` belongs to this part: each goes, the costliest first, to the part that has the least to do so far, so
  /// that all parts take about as long.
  ///
  /// - Parameter cost: What each is taken to cost, in any unit, the same on all machines; at least 0.
  /// - Returns: The elements in their order.
  /// - Complexity: O(n (log n + count)).
  package mutating func part<Element>(of all: [Element], cost: (Element) -> Int) -> [Element] {
    let costs = all.map { max(0, cost($0)) }
    var sums = Array(repeating: (cost: 0, count: 0), count: count)
    var own: [Int] = []
    for index in costs.indices.sorted(by: { (-costs[$0], $0) < (-costs[$1], $1) }) {
      var least = 0
      for part in sums.indices where sums[part] < sums[least] { least = part }
      sums[least].cost = sums[least].cost.addingReportingOverflow(costs[index]).partialValue
      sums[least].count += 1
      if least == number - 1 { own.append(index) }
    }
    own.sort()
    (cells, places) = (all.count, own)
    plan = Self.digest(of: costs)
    return own.map { all[$0] }
  }

  /// Forgets which ones it has, where what it makes says so itself.
  package mutating func dropPlaces() { places = nil }

  private static func digest(of costs: [Int]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for cost in costs { hash = (hash ^ UInt64(cost)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// The shards that are missing, in words: `missing: shards 3, 7 to 9`.
  package static func words(missing: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in missing {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let some = ranges.prefix(20).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let rest = ranges.count > some.count ? ", ..." : ""
    return "missing: shard\(missing.count == 1 ? "" : "s") \(some.joined(separator: ", "))\(rest)"
  }
}
