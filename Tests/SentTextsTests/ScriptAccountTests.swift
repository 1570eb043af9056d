import Foundation
import SentTexts
import Testing
import Timebase

/// Pieces of a text in any order, beside a plain table of what was sent for each place: `ITERATIONS` texts
/// from `SEED` on.
@Suite struct ScriptAccountTests {
  private static let letters = Array("aé日😀\u{301} ".unicodeScalars).map { Array(String($0).utf8) }
  private static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let iterations =
    ProcessInfo.processInfo.environment["ITERATIONS"].flatMap(Int.init) ?? 2_000

  /// An answer that streams.
  private func account() -> ScriptAccount {
    var account = ScriptAccount(addsPlaceholder: false)
    account.begin("a")
    return account
  }

  @Test func eachPieceBelongsAtItsPlace() {
    for iteration in 0..<Self.iterations {
      var random = SeededGenerator(seed: Self.seed, index: UInt64(iteration))
      let whole = (0..<1 + random.nextIndex(below: 40)).map { _ in
        Self.letters[random.nextIndex(below: Self.letters.count)]
      }
      var account = account()
      var isSent = Array(repeating: false, count: whole.count)
      for _ in 0..<random.nextIndex(below: 30) {
        let arrived = isSent.firstIndex(of: false) ?? whole.count
        let isPlaced = random.nextIndex(below: 3) > 0
        let start = isPlaced ? random.nextIndex(below: whole.count) : arrived
        let end = min(whole.count, start + random.nextIndex(below: 8))
        guard start < end else { continue }
        let bytes = whole[start..<end].flatMap { $0 }
        if isPlaced {
          account.put(bytes, at: start, of: "a")
        } else {
          // Cut anywhere, also inside a scalar, where nothing waits that would come between.
          let isCut = !isSent[start...].contains(true)
          let cut = isCut ? random.nextIndex(below: bytes.count + 1) : bytes.count
          account.put(Array(bytes[..<cut]), of: "a")
          account.put(Array(bytes[cut...]), of: "a")
        }
        for place in start..<end { isSent[place] = true }
        let now = isSent.firstIndex(of: false) ?? whole.count
        #expect(
          account.text(of: "a") == whole[..<now].flatMap { $0 },
          "SEED=\(Self.seed) iteration \(iteration)"
        )
      }
    }
  }

  @Test func whatBeginsFirstCountsWherePiecesDiffer() {
    var account = account()
    account.put(Array("cXXX".utf8), at: 2, of: "a")
    account.put(Array("bcd".utf8), at: 1, of: "a")
    account.put(Array("a".utf8), of: "a")
    #expect(account.text(of: "a") == Array("abcdXX".utf8))
    #expect(account.streams[0].replayedUTF8 == 2)
  }

  @Test func halfAScalarIsSaidOnceMore() {
    var account = account()
    account.put([0x61, 0xE6, 0x97], of: "a")
    account.put(Array("日b".utf8), at: 1, of: "a")
    #expect(account.text(of: "a") == Array("a日b".utf8))
  }

  @Test func atMost256KiBWaitBeyondAHole() {
    let piece = Array(repeating: UInt8(ascii: "a"), count: 64 << 10)
    for count in [4, 5] {
      var account = account()
      for place in 1...count { account.put(piece, at: place * piece.count, of: "a") }
      account.put(piece, of: "a")
      #expect(account.text(of: "a")?.count == (count == 4 ? 5 * piece.count : 0))
      #expect(account.discardedTokens == (count == 4 ? 0 : 1))
    }
  }
}
