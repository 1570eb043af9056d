import AnchoredLayout
import ChatSurface
import PublishedDesigns
import Testing

/// Random operations through the surface against positions made from scratch in every frame:
/// twice `ITERATIONS` operations for each layout strategy. The invariants are checked after the
/// operations of each frame, and after each phase.
@Suite struct ScreenModelTests {
  private let iterations = PropertySettings.iterations(2_500)
  /// After so many operations a conversation is begun anew: long ones are slow to look through.
  private static let length = 500

  @Test(arguments: LayoutRule.allCases)
  func everyFrameIsTheOneMadeFromScratch(layout: LayoutRule) {
    var profile = Profile.reference
    profile.layout = layout
    run(profile, suppliesHeights: false)
  }

  @Test(arguments: LayoutRule.allCases)
  func withKnownHeightsTheReaderIsOffByTheEditAndNoMore(layout: LayoutRule) {
    var profile = Profile.reference
    profile.layout = layout
    run(profile, suppliesHeights: true)
  }

  /// All but the last message of what is loaded are a run, of which there are eight at most.
  @Test(arguments: [false, true])
  func runsShowWhatIsMadeFromScratch(suppliesHeights: Bool) {
    run(.reference, suppliesHeights: suppliesHeights) {
      AnchoredTree(segmentFill: 4, nodeFill: 4, runLimit: 8, wholeLimit: 1)
    }
  }

  /// Conversations in which the range's beginning, put elsewhere by heights found in the frame, had moved
  /// the viewport, a refused event was taken for the reader's, and a send under a finger's speed for a fall.
  @Test(arguments: [16, 22, 25, 100] as [UInt64], [false, true])
  func whatOnceFailedStaysRight(seed: UInt64, suppliesHeights: Bool) {
    run(.reference, suppliesHeights: suppliesHeights, from: seed, operations: Self.length)
  }

  private func run(
    _ profile: Profile,
    suppliesHeights: Bool,
    from first: UInt64 = PropertySettings.seed,
    operations most: Int? = nil,
    layout: () -> (any LayoutStrategy)? = { nil }
  ) {
    let iterations = most ?? iterations
    var operations = 0
    var comparisons = 0
    var lateFrames = 0
    var knownMoves = 0
    var seed = first
    while operations < iterations {
      // In every other conversation each frame has one operation at most.
      var session = RandomSession(
        profile,
        seed: seed,
        suppliesHeights: suppliesHeights,
        operationsAtOnce: seed.isMultiple(of: 2) ? 3 : 1,
        layout: layout()
      )
      session.driver.checksPhases = true
      var wrong: String?
      while wrong == nil, session.operations < Self.length,
        operations + session.operations < iterations
      {
        wrong = session.step()
      }
      if wrong == nil { wrong = session.finish() }
      if let wrong {
        Issue.record("seed \(seed): \(wrong)\n\(session.ending(12))")
        return
      }
      operations += session.operations
      comparisons += session.reader.comparisons
      lateFrames += session.reader.lateFrames
      knownMoves += session.reader.knownMoves
      seed += 1
    }
    // A short run may meet none of what follows.
    guard operations >= 5_000 else { return }
    // Reached at most seeds, in thousandths of the operations: comparisons 172 and more, 96 and more
    // where heights are averages; known moves 147 where heights are given, 34 where they are not. Less than
    // about the half of a usual seed's means that the model looks at too little.
    #expect(comparisons * 1_000 > operations * (profile.whenCorrected == .byAverages ? 80 : 150))
    if profile.whenCorrected == .never {
      #expect(knownMoves * 1_000 > operations * (suppliesHeights ? 150 : 35))
    }
    #expect(lateFrames > 0 || profile.whenCorrected != .never)
  }
}
