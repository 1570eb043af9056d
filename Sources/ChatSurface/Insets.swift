import Lengths

/// What covers the viewport from above and below.
struct Insets {
  /// The gap between an open keyboard and the composer.
  static let keyboardGap = LayoutUnit(points: 8)

  /// The top safe area.
  let top: LayoutUnit
  /// The bottom safe area.
  let safeBottom: LayoutUnit
  /// Whether the safe area is taken off the keyboard's height.
  let isSafeAreaDeducted: Bool
  /// The keyboard's height; 0 when it is closed.
  var keyboard: LayoutUnit = .zero
  /// The composer's height.
  var composer: LayoutUnit
  /// Space that lets a sent message reach the viewport's top.
  var blank: LayoutUnit = .zero

  init(device: Device, composer: LayoutUnit, isSafeAreaDeducted: Bool) {
    top = device.safeTop
    safeBottom = device.safeBottom
    self.composer = composer
    self.isSafeAreaDeducted = isSafeAreaDeducted
  }

  /// The keyboard and its gap when it is open, else the safe area.
  var covered: LayoutUnit {
    guard keyboard > .zero else { return safeBottom }
    let height = isSafeAreaDeducted ? max(.zero, keyboard - safeBottom) : keyboard
    return height + Self.keyboardGap
  }

  var bottom: LayoutUnit { blank + composer + covered }
}
