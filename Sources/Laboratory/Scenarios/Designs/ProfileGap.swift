import ChatSurface
import LoadGeneration

/// Something that a load asks of a profile and its published design says nothing about, so that
/// what runs there is this project's choice.
///
/// Docs/Profiles.md has the same cell by cell.
package struct ProfileGap: Hashable, Sendable {
  /// What a load may ask.
  package enum Subject: String, CaseIterable, Sendable {
    case streaming
    case sending
    case prepending
    case keyboard
    case composer
    case resizing

    /// What it is called for people.
    package var title: String {
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
  package var subject: Subject
  /// What this engine does instead.
  package var answer: String

  /// The gaps of the profile called `name` that a load meets, in the order of ``Subject``; none for
  /// a profile that is not built in.
  ///
  /// - Complexity: O(events).
  package static func gaps(of name: String, under events: [TimedLoadEvent]) -> [ProfileGap] {
    let file = ProfileFile.builtIn.first { $0.profile.name == name }
    return (file?.leftOpen ?? []).filter { gap in
      events.contains { timed in
        guard case .surface(let event) = timed.event else { return false }
        return gap.subject.isAsked(by: event)
      }
    }
  }
}
