import FrameLogs
import Testing

/// The table of formats.
@Suite struct FormatTableTests {
  /// A format without a row, or with two, ends the program where its name is asked for.
  @Test func everyFormatHasARowWithANameOfItsOwn() {
    #expect(Set(LogFormat.allCases.map(\.title)).count == LogFormat.allCases.count)
  }
}
