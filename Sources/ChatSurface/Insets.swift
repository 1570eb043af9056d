import Lengths

/// What covers the viewport from above and below.
struct Insets {
  /// The composer's height without text.
  static let composerBase = LayoutUnit(points: 28)
  /// What each line adds.
  static let composerLine = LayoutUnit(points: 20)
  /// The gap between an open keyboard and the composer.
  static let keyboardGap = LayoutUnit(points: 8)

  let top: LayoutUnit
  private let safeBottom: LayoutUnit
  private var keyboard: LayoutUnit = .zero
  private var composerLines = 1
  /// Space that lets a sent message reach the viewport's top.
  var blank: LayoutUnit = .zero

  init(device: Device) {
    top = device.safeTop
    safeBottom = device.safeBottom
  }

  /// 28 pt and 20 a line.
  var composer: LayoutUnit { Self.composerBase + Self.composerLine * composerLines }

  /// The keyboard and its gap when it is open, else the safe area.
  var covered: LayoutUnit {
    keyboard > .zero ? keyboard + Self.keyboardGap : safeBottom
  }

  var bottom: LayoutUnit { blank + composer + covered }

  mutating func setComposer(lines: Int) { composerLines = min(6, max(1, lines)) }
  mutating func setKeyboard(_ height: LayoutUnit) { keyboard = max(.zero, height) }
}
