import LoadGeneration

/// One thing that happens in a scenario. Instants count from the scenario's start.
///
/// Each kind has a file in this folder: `keyboards` is in `KeyboardsPart.swift`.
package enum ScenarioPart: Sendable {
  /// A question and a synthesised answer.
  case reply(Reply)
  /// A question and a recorded answer.
  case replay(Replay)
  /// Pages of older messages.
  case pages(Pages)
  /// Flings.
  case flings(Flings)
  /// Drags that fling nothing.
  case drags(Drags)
  /// The history, opened and scrolled.
  case opens(Opens)
  /// A question and a synthesised document.
  case document(Document)
  /// Questions and answers, one after the other.
  case turns(Turns)
  /// A recorded finger.
  case touches(Touches)
  /// Text typed into the composer.
  case typing(Typing)
  /// Turns of the device.
  case rotations(Rotations)
  /// A window that is made wider and narrower.
  case widths(Widths)
  /// The end of the conversation, replaced by another one and back.
  case branches(Branches)
  /// Other conversations, opened in turn.
  case switches(Switches)
  /// The keyboard, opened and closed.
  case keyboards(Keyboards)
  /// The composer, grown line by line and emptied.
  case composers(Composers)
  /// Other sizes of text.
  case textSizes(TextSizes)
  /// Random edits.
  case edits(Edits)
  /// Things dropped onto composers.
  case drops(Drops)
  /// Other windows and what happens there.
  case windows(Windows)
  /// Events as they are, in order of time.
  case events([TimedLoadEvent])
}

extension ScenarioPart {
  /// Every kind, in the order in which they are documented.
  static let kinds: [any ScenarioPartKind.Type] = [
    Reply.self, Replay.self, Document.self, Turns.self, Pages.self, Flings.self, Drags.self,
    Touches.self, Opens.self, Typing.self, Rotations.self, Widths.self,
    Branches.self, Switches.self, Keyboards.self, Composers.self,
    TextSizes.self, Edits.self, Drops.self, Windows.self, EventsPart.self,
  ]

  /// What the kind of this part knows of it.
  var content: any ScenarioPartKind {
    switch self {
    case .reply(let part): part
    case .replay(let part): part
    case .document(let part): part
    case .turns(let part): part
    case .pages(let part): part
    case .flings(let part): part
    case .drags(let part): part
    case .touches(let part): part
    case .opens(let part): part
    case .typing(let part): part
    case .rotations(let part): part
    case .widths(let part): part
    case .branches(let part): part
    case .switches(let part): part
    case .keyboards(let part): part
    case .composers(let part): part
    case .textSizes(let part): part
    case .edits(let part): part
    case .drops(let part): part
    case .windows(let part): part
    case .events(let events): EventsPart(events: events)
    }
  }

  /// What the part is called in a file.
  package var name: String { type(of: content).key.name }

  /// About how many events it makes, pages counted by their messages: known before any is made.
  ///
  /// - Complexity: O(parts).
  var size: Double { content.size }
}
