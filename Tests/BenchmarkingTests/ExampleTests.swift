import Benchmarking
import Testing

/// The example of Benchmarks/README.md, and what is said of a contestant that answers otherwise.
@Suite struct ExampleTests {
  private static func contestant(_ name: String, _ sum: @escaping ([Int]) -> Int) -> Contestant {
    Contestant(name, make: { Array(0..<1_000) }) { numbers, operations in
      (0..<operations).reduce(UInt64(0)) { hash, _ in hash.mixed(sum(numbers)) }
    }
  }

  private let loop = contestant("loop") { numbers in
    var sum = 0
    for number in numbers { sum &+= number }
    return sum
  }

  @Test func contestantsThatDoTheSameAnswerAlike() {
    let reduce = Self.contestant("reduce") { $0.reduce(0, &+) }
    let item = Case("sums", "all", goals: [Goal(1.1, times: "reduce")], [loop, reduce])
    #expect(Measurement.answers(item).complaints == [])
  }

  @Test func aContestantThatAnswersOtherwiseIsNamedWithBothAnswers() {
    let wrong = Self.contestant("wrong") { $0.reduce(1, &+) }
    let (answer, complaints) = Measurement.answers(Case("sums", "all", [loop, wrong]))
    #expect(complaints.count == 1)
    #expect(complaints.first?.hasPrefix("sums/all: wrong answers ") == true)
    #expect(complaints.first?.hasSuffix(", ours \(answer)") == true)
  }
}
