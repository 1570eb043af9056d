import ChatSurface
import FramePacing
import MarkdownBlocks
import Records
import Revealing
import Timebase
import TokenStreaming

/// What a profile chose, key by key of ``ProfileKey/all``: the form between a profile and its file.
///
/// Only keys that have a say are there; see ``ProfileKey/conditions``.
package struct ProfileChoices: Equatable, Sendable {
  private var values: [String: ProfileValue] = [:]

  /// The value of a key; nil where it has no say.
  package subscript(key: String) -> ProfileValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Makes choices that say nothing.
  package init() {}

  /// Whether `key` has a say.
  package func hasSay(_ key: ProfileKey) -> Bool {
    key.conditions.allSatisfy { $0.holds(for: values[$0.key]) }
  }

  /// Drops what has no say and gives every key that has one a value.
  ///
  /// - Complexity: O(keys).
  package mutating func complete() {
    for key in ProfileKey.all {
      if hasSay(key) {
        if values[key.name] == nil { values[key.name] = key.standard }
      } else {
        values[key.name] = nil
      }
    }
  }

  /// The lines of a file that says all of it, in the order of the table.
  package func yaml(name: String, summary: String) -> String {
    var text = "name: \(name)\nsummary: \(Self.quoted(summary))\n"
    for key in ProfileKey.all {
      if let value = values[key.name] { text += "\(key.name): \(value.yaml)\n" }
    }
    return text
  }

  /// A text between double quotes, as YAML and JSON have it.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// SHA-256 of the choices, in hexadecimal: the same for every profile that chose the same,
  /// whatever it is called.
  ///
  /// A key at its standard value is left out, so that a key of a later release, whose standard value is
  /// what was done before, changes no digest.
  package var sha256: String {
    var text = ""
    for key in ProfileKey.all {
      guard let value = values[key.name], value != key.standard else { continue }
      text += "\(key.name): \(value.yaml)\n"
    }
    return TextDigest.sha256(Array(text.utf8))
  }

  /// Every key that has a say with its value in YAML.
  package var written: [String: String] { values.mapValues(\.yaml) }

  /// What `other` chose otherwise, in the order of the table, as `pool: wait -> evict`; a key that has a
  /// say on one side only is `n/a` on the other.
  ///
  /// - Complexity: O(keys).
  package func differences(to other: ProfileChoices) -> [String] {
    ProfileKey.all.compactMap { key in
      let (old, new) = (values[key.name], other.values[key.name])
      return old == new ? nil : "\(key.name): \(old?.yaml ?? "n/a") -> \(new?.yaml ?? "n/a")"
    }
  }
}

// MARK: From a profile

extension ProfileChoices {
  /// Takes a profile apart.
  ///
  /// - Complexity: O(keys).
  package init(of profile: Profile) {
    takeText(profile)
    takePlaces(profile)
    takeStyle(profile.style)
    for key in ProfileKey.all where !hasSay(key) { values[key.name] = nil }
  }

  private mutating func takeText(_ profile: Profile) {
    switch profile.chunking {
    case .unicodeWords: word("chunking", "unicode-words")
    case .spaces: word("chunking", "spaces")
    case .wholeDelta: word("chunking", "whole-delta")
    case .characters(let count):
      word("chunking", "characters")
      values["chunk_chars"] = .whole(count)
    }
    let reveal = profile.reveal
    switch reveal.stagger {
    case .none: word("stagger", "none")
    case .onDemand(let within):
      word("stagger", "on-demand")
      values["stagger_ms"] = .time(within)
    case .steps(let every, let faster, let past):
      word("stagger", "steps")
      values["stagger_ms"] = .time(every)
      values["fast_stagger_ms"] = past == .max ? .nothing : .time(faster)
      values["fast_past_chunks"] = .whole(past)
    }
    values["batch"] = .tiers(reveal.batch.tiers)
    values["deadline_ms"] = reveal.batch.deadline.map(ProfileValue.time) ?? .nothing
    word("pool", "\(reveal.pool.overflow)")
    values["pool_limit"] = .whole(reveal.pool.limit)
    word("slot", "\(reveal.pool.slot)")
    switch reveal.fade {
    case nil: word("fade", "none")
    case .trailing(let chunks):
      word("fade", "trailing")
      values["trail_chunks"] = .whole(chunks)
    case .timed(let duration, let curve):
      word("fade", "timed")
      values["fade_ms"] = .time(duration)
      values["curve"] = curve.value
    }
    values["markdown"] = .word(profile.markdown.rawValue.replacing("_", with: "-"))
    word("unfinished_marks", "\(profile.unfinishedMarks)")
  }

  private mutating func takePlaces(_ profile: Profile) {
    word("layout", "\(profile.layout)")
    switch profile.layout {
    case .anchoredTree, .anchoredArray, .maintainedArray: break
    case .adjustingArray, .pagedArray, .unsizedArray:
      word("correction", "\(profile.correction)")
      word("inserts_above", "\(profile.insertsAbove)")
    }
    values["history_page"] = profile.historyPage.map { .whole($0) } ?? .nothing
    if case .pagedArray(let items) = profile.layout { values["page_items"] = .whole(items) }
    switch profile.measuring {
    case .lazily: word("measuring", "lazily")
    case .messages(let isBatched, _, _):
      word("measuring", isBatched ? "per-message-batched" : "per-message")
    case .visibleEveryFrame: word("measuring", "visible-every-frame")
    case .eagerly: word("measuring", "eagerly")
    }
    if let (viewports, percent) = profile.measuring.overscan {
      values["overscan_viewports"] = .whole(viewports)
      values["overscan_percent"] = .whole(percent)
    }
    word("opening", "\(profile.opening)")
    if case .threeJumps(let wait) = profile.opening { values["opening_wait_ms"] = .time(wait) }
    word("scroll_to_end", "\(profile.jump)")
    switch profile.jump {
    case .oncePerFrame: break
    case .repeated(let wait), .debounced(let wait): values["scroll_to_end_wait_ms"] = .time(wait)
    }
    word("short_content", "\(profile.shortContent)")
    values["near_end_pt"] = .whole(Int(profile.nearEnd.points))
    word("appends", profile.appends)
    word("deceleration", profile.deceleration.rawValue)
    takeSending(profile)
    takeReactions(profile)
  }

  private mutating func takeSending(_ profile: Profile) {
    switch profile.afterSend {
    case .blankSize: word("after_send", "blank-size")
    case .pushAndPin: word("after_send", "push-and-pin")
    case .followWithin(let points):
      word("after_send", "follow-within")
      values["follow_within_pt"] = .whole(points)
    }
    let blank = profile.blank
    word("blank_in_force", blank.isAlwaysInForce ? "always" : "from-first-send")
    values["blank_counts_composer"] = .flag(blank.countsComposer)
    values["blank_growth_delay_ms"] = .time(blank.growthDelay)
    values["blank_question_max_pt"] =
      blank.tallestQuestion.map { .whole(Int($0.points)) } ?? .nothing
    word("placeholder", profile.addsPlaceholder ? "added-with-send" : "none")
    word("entrance", "\(profile.entrance)")
  }

  private mutating func takeReactions(_ profile: Profile) {
    word("composer", "\(profile.composer)")
    switch profile.composer {
    case .keepsEnd, .changesInsetOnly: break
    case .jumpsWhenPastEnd(let wait): values["composer_wait_ms"] = .time(wait)
    case .easesToEndNearIt(let length): values["composer_ease_ms"] = .time(length)
    }
    word("keyboard", "\(profile.keyboard)")
    word("focus", "\(profile.focus)")
    switch profile.fallback?.entersBelow {
    case nil: word("fallback", "none")
    case .fiveSixths: word("fallback", "below-five-sixths")
    case .framesPerSecond(let count):
      word("fallback", "below-rate")
      values["fallback_fps"] = .whole(count)
    }
    values["fallback_hysteresis"] = .flag(profile.fallback?.hasHysteresis ?? false)
  }

  private mutating func takeStyle(_ style: MessageStyle) {
    values["user_box_pt"] = style.user.value
    values["assistant_box_pt"] = style.assistant.value
    values["spacing_pt"] = .whole(Int(style.spacing.points))
    values["side_padding_pt"] = .whole(Int(style.sidePadding.points))
    values["top_padding_pt"] = .whole(Int(style.topPadding.points))
    word("loading_dots", style.loadingHeight == nil ? "one-line" : "padded")
  }

  private mutating func word(_ key: String, _ name: String) {
    values[key] = .word(AblationConcern.words(name))
  }
}

extension TimingCurve {
  /// The curves that have names, by these.
  static let named: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("in-out-quad", .inOutQuad),
  ]

  fileprivate var value: ProfileValue {
    if let (name, _) = Self.named.first(where: { $0.curve == self }) { return .word(name) }
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else {
      preconditionFailure("a curve without a name: \(self)")
    }
    return .points([x1, y1, x2, y2])
  }
}

extension MessageStyle.Box {
  fileprivate var value: ProfileValue { .box(Int(horizontal.points), Int(vertical.points)) }
}
