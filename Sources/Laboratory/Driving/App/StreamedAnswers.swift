import Foundation
import Serving

/// A scenario's answers as this machine streams them in real time, in the format that a request asks for.
///
/// A page's script asks for `asked/2/0`: the third answer of the scenario in the first of the formats. Those that
/// make content before it begin with `made`.
struct StreamedAnswers: Sendable {
  private let asked: [NumberedStream]
  private let made: [NumberedStream]
  private let formats: [AnswerFormat]

  init(_ scenario: PageScenario, _ formats: [AnswerFormat]) {
    (asked, made, self.formats) = (scenario.answers, scenario.content, formats)
  }

  /// The answer of a name; nil for none.
  @Sendable func answer(_ name: String) -> LocalServer.MadeAnswer? {
    let parts = name.split(separator: "/")
    guard parts.count == 3, let index = Int(parts[1]), let place = Int(parts[2]), index >= 0,
      let format = formats[checked: place]
    else { return nil }
    let stream: NumberedStream? =
      switch parts[0] {
      case "asked": asked.isEmpty ? nil : asked[min(index, asked.count - 1)]
      case "made": made[checked: index] ?? NumberedStream()
      default: nil
      }
    return stream.map {
      LocalServer.MadeAnswer(
        type: format.type,
        answer: ServedAnswer(pieces: Self.pieces(of: $0, format))
      )
    }
  }

  private static func pieces(of stream: NumberedStream, _ format: AnswerFormat)
    -> [ServedAnswer.Piece]
  {
    func piece(_ text: String, _ milliseconds: Double) -> ServedAnswer.Piece {
      ServedAnswer.Piece(milliseconds: milliseconds, bytes: Array(text.utf8))
    }
    var pieces = format.begin.isEmpty ? [] : [piece(format.begin, 0)]
    pieces += stream.tokens.map { token in
      let text = ServedAnswer.quoted(token.text)
      return piece(format.token.replacing("TEXT", with: text), token.milliseconds)
    }
    if !format.end.isEmpty { pieces.append(piece(format.end, stream.milliseconds)) }
    return pieces
  }
}
