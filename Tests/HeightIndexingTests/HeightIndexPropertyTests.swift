import HeightIndexing
import Testing
import Timebase

/// Random growth at both ends, as a conversation has it.
@Suite struct HeightIndexPropertyTests {
  /// Pages at the start and single items at the end, which never leave the regular form.
  @Test func pagesAtTheStartAndItemsAtTheEndAgree() {
    var session = EditSession(generator: SeededGenerator(seed: PropertySettings.seed, index: 77))
    for step in 0..<PropertySettings.iterations(1_000) / 5 {
      if session.model.items.count > 20_000 { session.load(300) }
      session.growAtEnds()
      guard step % 20 == 0 else { continue }
      let difference = session.difference() ?? session.listDifference()
      if difference != nil { return session.expectNone(difference, step: step) }
    }
    session.expectNone(session.difference(), step: -1)
  }

  /// Pages whose handles count on, many to a segment, with other edits among them.
  @Test(arguments: [0, 3, 30], [4, 70])
  func pagesOfRowsAgree(editsInAHundred edits: Int, longest: Int) {
    var session = EditSession(
      generator: SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(1_000 + 100 * edits + longest)
      )
    )
    for step in 0..<PropertySettings.iterations(1_000) {
      if session.model.items.count > 4_000 { session.load(step % 300) }
      if session.generator.nextIndex(below: 100) < edits {
        session.step(limit: 4_000)
      } else {
        session.addPage(atMost: longest)
      }
      guard step % 10 == 0 else { continue }
      let difference = session.difference() ?? session.listDifference()
      if difference != nil { return session.expectNone(difference, step: step) }
    }
    session.expectNone(session.difference(), step: -1)
  }

  /// A window over a longer list that moves on and back, far enough that the index gives numbers of
  /// segments out again.
  @Test(arguments: [300, 5_000])
  func windowsThatSlideAgree(count: Int) {
    var session = EditSession(
      generator: SeededGenerator(seed: PropertySettings.seed, index: UInt64(count))
    )
    session.load(count)
    for step in 0..<PropertySettings.iterations(1_000) / 2 {
      session.slide(forward: step % 200 < 150)
      guard step % 10 == 0 else { continue }
      let difference = session.difference() ?? session.listDifference()
      if difference != nil { return session.expectNone(difference, step: step) }
    }
    session.expectNone(session.difference(), step: -1)
  }
}
