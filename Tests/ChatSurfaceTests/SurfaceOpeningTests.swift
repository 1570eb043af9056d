import MarkdownBlocks
import ChatSurface
import FramePacing
import Testing
import TextMeasuring
import Timebase

@Suite struct SurfaceOpeningTests {
  @Test func anEmptySurfaceHasNothingDueAndNothingRunning() {
    let surface = Surface(
      profile: .reference,
      device: .iPhone15Pro,
      measurer: FixedAdvanceMeasurer(),
      parser: MarkdownParser(),
      costs: OperationCosts()
    )
    #expect(!surface.isRunning)
    #expect(surface.nextDue == nil)
  }
}
