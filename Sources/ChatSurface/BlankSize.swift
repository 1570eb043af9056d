import Lengths
import Timebase

/// The blank space below the last turn that lets its message reach the viewport's top.
public struct BlankSize: Hashable, Sendable {
  /// Whether the composer takes room; `parameter-article` leaves it out, so that a sent message
  /// goes under the top inset by the composer's height.
  public var countsComposer: Bool
  /// Whether it is in force before the first send on a surface (`vercel-v0`).
  public var isAlwaysInForce: Bool
  /// How long it waits before it grows; zero for not at all.
  public var growthDelay: Nanoseconds

  /// Makes a rule.
  public init(
    countsComposer: Bool = true,
    isAlwaysInForce: Bool = false,
    growthDelay: Nanoseconds = .zero
  ) {
    self.countsComposer = countsComposer
    self.isAlwaysInForce = isAlwaysInForce
    self.growthDelay = growthDelay
  }

  /// From the first send on, and at once (`reference`, `swiftui-tips`).
  public static let reference = BlankSize()
  /// Without the composer's height (`parameter-article`).
  public static let withoutComposer = BlankSize(countsComposer: false)
  /// Always, and growing only after 500 ms (`vercel-v0`).
  public static let delayed = BlankSize(
    isAlwaysInForce: true,
    growthDelay: .milliseconds(500)
  )

  /// Whether there may be a blank.
  public func isInForce(hasSent: Bool) -> Bool { hasSent || isAlwaysInForce }

  /// max(0, viewport − covered − composer − turn).
  ///
  /// - Parameters:
  ///   - viewport: The viewport's height less its top inset.
  ///   - covered: The keyboard and its gap, or the bottom safe area.
  ///   - composer: The composer's height.
  ///   - turn: From the top of the user's last message to the content's end: spacing and auxiliary
  ///     parts count.
  /// - Complexity: O(1).
  public func size(
    viewport: LayoutUnit,
    covered: LayoutUnit,
    composer: LayoutUnit,
    turn: LayoutUnit
  ) -> LayoutUnit {
    max(.zero, viewport - covered - (countsComposer ? composer : .zero) - turn)
  }
}
