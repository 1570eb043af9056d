import Foundation
import Serving
import Testing

@Suite struct ServedAnswerTests {
  private func tokens(_ texts: [String]) -> [ServedAnswer.Token] {
    texts.enumerated().map {
      ServedAnswer.Token(milliseconds: Double($0) * 10, bytes: Array($1.utf8))
    }
  }

  /// The text of all deltas.
  private func text(of answer: ServedAnswer) throws -> String {
    var text = ""
    let all = String(decoding: answer.pieces.flatMap(\.bytes), as: UTF8.self)
    for line in all.split(separator: "\n") where line.hasPrefix("data: {") {
      let object = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
      let choices = (object as? [String: Any])?["choices"] as? [[String: Any]]
      text += (choices?.first?["delta"] as? [String: Any])?["content"] as? String ?? ""
    }
    return text
  }

  @Test func theTextIsExactWhereverCharactersAreCut() throws {
    let whole = "a \"quoted\" word, 日本 and 👩‍👩‍👧\n"
    for size in 1...7 {
      let bytes = Array(whole.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
        ServedAnswer.Token(
          milliseconds: Double(start),
          bytes: Array(bytes[start..<min(bytes.count, start + size)])
        )
      }
      #expect(try text(of: ServedAnswer(pieces)) == whole)
    }
  }

  @Test func piecesAreDueWhenTokensAre() {
    let answer = ServedAnswer(tokens(["a", "b", "c"]))
    #expect(answer.pieces.map(\.milliseconds) == [0, 0, 10, 20, 20, 20])
  }

  @Test func aStallPutsOffWhatComesAfterIt() {
    var faults = ServedAnswer.Faults()
    faults.stall = (token: 1, milliseconds: 500)
    let answer = ServedAnswer(tokens(["a", "b", "c"]), faults: faults)
    #expect(answer.pieces.map(\.milliseconds) == [0, 0, 510, 520, 520, 520])
  }

  @Test func aCutEndsWithinAnEvent() throws {
    var faults = ServedAnswer.Faults()
    faults.cut = 1
    let answer = ServedAnswer(tokens(["a", "b", "c"]), faults: faults)
    #expect(answer.isCut)
    #expect(answer.pieces.last?.bytes.suffix(2) != [10, 10])
  }

  @Test func anErrorEndsTheAnswer() throws {
    var faults = ServedAnswer.Faults()
    faults.error = 1
    let answer = ServedAnswer(tokens(["a", "b", "c"]), faults: faults)
    let last = String(decoding: try #require(answer.pieces.last).bytes, as: UTF8.self)
    #expect(last.contains("\"error\"") && !last.contains("[DONE]"))
  }

  @Test func aProxyHoldsBytesBackAndLosesNone() throws {
    var faults = ServedAnswer.Faults()
    faults.buffer = 400
    let plain = ServedAnswer(tokens(["a", "b", "c"]))
    let held = ServedAnswer(tokens(["a", "b", "c"]), faults: faults)
    #expect(held.pieces.count < plain.pieces.count)
    #expect(held.pieces.flatMap(\.bytes) == plain.pieces.flatMap(\.bytes))
  }
}
