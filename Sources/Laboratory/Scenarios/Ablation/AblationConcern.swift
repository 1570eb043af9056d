import ChatSurface
import FramePacing
import PublishedDesigns
import Revealing
import TokenStreaming

/// One thing a profile decides, and that can be decided as another profile does.
///
/// Together the concerns stand for every property of `Profile` but its name and summary, each once.
package enum AblationConcern: String, CaseIterable, Hashable, Sendable {
  case layout
  case measuring
  case chunking
  /// Stagger and batch, which belong together: how often, and how many.
  case stagger
  /// How many slots the pool has, and what happens when all are taken.
  case pool
  /// What a slot of the pool holds.
  case slot
  case fade
  case afterSend = "after-send"
  case blank
  case opening
  case composer
  case keyboard
  case jump = "scroll-to-end"
  case fallback
  case markdown
  case style
  case shortContent = "short-content"
  case appends
  case placeholder
  case entrance
  case focus
  case deceleration
  case jumps
  case updates

  /// What the concern is called for people.
  package var title: String { row.title ?? rawValue }

  /// `base` with this concern as `other` has it.
  ///
  /// The result may be impossible; see ``obstacle(switching:to:)``. Its name is that of `base`.
  func switching(_ base: Profile, to other: Profile) -> Profile {
    var profile = base
    for copy in row.copies { copy(&profile, other) }
    return profile
  }

  /// Its title where that is not its name, and the properties of `Profile` that it stands for.
  private var row: (title: String?, copies: [(inout Profile, Profile) -> Void]) {
    switch self {
    case .layout:
      (nil, [copy(\.layout), copy(\.historyPage), copy(\.insertsAbove)])
    case .measuring: (nil, [copy(\.measuring)])
    case .chunking: (nil, [copy(\.chunking)])
    case .stagger: ("stagger and batch", [copy(\.reveal.stagger), copy(\.reveal.batch)])
    case .pool: ("pool when full", [copy(\.reveal.pool.limit), copy(\.reveal.pool.overflow)])
    case .slot: ("a pool slot is", [copy(\.reveal.pool.slot)])
    case .fade: (nil, [copy(\.reveal.fade)])
    case .afterSend: ("after send", [copy(\.afterSend)])
    case .blank: ("blank size", [copy(\.blank)])
    case .opening: (nil, [copy(\.opening)])
    case .composer: ("composer grows", [copy(\.composer)])
    case .keyboard: (nil, [copy(\.keyboard), copy(\.dismissal)])
    case .jump: ("scroll to end", [copy(\.jump)])
    case .fallback: (nil, [copy(\.fallback)])
    case .markdown: ("Markdown", [copy(\.markdown), copy(\.unfinishedMarks)])
    case .style: ("text style", [copy(\.style)])
    case .shortContent: ("short content", [copy(\.shortContent)])
    case .appends: ("appended messages", [copy(\.nearEnd), copy(\.appends)])
    case .placeholder: (nil, [copy(\.placeholder)])
    case .entrance: (nil, [copy(\.entrance)])
    case .focus: ("composer focus", [copy(\.focus)])
    case .deceleration: (nil, [copy(\.deceleration)])
    case .jumps: ("jumps to a message", [copy(\.jumpPlace), copy(\.jumpEnd)])
    case .updates: ("replaced texts", [copy(\.updates)])
    }
  }

  private func copy<Value>(
    _ property: WritableKeyPath<Profile, Value>
  ) -> (inout Profile, Profile) -> Void {
    { $0[keyPath: property] = $1[keyPath: property] }
  }

  /// Whether two profiles that made the same choice gave it other numbers.
  ///
  /// - Complexity: O(keys).
  func hasOtherNumbers(_ first: Profile, _ second: Profile) -> Bool {
    let choices = (ProfileChoices(of: first), ProfileChoices(of: second))
    return ProfileKey.all.contains { key in
      guard key.concern == self, let one = choices.0[key.name], let other = choices.1[key.name]
      else { return false }
      return one != other
    }
  }

  /// Why `base` cannot have this concern as `other` has it; nil when it can.
  func obstacle(switching base: Profile, to other: Profile) -> String? {
    switch self {
    case .stagger:
      guard base.reveal.pool.overflow == .compress, !other.reveal.hasSteps else { return nil }
      return "a pool that compresses ends fades within one stagger, and here there are no steps"
    case .pool:
      if !base.reveal.hasTimedFade {
        return "a pool holds timed fades, and \(base.name) has none"
      }
      if other.reveal.fade == nil {
        return "a pool holds fades, and the designs without one show text as it comes"
      }
      guard other.reveal.pool.overflow == .compress, !base.reveal.hasSteps else { return nil }
      return "a pool that compresses ends fades within one stagger, and here there are no steps"
    case .slot:
      if !base.reveal.hasTimedFade {
        return "a slot holds a timed fade, and \(base.name) has none"
      }
      guard other.reveal.fade == nil else { return nil }
      return "a slot holds a fade, and the designs without one show text as it comes"
    default: return nil
    }
  }
}

extension RevealRule {
  /// Whether text becomes visible over a time.
  fileprivate var hasTimedFade: Bool {
    if case .timed = fade { return true }
    return false
  }

  /// Whether chunks leave in steps, at a distance of one stagger.
  fileprivate var hasSteps: Bool {
    if case .steps = stagger { return true }
    return false
  }
}
