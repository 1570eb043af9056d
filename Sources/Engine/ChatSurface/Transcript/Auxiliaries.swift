import Lengths

/// The heights of everything in the content that is no message.
package struct Auxiliaries {
  /// The height of a typing indicator.
  package static let typingHeight = LayoutUnit(points: 32)
  /// A loader's height, at either edge.
  package static let loaderHeight = LayoutUnit(points: 44)

  package private(set) var header = LayoutUnit.zero
  package private(set) var footer = LayoutUnit.zero
  package private(set) var disclaimer = LayoutUnit.zero
  package private(set) var isTyping = false
  package private(set) var showsTopLoader = false
  package private(set) var showsEndLoader = false
  private var actions: [UInt32: LayoutUnit] = [:]
  private var footers: [UInt32: LayoutUnit] = [:]

  package init() {}

  /// The messages with actions below them, in no order.
  package var messagesWithActions: [UInt32] { Array(actions.keys) + Array(footers.keys) }

  /// The height of the actions and the footer below a message.
  package func actions(below handle: UInt32) -> LayoutUnit {
    (actions.isEmpty ? .zero : actions[handle] ?? .zero)
      + (footers.isEmpty ? .zero : footers[handle] ?? .zero)
  }

  package mutating func setHeader(_ height: LayoutUnit) { header = height }
  package mutating func setFooter(_ height: LayoutUnit) { footer = height }
  package mutating func setDisclaimer(_ height: LayoutUnit) { disclaimer = height }
  package mutating func setTyping(_ isVisible: Bool) { isTyping = isVisible }

  package mutating func setLoader(_ edge: ContentEdge, isVisible: Bool) {
    switch edge {
    case .top: showsTopLoader = isVisible
    case .end: showsEndLoader = isVisible
    }
  }

  /// Sets the height of the actions below a message; nil takes them away.
  package mutating func setActions(_ height: LayoutUnit?, below handle: UInt32) {
    actions[handle] = height
  }

  /// Sets the height of the footer below a message; nil takes it away.
  package mutating func setFooter(_ height: LayoutUnit?, below handle: UInt32) {
    footers[handle] = height
  }

  /// What lies above the first message, its padding aside.
  package var leading: LayoutUnit { header + (showsTopLoader ? Self.loaderHeight : .zero) }

  /// What lies below the last message.
  ///
  /// - Parameters:
  ///   - endsWithAnswer: Whether the last message is an answer.
  ///   - spacing: Between the messages and a typing indicator, which stands like a message.
  package func trailing(endsWithAnswer: Bool, spacing: LayoutUnit) -> LayoutUnit {
    (endsWithAnswer ? disclaimer : .zero)
      + (isTyping ? spacing + Self.typingHeight : .zero)
      + (showsEndLoader ? Self.loaderHeight : .zero) + footer
  }

  /// A message is gone, and what stood below it.
  package mutating func forget(_ handle: UInt32) { (actions[handle], footers[handle]) = (nil, nil) }

  /// Messages and what belongs to them are gone; what belongs to the conversation stays.
  package mutating func forgetMessages() {
    actions.removeAll()
    footers.removeAll()
  }
}

extension Auxiliary {
  /// Its height where the host has no other wish: 32 pt of actions, 24 of a disclaimer; nil for a
  /// header and a footer, which have none.
  package var usualHeight: LayoutUnit? {
    switch self {
    case .actions: LayoutUnit(points: 32)
    case .disclaimer: LayoutUnit(points: 24)
    case .header, .footer, .below: nil
    }
  }
}
