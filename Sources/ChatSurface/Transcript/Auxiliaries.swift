import Lengths

/// The heights of everything in the content that is no message.
struct Auxiliaries {
  /// What the engine itself puts there: typing indicator 32, loader 44.
  static let typingHeight = LayoutUnit(points: 32)
  static let loaderHeight = LayoutUnit(points: 44)

  var header = LayoutUnit.zero
  var footer = LayoutUnit.zero
  var disclaimer = LayoutUnit.zero
  var isTyping = false
  var showsTopLoader = false
  var showsEndLoader = false
  private var actions: [UInt32: LayoutUnit] = [:]

  /// The height of the actions below a message.
  func actions(below handle: UInt32) -> LayoutUnit {
    actions.isEmpty ? .zero : actions[handle] ?? .zero
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
