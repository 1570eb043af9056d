import Lengths

/// What covers the viewport from above and below.
struct Insets {
  /// The gap between an open keyboard and the composer.
  static let keyboardGap = LayoutUnit(points: 8)

  /// The top safe area.
  let top: LayoutUnit
  /// The bottom safe area.
  let safeBottom: LayoutUnit
  /// Whether a finger on the keyboard covers in proportion to how far the keyboard is open.
  let isDraggedInProportion: Bool
  /// The keyboard and its gap when it is open, and never less than the safe area; else that.
  private(set) var covered: LayoutUnit
  /// The composer's height.
  var composer: LayoutUnit
  /// Space that lets a sent message reach the viewport's top.
  var blank: LayoutUnit = .zero

  init(device: Device, composer: LayoutUnit, isDraggedInProportion: Bool) {
    top = device.safeTop
    safeBottom = device.safeBottom
    covered = device.safeBottom
    self.composer = composer
    self.isDraggedInProportion = isDraggedInProportion
  }

  var bottom: LayoutUnit { blank + composer + covered }

  /// How far what is covered has grown by the keyboard.
  var travel: LayoutUnit { covered - safeBottom }

  /// Takes the keyboard's final height, or the finger's.
  mutating func cover(_ keyboard: Keyboard) {
    guard isDraggedInProportion, keyboard.isTracking, keyboard.openHeight > .zero else {
      covered = covered(by: keyboard.height)
      return
    }
    let travel = covered(by: keyboard.openHeight) - safeBottom
    let part = travel.rawValue * keyboard.height.rawValue / keyboard.openHeight.rawValue
    covered = safeBottom + LayoutUnit(rawValue: part)
  }

  private func covered(by height: LayoutUnit) -> LayoutUnit {
    height > .zero ? max(safeBottom, height + Self.keyboardGap) : safeBottom
  }
}
