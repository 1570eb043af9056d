import Foundation

extension ChromiumPage {
  /// Waits until the next refresh period is over; the page draws by itself.
  func awaitFrame() throws {
    let milliseconds = Double(frames + 1 - epoch.frames) * period
    try browser.pipe.listen(until: epoch.instant + .milliseconds(milliseconds))
    // A page that does not answer within the limit has a script that runs on.
    guard isSampled, (frames + 1 - epoch.frames) % 60 == 0 else { return }
    do {
      if let limit = try evaluate("__stillpoint.watched.limit", limit: Self.frameLimit) as? String {
        throw DriveFailure.limit(limit)
      }
    } catch DriveFailure.late {
      throw DriveFailure.limit(unending())
    }
  }

  func beginWatching() throws -> Double {
    let begun = try evaluate("__stillpoint.watch()") as? Double ?? 0
    epoch = (.now, frames)
    isSampled = true
    return begun
  }

  func coreUse() throws -> [Int: CoreUse] {
    let processes = try browser.pipe.call("SystemInfo.getProcessInfo")["processInfo"] as? [Object]
    var uses: [Int: CoreUse] = [:]
    for process in processes ?? [] where process["type"] as? String == "renderer" {
      guard let number = process["id"] as? Int else { continue }
      uses[number] = CoreUse(ofProcess: number)
    }
    return uses
  }
}
