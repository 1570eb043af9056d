import Foundation

extension ChromiumPage {
  /// Advances the clock by one period and draws a frame.
  func drawFrame() throws {
    if hasDatabase {
      try advance(period - Self.databaseTime)
      try advance(Self.databaseTime - waitForDatabase())
    } else {
      try advance(period)
    }
    // What waits for idle time since the frame before comes after all else, as timers do in this frame's time.
    if hasIdleCallbacks { try evaluate("window.__stillpointLoad && __stillpointLoad.rest()") }
    hasIdleCallbacks = true
    // What timers have just changed is on its way to what draws: a frame that is begun before it is there may
    // never end.
    try evaluate("0")
    ticks += period
    let isShot = isSampled && shots?.wants(samples) == true
    var request: [String: Any] = ["frameTimeTicks": ticks, "interval": period]
    if isShot { request["screenshot"] = ["format": "png"] }
    do {
      let answer = try call("HeadlessExperimental.beginFrame", request)
      if isShot, let picture = Self.picture(from: answer["screenshotData"]) {
        shots?.take(picture, of: samples)
      }
    } catch DriveFailure.late {
      // A page whose script runs on answers nothing; one that answers waits for its browser.
      guard (try? evaluate("1", limit: .seconds(2))) != nil else {
        throw DriveFailure.limit(unending())
      }
      throw DriveFailure.browser(NoFrame.words)
    }
    guard isSampled else { return }
    let start = ContinuousClock.now
    let answer = try evaluate("__stillpoint.sample() ?? __stillpointLoad.isResting()")
    probed.time += ContinuousClock.now - start
    probed.count += 1
    samples += 1
    if let limit = answer as? String { throw DriveFailure.limit(limit) }
    hasIdleCallbacks = answer as? Int != 0
    try takeMoves()
  }

  /// Lets so many milliseconds of the page's time go by.
  private func advance(_ milliseconds: Double) throws {
    hasExpired = false
    try browser.pipe.post(
      "Emulation.setVirtualTimePolicy",
      [
        "policy": "pauseIfNetworkFetchesPending", "budget": milliseconds,
        "maxVirtualTimeTaskStarvationCount": 100_000,
      ],
      session: session
    )
    do {
      try browser.pipe.wait(for: "the end of a frame", limit: Self.frameLimit) { hasExpired }
    } catch DriveFailure.late {
      throw DriveFailure.limit(unending())
    }
  }

  /// How much of a frame's time is left for what a database answers, in ms.
  private static let databaseTime = 1.0
  /// How often it is looked for in a frame, and how much of the page's time goes by then, in ms.
  private static let databaseLooks = 100
  private static let databaseSlice = 0.005

  /// Waits for what the page has asked its database, at the end of a frame: that comes in real time, and so
  /// comes in the same frame in every run.
  ///
  /// - Returns: How much of the page's time went by, in ms.
  private func waitForDatabase() throws -> Double {
    var looks = 0
    var quiet = 0
    while looks < Self.databaseLooks, quiet < 2 {
      let pending = try evaluate("__stillpointLoad.database") as? Int ?? 0
      quiet = pending == 0 ? quiet + 1 : 0
      if quiet == 2 { break }
      if pending > 0 { usleep(1_000) }
      try advance(Self.databaseSlice)
      looks += 1
    }
    return Double(looks) * Self.databaseSlice
  }

  /// Why a frame does not end.
  func unending() -> String {
    let seconds = Self.frameLimit.components.seconds
    let asked = try? evaluate(
      "__stillpointLoad.asked.filter(entry => entry.status === null).map(entry => entry.what).join(', ')",
      limit: .seconds(2)
    )
    guard let asked = asked as? String else {
      return "a script of the page ran for over \(seconds) s and did not end"
    }
    if asked.isEmpty { return "the page did not come to the end of a frame within \(seconds) s" }
    return
      "the page waits for \(asked), which was not answered within \(seconds) s: a server of its own that "
      + "keeps requests open cannot be driven; `answers` in APP.yaml can answer in its place"
  }
}
