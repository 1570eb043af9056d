import ChatSurface
import FramePacing
import PublishedDesigns
import Revealing
import Timebase
import TokenStreaming

// What a profile's choice is called: small letters, digits and hyphens.
extension AblationConcern {
  /// The name of what `profile` chose; two profiles that chose the same have the same name.
  package func choice(of profile: Profile) -> String {
    switch self {
    case .layout:
      Self.words("\(profile.layout)") + Self.number(of: "page_items", in: profile, "")
    case .measuring: profile.measuring.choice
    case .chunking: profile.chunking.choice
    case .stagger: profile.reveal.pace
    case .pool: profile.reveal.fade == nil ? "none" : profile.reveal.pool.choice
    case .slot: profile.reveal.fade == nil ? "none" : "\(profile.reveal.pool.slot)"
    case .fade: profile.reveal.fade?.choice ?? "none"
    case .afterSend: profile.afterSend.choice
    case .blank: profile.blank.choice
    case .opening:
      Self.words("\(profile.opening)") + Self.number(of: "opening_wait_ms", in: profile, "ms")
    case .composer:
      Self.words("\(profile.composer)") + Self.number(of: "composer_wait_ms", in: profile, "ms")
        + Self.number(of: "composer_ease_ms", in: profile, "ms")
    case .keyboard:
      Self.words("\(profile.keyboard)") + (profile.dismissal == .byFinger ? "-by-finger" : "")
    case .jump:
      Self.words("\(profile.jump)") + Self.number(of: "scroll_to_end_wait_ms", in: profile, "ms")
    case .fallback: profile.fallback?.choice ?? "none"
    case .markdown: profile.markdown.rawValue
    case .style: profile.style.choice
    case .shortContent: Self.words("\(profile.shortContent)")
    case .appends:
      Self.words("\(profile.appends)") + Self.number(of: "near_end_pt", in: profile, "pt")
    case .placeholder: Self.words("\(profile.placeholder)")
    case .entrance: Self.words("\(profile.entrance)")
    case .focus: Self.words("\(profile.focus)")
    case .deceleration: profile.deceleration.rawValue
    case .jumps:
      Self.words("\(profile.jumpPlace)") + Self.number(of: "jump_retries", in: profile, "")
        + "-" + Self.words("\(profile.jumpEnd)")
    case .updates: Self.words("\(profile.updates)")
    }
  }

  /// `oneOfTheseNames` as `one-of-these-names`; of a case that holds something, its name alone.
  static func words(_ name: String) -> String {
    var words = ""
    for character in name.prefix(while: { $0 != "(" }) {
      if character.isUppercase { words.append("-") }
      words += character.lowercased()
    }
    return words
  }

  /// A number that a choice has, as the end of its name; nothing where it is the usual one.
  fileprivate static func number(of key: String, in profile: Profile, _ unit: String) -> String {
    guard let value = ProfileChoices(of: profile)[key], value != ProfileKey.named(key)?.standard
    else { return "" }
    return "-\(value.yaml)\(unit)"
  }
}

extension MeasuringRule {
  fileprivate var choice: String {
    switch self {
    case .lazily: "lazily-per-block"
    case .messages(let isBatched, _, _): isBatched ? "per-message-batched" : "per-message"
    case .visibleEveryFrame: "visible-every-frame"
    case .eagerly: "eagerly"
    }
  }
}

extension ChunkRule {
  fileprivate var choice: String {
    switch self {
    case .unicodeWords: "unicode-words"
    case .spaces: "spaces"
    case .wholeDelta: "whole-delta"
    case .characters(let count): "characters-\(count)"
    }
  }
}

extension RevealRule {
  /// Stagger and batch.
  fileprivate var pace: String {
    let sizes = batch.tiers.map { tier in
      tier.atLeast == tier.atMost ? "\(tier.atLeast)" : "\(tier.atLeast)to\(tier.atMost)"
    }
    let batches = "by-" + sizes.joined(separator: "-")
    switch stagger {
    case .none: return "none"
    case .onDemand: return "on-demand-\(batches)"
    case .steps(let every, let faster, let past):
      let isConstant = faster == every || past == .max
      let later = isConstant ? "" : "-then-\(faster.wholeMilliseconds)ms"
      return "\(every.wholeMilliseconds)ms\(later)-\(batches)"
    }
  }
}

extension PoolRule {
  fileprivate var choice: String { limit == 4 ? "\(overflow)" : "\(overflow)-\(limit)" }
}

extension FadeRule {
  fileprivate var choice: String {
    switch self {
    case .timed(let duration, let curve): "\(duration.wholeMilliseconds)ms-\(curve.choice)"
    case .trailing(let chunks): "last-\(chunks)"
    }
  }
}

extension TimingCurve {
  fileprivate var choice: String {
    switch self {
    case .linear: "linear"
    case .inOutQuad: "in-out-quad"
    case .easeOut: "ease-out"
    case .easeIn: "ease-in"
    case .easeInOut: "ease-in-out"
    case .cubicBezier: "bezier"
    }
  }
}

extension SendRule {
  fileprivate var choice: String {
    switch self {
    case .blankSize: "blank-size"
    case .pushAndPin: "push-and-pin"
    case .followWithin(let points): "follow-within-\(points)pt"
    }
  }
}

extension BlankSize {
  fileprivate var choice: String {
    var words = [isAlwaysInForce ? "always" : "from-first-send"]
    if !countsComposer { words.append("without-composer") }
    if growthDelay > .zero { words.append("shrinking-after-\(growthDelay.wholeMilliseconds)ms") }
    if let tallestQuestion { words.append("question-of-\(Int(tallestQuestion.points))pt") }
    return words.joined(separator: "-")
  }
}

extension FallbackRule.Configuration {
  fileprivate var choice: String {
    let rate =
      switch entersBelow {
      case .fiveSixths: "below-five-sixths"
      case .framesPerSecond(let count): "below-\(count)fps"
      }
    return hasHysteresis ? rate + "-with-hysteresis" : rate
  }
}

extension MessageStyle {
  fileprivate var choice: String {
    let corner =
      cornerRadius == FrameSnapshot.standardCorner ? "" : "-\(Int(cornerRadius.points))pt-corners"
    return "\(user.choice)-user-\(assistant.choice)-assistant\(corner)"
  }
}

extension MessageStyle.Box {
  fileprivate var choice: String {
    if self == .bare { return "bare" }
    return "\(Int(horizontal.points))x\(Int(vertical.points))"
  }
}

extension Nanoseconds {
  fileprivate var wholeMilliseconds: Int64 { rawValue / 1_000_000 }
}
