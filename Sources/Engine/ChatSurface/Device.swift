import FramePacing
import Lengths

/// What a conversation is shown on.
public struct Device: Hashable, Sendable {
  /// The device's name.
  public var name: String
  /// Width of the viewport.
  public var width: LayoutUnit
  /// Height of the viewport.
  public var height: LayoutUnit
  /// What the top safe area covers.
  public var safeTop: LayoutUnit
  /// What the bottom safe area covers.
  public var safeBottom: LayoutUnit
  /// The height of its keyboard.
  public var keyboard: LayoutUnit
  /// The heights of its other keyboards, such as the one of emoji, in the order in which a script that
  /// names no height opens them.
  package var otherKeyboards: [LayoutUnit]
  /// The rate that it runs at: its display's own unless another one was asked for.
  public var rate: RefreshRate
  /// The rates of its display, the highest first.
  private var displayRates: [RefreshRate]
  /// Factor on every cost; 1 is this machine, others are labelled estimates.
  package var cpuScale: Double
  /// The part of each refresh period that the host draws in after the engine is done, 0 up to below
  /// 1: declared, not measured. Half of the period is left to the engine.
  package var hostShare: Double

  /// Makes a device; lengths in whole points.
  public init(
    name: String,
    width: Int,
    height: Int,
    safeTop: Int,
    safeBottom: Int,
    keyboard: Int,
    otherKeyboards: [Int] = [],
    hertz: Int,
    otherRates: [Int] = [],
    cpuScale: Double = 1,
    hostShare: Double = 0.5
  ) {
    self.name = name
    self.width = LayoutUnit(points: width)
    self.height = LayoutUnit(points: height)
    self.safeTop = LayoutUnit(points: safeTop)
    self.safeBottom = LayoutUnit(points: safeBottom)
    self.keyboard = LayoutUnit(points: keyboard)
    self.otherKeyboards = otherKeyboards.map { LayoutUnit(points: $0) }
    rate = RefreshRate(hertz: hertz)
    displayRates = [rate] + otherRates.map { RefreshRate(hertz: $0) }
    self.cpuScale = cpuScale
    self.hostShare = hostShare
  }

  /// 375 x 667 at 60 Hz.
  public static let iPhoneSE = Device(
    name: "iphone-se",
    width: 375,
    height: 667,
    safeTop: 20,
    safeBottom: 0,
    keyboard: 260,
    hertz: 60
  )
  /// 393 x 852 at 120 Hz; the default.
  public static let iPhone15Pro = Device(
    name: "iphone-15-pro",
    width: 393,
    height: 852,
    safeTop: 59,
    safeBottom: 34,
    keyboard: 336,
    hertz: 120
  )
  /// A desktop window of 800 x 900 at 60 Hz.
  public static let desktop = Device(
    name: "desktop",
    width: 800,
    height: 900,
    safeTop: 0,
    safeBottom: 0,
    keyboard: 0,
    hertz: 60
  )

  /// Every device there is.
  package static let all = [iPhoneSE, iPhone15Pro, desktop]
}

extension Device {
  /// The heights of all its keyboards, in the order in which they are opened; one at least.
  package var keyboards: [LayoutUnit] { [keyboard] + otherKeyboards }

  /// The rate of its display; the highest where it has several.
  package var displayRate: RefreshRate { displayRates[0] }

  /// The further rates of its display; empty where only whole parts of the highest are known.
  package var otherRates: [RefreshRate] {
    get { Array(displayRates.dropFirst()) }
    set { displayRates = [displayRate] + newValue }
  }

  /// The rates that its display names, in Hz, the lowest first.
  package var rates: [Int] { displayRates.map(\.hertz).sorted() }

  /// Whether its display has a rate: one of those that it names, or else a whole part of its own.
  package func has(hertz: Int) -> Bool {
    guard hertz > 0 else { return false }
    return otherRates.isEmpty
      ? displayRate.hertz.isMultiple(of: hertz)
      : displayRate.hertz == hertz || otherRates.contains { $0.hertz == hertz }
  }

  /// The same device, run at another rate.
  public func at(hertz: Int) -> Device {
    var device = self
    device.rate = RefreshRate(hertz: hertz)
    return device
  }
}
