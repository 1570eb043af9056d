import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// How long text that comes slowly is shown unanimated after one stall of the host.
@Suite struct FallbackStayTests {
  /// An answer of a word every now and then, and one stall.
  private struct Load: CustomStringConvertible {
    var gap: Int
    var stall: Int
    /// How many vsyncs the stall takes.
    var lost: Int
    var words: Int { 13_000 / gap }

    init(hertz: Int, _ random: inout SeededGenerator) {
      gap = 90 + random.nextIndex(below: 310)
      stall = 1_500 + random.nextIndex(below: 2_500)
      lost = 1 + random.nextIndex(below: hertz * 4 / 5)
    }

    var description: String { "a word in \(gap) ms, \(lost) vsyncs at \(stall) ms" }

    func events(hertz: Int) -> [TimedLoadEvent] {
      // The host is busy for a tenth of a period more: what the frame itself costs is less than
      // what is left of that period.
      let length = (Double(lost) + 0.1) * 1_000 / Double(hertz)
      let fault = TimedLoadEvent(
        event: .fault(.stall(Nanoseconds(milliseconds: length))),
        atMilliseconds: Double(stall)
      )
      return TestBench.ordered(
        TestBench.answer(words: words, everyMilliseconds: Double(gap)) + [fault]
      )
    }

    /// The tick whose frame is late.
    func late(_ rate: RefreshRate) -> Int {
      rate.firstTick(atOrAfter: Instant(milliseconds: Double(stall)))
    }
  }

  struct Setting: Sendable, CustomStringConvertible {
    var device: Device
    var hertz: Int
    var description: String { "\(device.name), \(hertz) Hz" }

    static let all = Device.all.flatMap { device in
      [60, 120].map { Setting(device: device, hertz: $0) }
    }
  }

  /// A run, and the ticks of its frames by whether they are unanimated.
  private func expectStay(
    _ profile: Profile,
    _ setting: Setting,
    begins: (Load) -> Bool,
    ends: (_ load: Load, _ late: Int, _ entry: Int) -> Int
  ) {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let device = setting.device.at(hertz: setting.hertz)
    for _ in 0..<12 {
      let load = Load(hertz: setting.hertz, &random)
      let result = TestBench.run(
        load.events(hertz: setting.hertz),
        profile: profile,
        device: device
      )
      let late = load.late(device.rate)
      let entry = result.made.first { $0.tick > late }?.tick ?? .max
      let stay = begins(load) ? entry..<ends(load, late, entry) : entry..<entry
      var fading = 0
      for (frame, snapshot) in zip(result.made, result.snapshots) {
        let isUnanimated = snapshot.mode == .fallback
        #expect(isUnanimated == stay.contains(frame.tick), "\(load): tick \(frame.tick)")
        let fades = snapshot.streams.reduce(0) { $0 + $1.fades.count }
        if isUnanimated { #expect(fades == 0, "\(load): tick \(frame.tick)") }
        if frame.tick >= stay.upperBound { fading += min(1, fades) }
      }
      #expect(result.made.first { !$0.isOnTime }?.tick == late, "\(load)")
      #expect(result.made.count { !$0.isOnTime } == 1, "\(load)")
      // A word fades for some frames at least.
      #expect(fading >= load.words / 2, "\(load): animated again to the end")
      #expect(result.outcome.fallbacks.count == (stay.isEmpty ? 0 : 1), "\(load)")
      #expect(result.outcome.text.isExact, "\(load)")
    }
  }

  /// It begins below 5/6 of the rate and is over two seconds of screen time later, for good.
  @Test(arguments: Setting.all)
  func inTheReferenceTextIsAnimatedAgainTwoSecondsAfterAStall(setting: Setting) {
    expectStay(.reference, setting) { load in
      6 * (setting.hertz - load.lost) < 5 * setting.hertz
    } ends: { _, _, entry in
      entry + 2 * setting.hertz
    }
  }

  /// It lasts while the last second of screen time has fewer than 50 frames, whatever the rate: the
  /// refreshes that were lost leave that second one by one.
  @Test(arguments: Setting.all)
  func inTheArticleTextIsAnimatedAgainOnceASecondHas50Frames(setting: Setting) {
    expectStay(.builtIn("parameter-article"), setting) { load in
      setting.hertz - load.lost < 50
    } ends: { load, late, _ in
      late + load.lost + 50
    }
  }
}
