import AnchoredLayout
import Lengths
import Testing
import Timebase

/// Random edits against a plain array; `ITERATIONS` edits for each strategy.
@Suite struct LayoutStrategyPropertyTests {
  private let iterations = PropertySettings.iterations(10_000)

  @Test(arguments: LayoutKind.allCases)
  func anyEditsLeaveWhatAPlainArrayHas(kind: LayoutKind) {
    var edits = RandomEdits(kind: kind, seed: PropertySettings.seed)
    for iteration in 0..<iterations {
      edits.edit()
      edits.strategy.checkInvariants()
      let difference = edits.difference()
      #expect(
        difference == nil,
        "edit \(iteration) of seed \(PropertySettings.seed): \(difference ?? "")"
      )
      if difference != nil { return }
    }
  }

  @Test(arguments: LayoutKind.allCases)
  func everyFrameShowsWhatAPlainArraySays(kind: LayoutKind) {
    var frames = RandomFrames(kind: kind, seed: PropertySettings.seed)
    while frames.operations < iterations {
      let complaint = frames.frame()
      #expect(
        complaint == nil,
        "operation \(frames.operations) of seed \(PropertySettings.seed): \(complaint ?? "")"
      )
      if complaint != nil { return }
    }
    #expect(frames.drift == .zero || kind == .array)
  }
}
