import ChatSurface
import FramePacing
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

  /// What the concern is called for people.
  package var title: String {
    switch self {
    case .stagger: "stagger and batch"
    case .pool: "pool when full"
    case .slot: "a pool slot is"
    case .afterSend: "after send"
    case .blank: "blank size"
    case .composer: "composer grows"
    case .jump: "scroll to end"
    case .markdown: "Markdown"
    case .style: "text style"
    case .shortContent: "short content"
    case .appends: "appended messages"
    case .focus: "composer focus"
    case .layout, .measuring, .chunking, .fade, .opening, .keyboard, .fallback, .placeholder,
      .entrance, .deceleration:
      rawValue
    }
  }

  /// The stored properties of `Profile` that the concern stands for, as paths of names.
  package var properties: [String] {
    switch self {
    case .stagger: ["reveal.stagger", "reveal.batch"]
    case .pool: ["reveal.pool.limit", "reveal.pool.overflow"]
    case .slot: ["reveal.pool.slot"]
    case .fade: ["reveal.fade"]
    case .afterSend: ["afterSend"]
    case .jump: ["jump"]
    case .shortContent: ["shortContent"]
    case .appends: ["nearEnd", "appends"]
    case .placeholder: ["placeholder"]
    case .layout: ["layout", "historyPage", "correction", "insertsAbove"]
    case .markdown: ["markdown", "unfinishedMarks"]
    case .measuring, .chunking, .blank, .opening, .composer, .keyboard, .fallback, .style,
      .entrance, .focus, .deceleration:
      [rawValue]
    }
  }

  /// `base` with this concern as `other` has it.
  ///
  /// The result may be impossible; see ``obstacle(switching:to:)``. Its name is that of `base`.
  func switching(_ base: Profile, to other: Profile) -> Profile {
    var profile = base
    switch self {
    case .layout:
      profile.layout = other.layout
      profile.historyPage = other.historyPage
      profile.correction = other.correction
      profile.insertsAbove = other.insertsAbove
    case .measuring: profile.measuring = other.measuring
    case .chunking: profile.chunking = other.chunking
    case .stagger:
      profile.reveal.stagger = other.reveal.stagger
      profile.reveal.batch = other.reveal.batch
    case .pool:
      profile.reveal.pool.limit = other.reveal.pool.limit
      profile.reveal.pool.overflow = other.reveal.pool.overflow
    case .slot: profile.reveal.pool.slot = other.reveal.pool.slot
    case .fade: profile.reveal.fade = other.reveal.fade
    case .afterSend: profile.afterSend = other.afterSend
    case .blank: profile.blank = other.blank
    case .opening: profile.opening = other.opening
    case .composer: profile.composer = other.composer
    case .keyboard: profile.keyboard = other.keyboard
    case .jump: profile.jump = other.jump
    case .fallback: profile.fallback = other.fallback
    case .markdown:
      profile.markdown = other.markdown
      profile.unfinishedMarks = other.unfinishedMarks
    case .style: profile.style = other.style
    case .shortContent: profile.shortContent = other.shortContent
    case .appends:
      profile.nearEnd = other.nearEnd
      profile.appends = other.appends
    case .placeholder: profile.placeholder = other.placeholder
    case .entrance: profile.entrance = other.entrance
    case .focus: profile.focus = other.focus
    case .deceleration: profile.deceleration = other.deceleration
    }
    return profile
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
