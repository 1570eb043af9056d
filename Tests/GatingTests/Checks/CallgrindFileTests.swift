import FramePacing
import Gating
import Testing

@Suite struct CallgrindFileTests {
  private static let symbols = Phase.allCases.map { "perform\($0.name.capitalized)" }

  private static let text = """
    # callgrind format
    version: 1
    positions: line
    events: Ir

    ob=(1) /usr/bin/stillpoint
    fl=(1) ???
    fn=(1) makePhases
    0 10
    cfn=(2) $s10Simulation6RunnerV14performMeasure33_xLLyyF
    calls=2 0
    0 900
    +0 5
    cfn=(3) performLayout
    calls=1 0
    0 50

    fn=(2)
    0 100
    cob=(2) /usr/lib/libpango.so
    cfi=(2) ???
    cfn=(4) pango_layout_get_extents
    calls=1 0
    * 800

    ob=(2)
    fn=(4)
    0 300
    cfn=(5) 0x0000000000066eb0
    calls=1 0
    0 500

    fn=(5)
    0 500

    ob=(1)
    fn=(3)
    -2 50

    totals: 1015
    """

  @Test func instructionsOfAPhaseAreThoseOfTheCallsOfItsFunction() throws {
    let profile = try CallgrindFile.profile(Self.text, phases: Self.symbols)
    #expect(profile.phases == [0, 0, 0, 900, 50, 0])
    #expect(profile.total == 950)
  }

  @Test func aFunctionHasItsOwnInstructionsAndThoseOfALibraryAllOfTheCalls() throws {
    let profile = try CallgrindFile.profile(Self.text, phases: Self.symbols)
    #expect(profile.functions.first?.name == "pango_layout_get_extents of libpango.so")
    #expect(
      profile.functions.map(\.instructions) == [800, 100, 50, 15],
      "\(profile.functions)"
    )
  }

  @Test func aFileThatCountedNoPhaseIsRefused() {
    #expect(throws: CallgrindFile.Failure.self) {
      try CallgrindFile.profile("version: 1\nfn=(1) main\n0 5\n", phases: Self.symbols)
    }
  }

  @Test(arguments: ["fn=(9)\n0 1", "what is this", "0 many", "cfn=(7)"])
  func aLineThatIsNoneIsRefusedByNumber(line: String) {
    let error = #expect(throws: CallgrindFile.Failure.self) {
      try CallgrindFile.profile("version: 1\n\(line)\n", phases: Self.symbols)
    }
    #expect(error?.line == 2)
  }

  @Test func aFileThatWasCutOffNeverCrashesTheReader() {
    let bytes = Array(Self.text.utf8)
    for length in bytes.indices {
      let part = String(decoding: bytes[..<length], as: UTF8.self)
      let profile = try? CallgrindFile.profile(part, phases: Self.symbols)
      #expect((profile?.total ?? 0) <= 950)
    }
  }

  @Test func theFunctionThatRoseMostIsNamed() throws {
    let base = try CallgrindFile.profile(Self.text, phases: Self.symbols)
    let slower = Self.text.replacing("* 800", with: "* 8000").replacing("0 500", with: "0 7700")
    let head = try CallgrindFile.profile(slower, phases: Self.symbols)
    let rise = head.steepestRise(from: base)
    #expect(rise?.name == "pango_layout_get_extents of libpango.so")
    #expect(rise?.instructions == 7_200)
    #expect(base.steepestRise(from: head) == nil)
  }
}
