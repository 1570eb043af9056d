import Benchmarking
import Testing

/// The command line of a benchmark program.
@Suite struct ArgumentsTests {
  private let cases = ["append", "append many", "list"].map {
    Case("heights", $0, size: 10, [Contestant("ours") { (1, 0) }])
  }

  @Test func aFilterIsAPartOfANameOrOneWholeName() throws {
    #expect(try cases.matching([]).count == 3)
    #expect(try cases.matching(["APPEND"]).count == 2)
    #expect(try cases.matching(["heights/append/10"]).map(\.id) == ["heights/append/10"])
    #expect(try cases.matching(["list", "many"]).map(\.id).count == 2)
    let error = #expect(throws: Misuse.self) { try cases.matching(["prepend"]) }
    #expect(error?.description == "no case has prepend; `list` names them")
  }

  @Test func optionsAreTakenOutWithTheirValues() throws {
    var arguments = Arguments(["one", "--rounds", "9", "--small", "two"])
    let rounds = try arguments.number("--rounds", or: 7, in: 6...1_000)
    let pairs = try arguments.number("--pairs", or: 10)
    #expect((rounds, pairs) == (9, 10))
    let isSmall = [arguments.flag("--small"), arguments.flag("--small")]
    #expect(isSmall == [true, false])
    #expect(try arguments.filters() == ["one", "two"])
  }

  @Test(arguments: [
    (["--rounds", "5"], "--rounds takes a number of 6 to 1000, not 5"),
    (["--rounds", "1001"], "--rounds takes a number of 6 to 1000, not 1001"),
    (["--rounds", "many"], "--rounds takes a number of 6 to 1000, not many"),
    (["--rounds"], "--rounds takes a value"),
  ])
  func whatIsWrongIsSaidWithItsValue(words: [String], text: String) {
    var arguments = Arguments(words)
    let error = #expect(throws: Misuse.self) {
      try arguments.number("--rounds", or: 7, in: 6...1_000)
    }
    #expect(error?.description == text)
  }

  @Test func anOptionThatIsNotThereIsRefused() {
    let error = #expect(throws: Misuse.self) { try Arguments(["--fast"]).filters() }
    #expect(error?.description == "there is no option --fast; see help")
  }
}
