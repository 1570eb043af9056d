import Foundation

/// What a process took of the machine's cores, as Linux counts it in `schedstat`.
package struct CoreUse: Hashable, Sendable {
  /// How long its threads ran, in ms.
  package var busy = 0.0
  /// How long its main thread could have run and waited for a core, in ms.
  package var waited = 0.0
  /// How much time went by meanwhile, in ms.
  package var wall = 0.0

  /// Of how much of the time the main thread may wait for a core, so that what is said is of the page and
  /// not of the machine.
  package static let mostWaiting = 0.02

  package init(busy: Double, waited: Double, wall: Double) {
    (self.busy, self.waited, self.wall) = (busy, waited, wall)
  }

  /// What a process took so far; nil where the system does not say.
  init?(ofProcess number: Int) {
    let folder = "/proc/\(number)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    wall = (ContinuousClock.now - Self.start) / .milliseconds(1)
    for thread in threads {
      // Nanoseconds that it ran, nanoseconds that it waited, and turns.
      guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      else { continue }
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 3 else { return nil }
      busy += numbers[0] / 1e6
      if thread == "\(number)" { waited = numbers[1] / 1e6 }
    }
  }

  private static let start = ContinuousClock.now

  /// What was taken since an earlier count.
  func since(_ earlier: CoreUse) -> CoreUse {
    CoreUse(
      busy: busy - earlier.busy,
      waited: waited - earlier.waited,
      wall: wall - earlier.wall
    )
  }

  /// Which part of the time the main thread waited for a core.
  package var waitingShare: Double { wall > 0 ? waited / wall : 0 }

  /// A share of the time in words.
  package static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", 100 * share)
  }

  /// Whether the machine had a core for the page.
  package var isQuiet: Bool { waitingShare <= Self.mostWaiting }
}
