import Lengths

/// What covers the viewport from above and below.
package struct Insets {
  /// The gap between an open keyboard and the composer.
  package static let keyboardGap = LayoutUnit(points: 8)

  package private(set) var top: LayoutUnit
  package private(set) var safeBottom: LayoutUnit
  /// Whether a finger on the keyboard covers in proportion to how far the keyboard is open.
  package let isDraggedInProportion: Bool
  /// The keyboard and its gap when it is open, and never less than the safe area; else that.
  package private(set) var covered: LayoutUnit
  package private(set) var composer: LayoutUnit
  /// Space that lets a sent message reach the viewport's top.
  package private(set) var blank: LayoutUnit = .zero

  /// Covers what the safe areas and the composer cover; the keyboard is closed.
  package init(
    top: LayoutUnit = .zero,
    safeBottom: LayoutUnit = .zero,
    composer: LayoutUnit = .zero,
    isDraggedInProportion: Bool = false
  ) {
    (self.top, self.safeBottom, covered) = (top, safeBottom, safeBottom)
    (self.composer, self.isDraggedInProportion) = (composer, isDraggedInProportion)
  }

  /// Blank, composer and what the keyboard or the safe area covers.
  package var bottom: LayoutUnit { blank + composer + covered }

  /// How far what is covered has grown by the keyboard.
  package var travel: LayoutUnit { covered - safeBottom }

  /// Takes the keyboard's final height, or the finger's.
  package mutating func cover(_ keyboard: Keyboard) {
    guard isDraggedInProportion, keyboard.isTracking, keyboard.openHeight > .zero else {
      covered = covered(by: keyboard.height)
      return
    }
    let travel = covered(by: keyboard.openHeight) - safeBottom
    let part = travel.rawValue * keyboard.height.rawValue / keyboard.openHeight.rawValue
    covered = safeBottom + LayoutUnit(rawValue: part)
  }

  package mutating func setSafeAreas(top: LayoutUnit, bottom: LayoutUnit, _ keyboard: Keyboard) {
    (self.top, safeBottom) = (top, bottom)
    cover(keyboard)
  }

  package mutating func setComposer(_ height: LayoutUnit) { composer = height }

  package mutating func setBlank(_ height: LayoutUnit) { blank = height }

  /// Traps unless nothing covered is negative.
  package func checkInvariants() {
    precondition(blank >= .zero && composer >= .zero, "blank \(blank), composer \(composer)")
    precondition(covered >= safeBottom, "\(covered) covered, \(safeBottom) of it safe area")
  }

  private func covered(by height: LayoutUnit) -> LayoutUnit {
    height > .zero ? max(safeBottom, height + Self.keyboardGap) : safeBottom
  }
}
