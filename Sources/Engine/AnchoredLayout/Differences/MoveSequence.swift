/// The fewest moves that bring what is in both lists into the new order.
///
/// What keeps its order (a longest increasing run of old places) stays; every other item is taken
/// out once and put behind the one that comes before it in the new list, first things first. At
/// each step the list holds the items that *lie* well, in their final order, and between them those
/// that still *wait* to be moved, in their old order.
///
/// Here an item's *place* is its number among the kept items in the old order, its *rank* the one in
/// the new order.
internal struct MoveSequence {
  private(set) var moves: [ListDifference.Edit] = []
  /// The place of each rank.
  private let places: [Int]
  /// Whether the item of a rank stays.
  private let stays: [Bool]
  /// For each place, how many that stay come before it.
  private var staysBefore: [Int]
  /// For each place, the rank of the first one after it that stays.
  private var nextRank: [Int]
  /// For each rank, how many of lower rank are moved.
  private var movedBelow: [Int]

  init(_ matching: ListMatching) {
    places = Self.places(matching)
    stays = LongestIncreasingRun(of: places).isMember
    let count = places.count
    staysBefore = Array(repeating: 0, count: count + 1)
    nextRank = Array(repeating: count, count: count + 1)
    movedBelow = Array(repeating: 0, count: count + 1)
    var rankOfStaying = Array(repeating: -1, count: count)
    for rank in 0..<count {
      if stays[rank] { rankOfStaying[places[rank]] = rank }
      movedBelow[rank + 1] = movedBelow[rank] + (stays[rank] ? 0 : 1)
    }
    for place in 0..<count {
      staysBefore[place + 1] = staysBefore[place] + (rankOfStaying[place] < 0 ? 0 : 1)
    }
    for place in (0..<count).reversed() {
      nextRank[place] = rankOfStaying[place] < 0 ? nextRank[place + 1] : rankOfStaying[place]
    }
    findMoves(after: matching.prefix)
  }

  /// The places of the kept items, in the new order.
  private static func places(_ matching: ListMatching) -> [Int] {
    var number = 0
    var numbers = Array(repeating: 0, count: matching.isKept.count)
    for place in numbers.indices {
      numbers[place] = number
      if matching.isKept[place] { number += 1 }
    }
    return matching.origins.lazy.filter { $0 >= 0 }.map { numbers[$0] }
  }

  private mutating func findMoves(after prefix: Int) {
    var waiting = PrefixCounts(count: places.count)
    for rank in places.indices where !stays[rank] { waiting.add(1, at: places[rank]) }
    // The last item that stays of those that lie well so far.
    var anchor = 0
    for (rank, place) in places.enumerated() {
      if stays[rank] {
        anchor = place
        continue
      }
      waiting.add(-1, at: place)
      let lying = staysBefore[place] + movedBelow[min(rank, nextRank[place])]
      moves.append(
        .move(
          from: prefix + lying + waiting.count(before: place),
          to: prefix + rank + waiting.count(before: anchor)
        )
      )
    }
  }
}
