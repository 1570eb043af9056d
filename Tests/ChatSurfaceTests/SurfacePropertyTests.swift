import ChatSurface
import Testing

/// Random operations against a plain list of messages: `ITERATIONS` frames for each of 20 seeds
/// from `SEED` on.
@Suite struct SurfacePropertyTests {
  /// How many thousandths of the frames the judge may leave out because the ends of the range or a
  /// spring moved the viewport: a tenth more than any twenty seeds of 400 frames needed.
  private static let greatestShares = [
    "reference": 475, "vercel-v0": 475, "swiftui-tips": 600, "parameter-article": 495,
    "messaging-ui": 305, "conversation-kit": 540,
  ]

  @Test(
    arguments: Profile.all.map(\.name)
  )
  func noOperationLosesTextOrMovesWhatIsRead(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    var (frames, exempt) = (0, 0)
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var session = RandomSession(profile, seed: seed)
      var wrong: String?
      for _ in 0..<PropertySettings.iterations(150) where wrong == nil { wrong = session.step() }
      if wrong == nil { wrong = session.finish() }
      if let wrong {
        Issue.record("seed \(seed): \(wrong)\n\(session.ending(60))")
        return
      }
      frames += session.driver.judgedShare.frames
      exempt += session.driver.judgedShare.exempt
    }
    // A short run may have any share.
    guard frames >= 5_000 else { return }
    let share = exempt * 1_000 / frames
    #expect(share <= Self.greatestShares[profile.name] ?? 0, "exempt, in thousandths of the frames")
  }
}
