import ConformanceTags
import ChatSurface
import Testing

/// Random operations against a plain list of messages: `ITERATIONS` frames for each of 20 seeds
/// from `SEED` on.
@Suite struct SurfacePropertyTests {
  @Test(
    .tags(.profilesTextExact, .stillExact, .editsAllKinds, .insetsBottom),
    // Without stored sizes a frame may show an average.
    arguments: Profile.all
      .filter { $0.measuring != .visibleEveryFrame }.map(\.name)
  )
  func noOperationLosesTextOrMovesWhatIsRead(profile: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profile })
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var session = RandomSession(profile, seed: seed)
      var wrong: String?
      for _ in 0..<PropertySettings.iterations where wrong == nil { wrong = session.step() }
      if wrong == nil { wrong = session.finish() }
      if let wrong {
        Issue.record("seed \(seed): \(wrong)\n\(session.ending(60))")
        return
      }
    }
  }
}
