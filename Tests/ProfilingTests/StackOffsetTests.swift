import Profiling
import Testing

@Suite struct StackOffsetTests {
  private struct Planned: Error {}

  /// Where a local variable of a call lies.
  @inline(never) private func place() -> Int {
    var local = 0
    return withUnsafePointer(to: &local) { Int(bitPattern: $0) }
  }

  @Test func workBeginsAtThePlacesThatAreAskedFor() {
    let places = [0, 16, 48, 512, 4_096].map { bytes in
      (bytes: bytes, place: StackOffset.perform(bytes: bytes) { place() })
    }
    for (one, other) in zip(places, places.dropFirst()) {
      #expect(abs(one.place - other.place) == other.bytes - one.bytes)
    }
  }

  @Test func whatTheWorkGivesOrThrowsComesBack() {
    #expect(StackOffset.perform(bytes: 100) { "text" } == "text")
    #expect(throws: Planned.self) { try StackOffset.perform(bytes: 100) { throw Planned() } }
  }

  /// However few repetitions there are, they lie evenly in a page, and in all places of a cache line.
  @Test(arguments: 4...40) func repetitionsLieEvenlyInAPage(count: Int) {
    let places = (0..<count).map { StackOffset.bytes(of: $0) }.sorted()
    #expect(Set(places).count == count)
    #expect(places.allSatisfy { (0..<4_096).contains($0) && $0 % 16 == 0 })
    #expect(Set(places.map { $0 % 64 }).count == 4)
    let gaps = zip(places, places.dropFirst() + [places[0] + 4_096]).map { $1 - $0 }
    #expect((gaps.max() ?? 0) <= 4_096 * 3 / count)
  }
}
