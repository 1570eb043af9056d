import ArgumentParser
import Records

/// How the frames of a run are drawn, as `--draw` says it.
enum DrawArgument: String, ExpressibleByArgument, CaseIterable {
  /// A part of each period is declared for it.
  case declared
  /// What changed is drawn.
  case cairo
  /// Everything is drawn in every frame.
  case whole = "cairo-whole"

  /// What is drawn; nil where it is declared.
  func choice(pixels: Int?) -> DrawingChoice? {
    guard self != .declared else { return nil }
    return DrawingChoice(method: self == .cairo ? .damage : .whole, pixels: pixels ?? 2)
  }

  /// Looks whether it goes with the other options.
  ///
  /// - Throws: `ValidationError` where it does not.
  func check(
    pixels: Int?,
    cost: CostChoice,
    measurer: MeasurerChoice,
    hostShare: Double?
  ) throws {
    if let pixels, !(1...3).contains(pixels) {
      throw ValidationError("--pixels \(pixels) is not 1, 2 or 3; try 2.")
    }
    guard self != .declared else {
      if pixels != nil { throw ValidationError("--pixels is for --draw cairo; say that, too.") }
      return
    }
    if cost != .cpu {
      throw ValidationError(
        "--draw \(rawValue) measures the thread's CPU time: leave out --cost \(cost.rawValue)."
      )
    }
    if measurer != .pango {
      throw ValidationError(
        "--draw \(rawValue) draws real fonts: leave out --measurer \(measurer.rawValue)."
      )
    }
    if hostShare != nil {
      throw ValidationError(
        "--draw \(rawValue) measures what --host-share declares: leave one of them out."
      )
    }
  }
}
