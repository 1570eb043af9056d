import ArgumentParser
import Driving

extension Engine: ExpressibleByArgument {
  /// Reads `webkit`.
  public init?(argument: String) { self.init(rawValue: argument) }

  public static var allValueStrings: [String] { allCases.map(\.rawValue) }

  /// Refuses what only Chromium can do.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ engines: [Engine], rates: [Int], isReal: Bool, isSlowed: Bool) throws {
    guard Set(engines).count == engines.count, !engines.isEmpty else {
      throw ValidationError("--engine names an engine once.")
    }
    guard let other = engines.first(where: { !$0.isExact }) else { return }
    if rates != [60] {
      throw ValidationError("--engine \(other.rawValue) draws at 60 Hz: other rates need chromium.")
    }
    if isSlowed { throw ValidationError("--cpu slows chromium alone, not \(other.rawValue).") }
    if isReal, engines.count == 1 {
      throw ValidationError(
        "--clock is for chromium: a page in \(other.rawValue) always has the machine's clock, and its times are "
          + "not judged."
      )
    }
  }
}
