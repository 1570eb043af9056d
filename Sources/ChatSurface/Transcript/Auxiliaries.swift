import Lengths

/// The heights of everything in the content that is no message.
struct Auxiliaries {
  /// What the engine itself puts there: typing indicator 32, loader 44.
  static let typingHeight = LayoutUnit(points: 32)
  static let loaderHeight = LayoutUnit(points: 44)

  private(set) var header = LayoutUnit.zero
  private(set) var footer = LayoutUnit.zero
  private(set) var disclaimer = LayoutUnit.zero
  private(set) var isTyping = false
  private(set) var showsTopLoader = false
  private(set) var showsEndLoader = false
  private var actions: [UInt32: LayoutUnit] = [:]

  /// The height of the actions below a message.
  func actions(below handle: UInt32) -> LayoutUnit {
    actions.isEmpty ? .zero : actions[handle] ?? .zero
  }

  mutating func setHeader(_ height: LayoutUnit) { header = height }
  mutating func setFooter(_ height: LayoutUnit) { footer = height }
  mutating func setDisclaimer(_ height: LayoutUnit) { disclaimer = height }
  mutating func setTyping(_ isVisible: Bool) { isTyping = isVisible }

  mutating func setLoader(_ edge: ContentEdge, isVisible: Bool) {
    switch edge {
    case .top: showsTopLoader = isVisible
    case .end: showsEndLoader = isVisible
    }
  }

  mutating func setActions(_ height: LayoutUnit?, below handle: UInt32) {
    actions[handle] = height
  }

  /// What lies above the first message, its padding aside.
  var leading: LayoutUnit { header + (showsTopLoader ? Self.loaderHeight : .zero) }

  /// What lies below the last message.
  ///
  /// - Parameters:
  ///   - endsWithAnswer: Whether the last message is an answer.
  ///   - spacing: Between the messages and a typing indicator, which stands like a message.
  func trailing(endsWithAnswer: Bool, spacing: LayoutUnit) -> LayoutUnit {
    (endsWithAnswer ? disclaimer : .zero)
      + (isTyping ? spacing + Self.typingHeight : .zero)
      + (showsEndLoader ? Self.loaderHeight : .zero) + footer
  }

  /// Messages and what belongs to them are gone; what belongs to the conversation stays.
  mutating func forgetMessages() { actions.removeAll() }
}

extension Auxiliary {
  /// Its height where the host has no other wish: 32 pt of actions, 24 of a disclaimer; nil for a
  /// header and a footer, which have none.
  public var usualHeight: LayoutUnit? {
    switch self {
    case .actions: LayoutUnit(points: 32)
    case .disclaimer: LayoutUnit(points: 24)
    case .header, .footer: nil
    }
  }
}
