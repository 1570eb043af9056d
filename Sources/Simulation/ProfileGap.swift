import ChatSurface
import LoadGeneration

/// Something that a load asks of a profile and its published design says nothing about, so that
/// what runs there is this project's choice.
///
/// Docs/Profiles.md has the same cell by cell.
public struct ProfileGap: Hashable, Sendable {
  /// What a load may ask.
  public enum Subject: String, CaseIterable, Sendable {
    case streaming
    case sending
    case prepending
    case keyboard
    case composer
    case resizing

    /// What it is called for people.
    public var title: String {
      switch self {
      case .streaming: "streamed text"
      case .sending: "sending"
      case .prepending: "older pages"
      case .keyboard: "the keyboard"
      case .composer: "a growing composer"
      case .resizing: "rotation"
      }
    }

    /// Whether `event` asks it.
    fileprivate func isAsked(by event: SurfaceEvent) -> Bool {
      switch (self, event) {
      case (.streaming, .token), (.sending, .send), (.prepending, .prepend),
        (.keyboard, .keyboard), (.composer, .composer), (.resizing, .resize):
        true
      default: false
      }
    }
  }

  /// What the design leaves open.
  public var subject: Subject
  /// What this engine does instead.
  public var answer: String

  /// The gaps of the profile called `name` that a load meets, in the order of ``Subject``.
  ///
  /// - Complexity: O(events).
  public static func gaps(of name: String, under events: [TimedLoadEvent]) -> [ProfileGap] {
    guard let known = table[name] else { return [] }
    return Subject.allCases.compactMap { subject in
      guard let answer = known[subject] else { return nil }
      let isMet = events.contains { timed in
        guard case .surface(let event) = timed.event else { return false }
        return subject.isAsked(by: event)
      }
      return isMet ? ProfileGap(subject: subject, answer: answer) : nil
    }
  }

  private static let lateCorrection =
    "the content offset is corrected one frame after the page came"
  private static let measuredAnew = "what is visible is measured anew, the still point kept"

  private static let table: [String: [Subject: String]] = [
    "vercel-v0": [.prepending: lateCorrection, .resizing: measuredAnew],
    "swiftui-tips": [.prepending: lateCorrection, .resizing: measuredAnew],
    "parameter-article": [.prepending: lateCorrection, .resizing: measuredAnew],
    "messaging-ui": [
      .streaming: "each token is shown whole in the frame in which it comes",
      .sending: "the end is followed if it was within 100 pt",
      .composer: "the inset changes, nothing jumps",
    ],
    "conversation-kit": [
      .streaming: "each token is shown whole in the frame in which it comes",
      .prepending: lateCorrection,
      .keyboard: "while it opens and closes without a send, as in swiftui-tips",
      .composer: "as in swiftui-tips",
      .resizing: measuredAnew,
    ],
  ]
}
