import ChatSurface
import LoadGeneration
import Testing

@Suite struct SyntheticHistoryTests {
  private let history = SyntheticHistory(seed: 1, count: 1_000)

  @Test(arguments: SyntheticHistory.Lengths.all)
  func theCountIsTheTextsOwn(lengths: SyntheticHistory.Lengths) {
    let history = SyntheticHistory(seed: 9, first: -300, count: 600, lengths: lengths)
    for index in 0..<history.count {
      let message = history.message(at: index)
      #expect(message.text.unicodeScalars.count == history.characterCount(at: index))
      #expect(message.id == history.id(at: index))
      #expect(message == history.message(at: index))
    }
  }

  @Test func namesAreFoundAndNoOthers() {
    let history = history.olderPage(1, of: 50)
    #expect(history.id(at: 0) == "old-50")
    for index in 0..<history.count { #expect(history.index(of: history.id(at: index)) == index) }
    for name in [
      "old-51", "old-0", "old-050", "h-0", "h-", "x", "old--1", "old-+5", "", "o", "old", "old-",
      "old-5 ", "h-5x", "old-12345678901234567890",
    ] {
      #expect(history.index(of: MessageID(rawValue: name)) == nil, "\(name)")
    }
    #expect(self.history.index(of: "h-1000") == nil)
    #expect(self.history.index(of: "h-999") == 999)
    #expect(self.history.index(of: "h-0") == 0)
    for name in ["h-00", "h-01", "h-0999", "h--1", "h-+1", "h-1 ", "H-1", "h1", "old-1"] {
      #expect(self.history.index(of: MessageID(rawValue: name)) == nil, "\(name)")
    }
  }

  @Test func pagesContinueTheHistoryAndNeverClash() {
    var names = Set((0..<history.count).map(history.id(at:)))
    var next = Message.Role.user
    for number in 1...20 {
      let page = history.olderPage(number, of: 50)
      for index in page.count.sequenceDown {
        #expect(names.insert(page.id(at: index)).inserted)
        next = next == .user ? .assistant : .user
        #expect(page.message(at: index).role == next)
      }
    }
    let whole = SyntheticHistory(seed: 1, first: -50, count: 1_050)
    #expect(whole.message(at: 10) == history.olderPage(1, of: 50).message(at: 10))
    #expect(whole.message(at: 60) == history.message(at: 10))
  }

  @Test(arguments: SyntheticHistory.Lengths.all)
  func lengthsFollowTheirTables(lengths: SyntheticHistory.Lengths) {
    let history = SyntheticHistory(seed: 1, count: 40_000, lengths: lengths)
    for (parity, table) in [(0, lengths.user), (1, lengths.assistant)] {
      let counts = stride(from: parity, to: history.count, by: 2).map(history.characterCount)
        .sorted()
      for share in [0.5, 0.9, 0.99] {
        let found = Double(counts[Int(share * Double(counts.count))])
        #expect(abs(found / table.value(at: share) - 1) < 0.1, "\(table.name) \(share): \(found)")
      }
    }
  }
}

extension Int {
  fileprivate var sequenceDown: ReversedCollection<Range<Int>> { (0..<self).reversed() }
}
