import ChatSurface
import FramePacing
import Revealing
import Timebase
import TokenStreaming

/// The built-in profiles as Swift: the engine's tables, made from the files in `Profiles`.
///
/// A value that a lower module has a type for stands in that module, so that its tests have it too.
/// The text is not formatted; `scripts/profiles` does that.
package struct ProfileSource {
  /// The profiles, in the order of the catalogue.
  let files: [ProfileFile]
  /// The name of the one that runs where none is named.
  let standard: String

  /// One file of Swift.
  package struct Output {
    /// Where it lies, below `Sources`.
    package let path: String
    /// What is in it.
    package let text: String
  }

  /// Makes the source of a catalogue.
  package init(_ catalog: ProfileCatalog) {
    files = catalog.files
    standard = catalog.standard
  }

  /// Every file.
  package var outputs: [Output] {
    [
      table("FramePacing/FallbackRule+Profiles.swift", "FallbackRule.Configuration", []) {
        $0.fallback.map(Self.source)
      },
      table("TokenStreaming/StaggerRule+Profiles.swift", "StaggerRule", ["Timebase"]) {
        Self.source($0.reveal.stagger)
      },
      table("TokenStreaming/BatchRule+Profiles.swift", "BatchRule", ["Timebase"]) {
        Self.source($0.reveal.batch)
      },
      table("Revealing/FadeRule+Profiles.swift", "FadeRule", ["Timebase"]) {
        $0.reveal.fade.map(Self.source)
      },
      table("Revealing/RevealRule+Profiles.swift", "RevealRule", ["TokenStreaming"]) {
        Self.source($0.reveal, of: $0.name)
      },
      table("ChatSurface/Turn/BlankSize+Profiles.swift", "BlankSize", ["Lengths", "Timebase"]) {
        Self.source($0.blank)
      },
      table("ChatSurface/Choices/MessageStyle+Profiles.swift", "MessageStyle", []) {
        Self.source($0.style)
      },
      catalog,
      gaps,
    ]
  }

  private static let head = """
    // Made from the files in Profiles by scripts/profiles: change those, not this.

    """

  /// A constant for each profile that has such a value.
  private func table(
    _ path: String,
    _ type: String,
    _ imports: [String],
    _ value: (Profile) -> String?
  ) -> Output {
    var text = Self.head
    if !imports.isEmpty { text += imports.map { "import \($0)\n" }.joined() + "\n" }
    text += "extension \(type) {\n"
    for file in files {
      guard let value = value(file.profile) else { continue }
      text += "/// What the profile `\(file.profile.name)` chose.\n"
      text += "package static let \(Self.identifier(file.profile.name)) = \(value)\n"
    }
    return Output(path: path, text: text + "}\n")
  }

  private var catalog: Output {
    var text = Self.head + "import Lengths\nimport Timebase\n\nextension Profile {\n"
    for file in files {
      let profile = file.profile
      let name = Self.identifier(profile.name)
      text += "/// \(profile.summary).\n"
      text += "public static let \(name) = \(Self.source(profile))\n\n"
    }
    text += "/// The profile that runs where none is named, and that the others are held against.\n"
    text += "public static let standard = \(Self.identifier(standard))\n\n"
    let names = files.map { Self.identifier($0.profile.name) }
    text += "/// Every profile there is.\n"
    text += "public static let all: [Profile] = [\n\(names.joined(separator: ",\n")),\n]\n}\n"
    return Output(path: "ChatSurface/Choices/Profile+Catalog.swift", text: text)
  }

  private var gaps: Output {
    var text = Self.head + "extension ProfileGap {\n"
    text += "/// What the built-in profiles leave open, by their names.\n"
    text += "static let table: [String: [ProfileGap]] = [\n"
    for file in files where !file.leftOpen.isEmpty {
      text += "\(Self.quoted(file.profile.name)): [\n"
      for gap in file.leftOpen {
        text += "ProfileGap(subject: .\(gap.subject), answer: \(Self.quoted(gap.answer))),\n"
      }
      text += "],\n"
    }
    return Output(path: "Simulation/Designs/ProfileGap+Profiles.swift", text: text + "]\n}\n")
  }

  // MARK: Names

  /// Words that are written otherwise than with a capital.
  private static let spellings = ["ui": "UI", "swiftui": "SwiftUI"]

  /// `swiftui-tips` as `swiftUITips`.
  package static func identifier(_ name: String) -> String {
    let words = name.split(separator: "-").map(String.init)
    let cased = words.map { spellings[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() }
    guard let first = cased.first else { return name }
    return first.prefix(1).lowercased() + first.dropFirst() + cased.dropFirst().joined()
  }

  private static func quoted(_ text: String) -> String { ProfileChoices.quoted(text) }
}

// MARK: Values

extension ProfileSource {
  /// What has a say in layouts that lay out downward alone.
  private static func downward(_ profile: Profile) -> String {
    switch profile.layout {
    case .anchoredTree, .anchoredArray, .maintainedArray: ""
    case .adjustingArray, .pagedArray, .unsizedArray:
      ", correction: .\(profile.correction), insertsAbove: .\(profile.insertsAbove)"
    }
  }

  private static func source(_ profile: Profile) -> String {
    let name = identifier(profile.name)
    let page = profile.historyPage.map { ", historyPage: \($0)" } ?? ""
    return """
      Profile(
        name: \(quoted(profile.name)), summary: \(quoted(profile.summary)),
        layout: .\(profile.layout), measuring: .\(profile.measuring),
        chunking: .\(profile.chunking), reveal: .\(name), markdown: .\(profile.markdown),
        afterSend: .\(profile.afterSend), blank: .\(name), opening: \(source(profile.opening)),
        composer: \(source(profile.composer)), keyboard: .\(profile.keyboard),
        jump: \(source(profile.jump)),
        fallback: \(profile.fallback == nil ? "nil" : ".\(name)"), style: .\(name),
        shortContent: .\(profile.shortContent),
        nearEnd: LayoutUnit(points: \(Int(profile.nearEnd.points))),
        followsAppendsNearEnd: \(profile.followsAppendsNearEnd),
        bringsAppendsToTop: \(profile.bringsAppendsToTop),
        addsPlaceholder: \(profile.addsPlaceholder), entrance: .\(profile.entrance),
        focus: .\(profile.focus), deceleration: .\(profile.deceleration)\(page),
        unfinishedMarks: .\(profile.unfinishedMarks)\(downward(profile)))
      """
  }

  private static func source(_ opening: OpeningRule) -> String {
    guard case .threeJumps(let wait) = opening else { return ".\(opening)" }
    return ".threeJumps(wait: \(source(wait)))"
  }

  private static func source(_ composer: ComposerRule) -> String {
    switch composer {
    case .keepsEnd, .changesInsetOnly: ".\(composer)"
    case .jumpsWhenPastEnd(let wait): ".jumpsWhenPastEnd(again: \(source(wait)))"
    case .easesToEndNearIt(let length): ".easesToEndNearIt(over: \(source(length)))"
    }
  }

  private static func source(_ jump: JumpRule) -> String {
    switch jump {
    case .oncePerFrame: ".oncePerFrame"
    case .repeated(let wait): ".repeated(after: \(source(wait)))"
    case .debounced(let wait): ".debounced(by: \(source(wait)))"
    }
  }

  private static func source(_ reveal: RevealRule, of profile: String) -> String {
    let name = identifier(profile)
    let pool = reveal.pool
    return """
      RevealRule(
        stagger: .\(name), batch: .\(name),
        pool: PoolRule(limit: \(pool.limit), overflow: .\(pool.overflow), slot: .\(pool.slot)),
        fade: \(reveal.fade == nil ? "nil" : ".\(name)"))
      """
  }

  private static func source(_ stagger: StaggerRule) -> String {
    switch stagger {
    case .none: "StaggerRule.none"
    case .onDemand(let within): "StaggerRule.onDemand(within: \(source(within)))"
    case .steps(let every, let faster, let past):
      "StaggerRule.steps(every: \(source(every)), faster: \(source(faster)), "
        + "pastChunks: \(past == .max ? ".max" : "\(past)"))"
    }
  }

  private static func source(_ batch: BatchRule) -> String {
    let tiers = batch.tiers.map { tier in
      tier.divisor.map {
        "Tier(above: \(tier.above), divisor: \($0), atLeast: \(tier.atLeast), "
          + "atMost: \(tier.atMost))"
      } ?? "Tier(above: \(tier.above), size: \(tier.atLeast))"
    }
    let deadline = batch.deadline.map { ", deadline: \(source($0))" } ?? ""
    return "BatchRule(tiers: [\(tiers.joined(separator: ", "))]\(deadline))"
  }

  private static func source(_ fade: FadeRule) -> String {
    switch fade {
    case .trailing(let chunks): return "FadeRule.trailing(chunks: \(chunks))"
    case .timed(let duration, let curve):
      return "FadeRule.timed(duration: \(source(duration)), curve: \(source(curve)))"
    }
  }

  private static func source(_ curve: TimingCurve) -> String {
    switch curve {
    case .linear: return ".linear"
    case .inOutQuad: return ".inOutQuad"
    case .easeIn: return ".easeIn"
    case .easeOut: return ".easeOut"
    case .easeInOut: return ".easeInOut"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return ".cubicBezier(x1: \(x1), y1: \(y1), x2: \(x2), y2: \(y2))"
    }
  }

  private static func source(_ fallback: FallbackRule.Configuration) -> String {
    "FallbackRule.Configuration(entersBelow: .\(fallback.entersBelow), "
      + "hasHysteresis: \(fallback.hasHysteresis))"
  }

  private static func source(_ blank: BlankSize) -> String {
    let tallest = blank.tallestQuestion.map { "LayoutUnit(points: \(Int($0.points)))" } ?? "nil"
    return "BlankSize(countsComposer: \(blank.countsComposer), "
      + "isAlwaysInForce: \(blank.isAlwaysInForce), growthDelay: \(source(blank.growthDelay)), "
      + "tallestQuestion: \(tallest))"
  }

  private static func source(_ style: MessageStyle) -> String {
    "MessageStyle(user: \(source(style.user)), assistant: \(source(style.assistant)), "
      + "spacing: \(Int(style.spacing.points)), sidePadding: \(Int(style.sidePadding.points)), "
      + "topPadding: \(Int(style.topPadding.points))"
      + (style.loadingHeight == nil ? ", loadingHeight: nil)" : ")")
  }

  private static func source(_ box: MessageStyle.Box) -> String {
    "Box(horizontal: \(Int(box.horizontal.points)), vertical: \(Int(box.vertical.points)))"
  }

  private static func source(_ span: Nanoseconds) -> String {
    span.rawValue.isMultiple(of: 1_000_000)
      ? ".milliseconds(\(span.rawValue / 1_000_000))"
      : "Nanoseconds(rawValue: \(span.rawValue))"
  }
}
