import AnchoredLayout
import Lengths
import Testing
import Timebase

/// Random pairs of id lists; `ITERATIONS` pairs, as many again for the still point.
@Suite struct ListDifferenceTests {
  private let iterations = PropertySettings.iterations(3_000)

  @Test func anyMixOfEditsEndsInTheNewOrder() throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for iteration in 0..<iterations {
      let lists = RandomLists(&random)
      let difference = try ListDifference(from: lists.old, to: lists.new)
      let result = lists.applying(difference)
      #expect(result == lists.new, "case \(iteration) of seed \(PropertySettings.seed)")
      if result != lists.new { return }
    }
  }

  @Test func asFewItemsAreMovedAsCanBe() throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for iteration in 0..<iterations {
      let lists = RandomLists(&random)
      let difference = try ListDifference(from: lists.old, to: lists.new)
      let counts = EditCounts(difference)
      #expect(counts == lists.leastCounts, "case \(iteration) of seed \(PropertySettings.seed)")
      if counts != lists.leastCounts { return }
    }
  }

  @Test(arguments: LayoutKind.allCases)
  func aLayoutKeepsItsStillPointThroughADifference(kind: LayoutKind) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for iteration in 0..<iterations {
      let lists = RandomLists(&random)
      var session = DifferenceSession(kind: kind, lists: lists, &random)
      let complaint = try session.run()
      #expect(complaint == nil, "case \(iteration) of seed \(PropertySettings.seed)")
      if complaint != nil { return }
    }
  }

  @Test func prependAndMiddleInsertAreTwoInsertions() throws {
    let old = Array(50..<150)
    let new = Array(0..<50) + Array(50..<100) + [900, 901, 902] + Array(100..<150)
    let difference = try ListDifference(from: old, to: new)
    #expect(difference.edits == [.insert(0..<50, at: 0), .insert(100..<103, at: 100)])
  }

  @Test func aSwapIsOneMove() throws {
    let difference = try ListDifference(from: ["a", "b", "c", "d"], to: ["a", "c", "b", "d"])
    #expect(difference.edits.count == 1)
    #expect(
      RandomLists(["a", "b", "c", "d"], ["a", "c", "b", "d"]).applying(difference).count == 4
    )
  }

  @Test func indicesCountInTheListAsItIsAtThatMoment() throws {
    let difference = try ListDifference(
      from: ["a", "b", "c", "d", "e", "f"],
      to: ["x", "f", "b", "y", "z", "e"]
    )
    #expect(
      difference.edits == [
        .remove(2..<4), .remove(0..<1), .move(from: 2, to: 0),
        .insert(0..<1, at: 0), .insert(3..<5, at: 3),
      ]
    )
  }

  @Test func equalListsDoNotDiffer() throws {
    #expect(try ListDifference(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
    #expect(try ListDifference(from: [Int](), to: []).isEmpty)
  }

  @Test func everythingRemovedAndEverythingInsertedAreOneEditEach() throws {
    #expect(try ListDifference(from: [1, 2, 3], to: []).edits == [.remove(0..<3)])
    #expect(try ListDifference(from: [], to: [1, 2, 3]).edits == [.insert(0..<3, at: 0)])
    #expect(
      try ListDifference(from: [1, 2], to: [3, 4]).edits == [.remove(0..<2), .insert(0..<2, at: 0)]
    )
  }

  @Test(
    arguments: [
      (["a", "b"], ["a", "x", "x", "b"], "x", 1, 2),
      (["a", "b", "c"], ["a", "b", "a", "c"], "a", 0, 2),
      (["a", "b", "c"], ["a", "c", "b", "c"], "c", 1, 3),
      (["a", "b", "c", "d"], ["a", "c", "b", "c", "d"], "c", 1, 3),
      ([], ["a", "a"], "a", 0, 1),
    ]
  )
  func anIdThatStandsTwiceInTheNewListIsNamed(
    old: [String],
    new: [String],
    key: String,
    first: Int,
    second: Int
  ) {
    let error = #expect(throws: DuplicateKey<String>.self) {
      try ListDifference(from: old, to: new)
    }
    #expect(error?.key == key)
    #expect(error?.first == first)
    #expect(error?.second == second)
    #expect(error?.description.contains("\(key) stands at \(first) and at \(second)") == true)
  }

  @Test func duplicatesAreFoundWhereverTheyStand() throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for iteration in 0..<iterations {
      let lists = RandomLists(&random)
      guard let victim = lists.new.indices.randomElement(using: &random) else { continue }
      var new = lists.new
      new.insert(new[victim], at: random.nextIndex(below: new.count + 1))
      let error = #expect(throws: DuplicateKey<Int>.self, "case \(iteration)") {
        try ListDifference(from: lists.old, to: new)
      }
      guard let error else { return }
      #expect(error.key == lists.new[victim] && error.first < error.second, "case \(iteration)")
      #expect(new[error.first] == error.key && new[error.second] == error.key, "case \(iteration)")
    }
  }
}
