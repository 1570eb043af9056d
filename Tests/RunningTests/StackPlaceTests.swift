import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import Running
import Testing
import TextMeasuring

@Suite struct StackPlaceTests {
  /// Notes where on the stack it is called.
  private final class NotingMeasurer: TextMeasurer {
    let identity = "fixed-1"
    private let fixed = FixedAdvanceMeasurer()
    /// The places within a page.
    private(set) var places: Set<UInt> = []

    func measure(
      _ block: StyledBlock,
      width: LayoutUnit,
      textSize: TextSizeCategory
    ) -> MeasuredBlock {
      var here: UInt8 = 0
      places.insert(withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) % 4_096 })
      return fixed.measure(block, width: width, textSize: textSize)
    }
  }

  private func run(from place: Int?) -> (outcome: Runner.Outcome, places: Set<UInt>) {
    let measurer = NotingMeasurer()
    var settings = Runner.Settings(cost: .modelled, costs: TestBench.costs)
    settings.firstStackPlace = place
    var runner = Runner(
      events: TestBench.ordered(TestBench.answer(words: 300)),
      profile: .reference,
      device: .iPhoneSE,
      tools: TextTools(measurer: measurer, parser: TestBench.tools.parser),
      settings: settings
    )
    let outcome = runner.run { _, _ in }
    return (outcome, measurer.places)
  }

  /// Each 16 frames are made at another place, and nothing else differs.
  @Test func framesAreMadeAtManyPlacesOfTheStack() {
    let (plain, few) = run(from: nil)
    let (placed, many) = run(from: 0)
    let (other, others) = run(from: 1)
    #expect(plain.frames == placed.frames && plain.frames == other.frames)
    #expect(plain.counts == placed.counts)
    #expect(plain.frames.count > 300)
    #expect(many.count > few.count + 20 && others.count > few.count + 20, "\(few) and \(many)")
  }
}
