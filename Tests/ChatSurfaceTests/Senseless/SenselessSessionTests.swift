import ChatSurface
import Testing
import Timebase

/// Events without sense: kind, message and numbers are drawn independently, several at one instant. A
/// surface refuses what it cannot do and nothing else, keeps its invariants and never traps; what it shows
/// is what is in the conversation, and nothing is held that is gone.
@Suite struct SenselessSessionTests {
  private let iterations = PropertySettings.iterations(2_000)
  private let frames = 40

  @Test(arguments: Profile.all.map(\.name))
  func nothingIsTooOdd(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for seed in PropertySettings.seed..<PropertySettings.seed + UInt64(iterations / frames) {
      guard let found = find(profile, seed: seed) else { continue }
      Issue.record("\(name), seed \(seed): \(found.wrong)\n\(found.script.description)")
      return
    }
  }

  /// Each fault is found by one of 200 seeds, and what it takes is said in fewer than twelve events.
  @Test(arguments: EngineFault.allCases)
  func aPlantedFaultIsFoundAndToldInFewEvents(fault: EngineFault) throws {
    for seed in PropertySettings.seed..<PropertySettings.seed + 200 {
      guard let found = find(.reference, seed: seed, fault: fault) else { continue }
      #expect(found.script.count < 12, "\(found.wrong)\n\(found.script.description)")
      return
    }
    Issue.record("not found by 200 seeds from \(PropertySettings.seed) on")
  }

  /// What is wrong under a seed's events, and the least script that shows something wrong.
  private func find(_ profile: Profile, seed: UInt64, fault: EngineFault? = nil)
    -> (wrong: String, script: SenselessScript)?
  {
    var events = SenselessEvents(seed: seed)
    let whole = events.script(frames: frames)
    let hasHistory = !seed.isMultiple(of: 2)
    func check(_ script: SenselessScript) -> (frame: Int, wrong: String)? {
      SenselessSession.check(script, profile, hasHistory: hasHistory, fault: fault)
    }
    guard let first = check(whole) else { return nil }
    let beginning = SenselessScript(frames: Array(whole.frames.prefix(first.frame + 1)))
    let least = beginning.shrunk { check($0) != nil }
    return (check(least)?.wrong ?? first.wrong, least)
  }
}
