import Files
import Testing

@Suite struct NearMatchesTests {
  private let names = ["stream-steady", "stream-burst-stall", "prepend-while-reading"]

  @Test func aSlipFindsItsName() {
    #expect(nearMatches(to: "stream-stead", among: names) == ["stream-steady"])
    #expect(nearMatches(to: "Stream-Steday", among: names) == ["stream-steady"])
    #expect(nearMatches(to: "stream", among: names) == ["stream-steady", "stream-burst-stall"])
    #expect(nearMatches(to: "soak", among: names) == [])
    #expect(nearMatches(to: "", among: names) == [])
  }

  @Test func adviceNamesWhatIsNearOrEverything() {
    #expect(nearMatchAdvice(for: "stream-steddy", among: names) == "Did you mean stream-steady?")
    #expect(nearMatchAdvice(for: "soak", among: ["a", "b"]) == "There are: a, b.")
  }
}
