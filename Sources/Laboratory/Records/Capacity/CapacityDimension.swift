/// What of a load is raised until a design breaks; everything else rests.
///
/// Unless a dimension says otherwise, 200 messages are loaded at 0 and one answer streams in, 42 tokens
/// a second from 1 s to 6 s. A run ends 2 s after the last event.
package enum CapacityDimension: String, CaseIterable, Hashable, Sendable, Codable {
  case tokens = "tokens-per-s"
  case streams
  case history = "history-messages"
  case message = "message-bytes"
  case pages = "pages-per-s"
  case pageSize = "page-messages"
  case fling = "fling-pt-per-s"
  case windows
  case resizes = "resizes-per-s"
  case folds = "card-folds-per-s"

  /// The dimension's name, as files and the command line write it.
  package var name: String { rawValue }

  /// What is raised, in words.
  package var title: String {
    switch self {
    case .tokens: "tokens a second"
    case .streams: "answers that stream at once"
    case .history: "messages of the history"
    case .message: "bytes of the streaming message"
    case .pages: "pages a second while reading"
    case .pageSize: "messages of a page while reading"
    case .fling: "speed of a fling, pt/s"
    case .windows: "windows"
    case .resizes: "widths a second"
    case .folds: "card folds a second"
    }
  }

  /// The loads that are tried: the lowest, twice that and so on, the highest last.
  package var range: ClosedRange<Double> {
    switch self {
    case .tokens: 1...131_072
    case .streams: 1...512
    case .history: 100...10_000_000
    case .message: 1_024...4_190_000
    case .pages: 1...512
    case .pageSize: 50...102_400
    case .fling: 250...128_000
    case .windows: 1...256
    case .resizes: 1...1_024
    case .folds: 1...4_096
    }
  }

  /// What rests, and where it rests.
  package var rest: String {
    switch self {
    case .tokens: "200 messages; one answer for 5 s"
    case .streams: "200 messages; each answer 42 tokens/s for 5 s"
    case .history:
      "opened at 0; one answer of 42 tokens/s for 5 s; a page of 50 older messages at 3 s"
    case .message: "200 messages before it; 42 tokens/s for 5 s; its opening is not judged"
    case .pages: "200 messages, reader 30 messages above the end; pages of 50 for 5 s; no answer"
    case .pageSize: "200 messages, reader 30 messages above the end; 2 pages/s for 5 s; no answer"
    case .fling: "10,000 messages, none measured before; four flings up, 1 s apart; no answer"
    case .windows:
      "200 messages and an answer of 42 tokens/s for 5 s in each; the limit of 5 windows is lifted; "
        + "openings are not judged"
    case .resizes: "200 messages; one answer of 42 tokens/s; a width seen for the first time each"
    case .folds: "200 messages; one answer of 8 cards and 42 tokens/s, its cards folded in turn"
    }
  }

  /// Whether the time to open the conversation is judged.
  package var judgesOpening: Bool { self != .message && self != .windows }
}
