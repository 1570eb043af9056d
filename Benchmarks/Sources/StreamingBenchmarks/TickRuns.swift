import Revealing
import Timebase
import TokenStreaming

/// Five windows that stream: a timeline each, chunks that complete, ticks that show.
struct TickRuns {
  static let windows = 5

  /// A chunk and the window it is for.
  struct Arrival {
    var window: Int
    var chunk: Chunk
  }

  let rule: RevealRule
  let rate: Double
  let refresh: Int
  let arrivals: [Arrival]
  let ticks: Int

  /// Makes arrivals at `rate` words a second in each window, over `seconds`.
  init(rule: RevealRule, rate: Double, refresh: Int, seconds: Int) {
    self.rule = rule
    self.rate = rate
    self.refresh = refresh
    ticks = seconds * refresh
    var generator = SeededGenerator(seed: 11)
    var arrivals: [Arrival] = []
    for window in 0..<TickRuns.windows {
      var time = Double(window) * 0.003
      while time < Double(seconds) {
        time += generator.nextFraction() * 2 / rate
        let instant = Instant(milliseconds: time * 1_000)
        let length = 3 + generator.nextIndex(below: 6)
        let chunk = Chunk(
          utf8Count: length,
          scalarCount: length,
          completed: instant,
          firstByte: instant
        )
        arrivals.append(Arrival(window: window, chunk: chunk))
      }
    }
    self.arrivals = arrivals.sorted {
      ($0.chunk.completed, $0.window) < ($1.chunk.completed, $1.window)
    }
  }

  /// The five timelines and what they gave.
  struct Session {
    var timelines: [RevealTimeline]
    var releases: [Release] = []
    var next = 0
    var tick = 0
    var opacities = 0.0
    var released = 0

    init(_ runs: TickRuns) {
      timelines = (0..<TickRuns.windows).map { _ in RevealTimeline(rule: runs.rule) }
      releases.reserveCapacity(512)
    }
  }

  /// Goes on for `count` ticks: what completes, what is due, what is visible.
  func run(_ session: inout Session, ticks count: Int) {
    for _ in 0..<count {
      session.tick += 1
      let now = Instant(nanoseconds: Int64(session.tick) * 1_000_000_000 / Int64(refresh))
      while session.next < arrivals.count, arrivals[session.next].chunk.completed <= now {
        let arrival = arrivals[session.next]
        session.next += 1
        session.timelines[arrival.window].complete(
          arrival.chunk,
          part: 1,
          message: 1,
          into: &session.releases
        )
      }
      var opacities = 0.0
      for window in 0..<TickRuns.windows {
        opacities += TickRuns.show(&session.timelines[window], at: now, &session.releases)
      }
      session.opacities += opacities
      session.released &+= session.releases.count
      session.releases.removeAll(keepingCapacity: true)
    }
  }

  /// One window's part of a tick. The timeline is handed in: asked in its place, it would be copied.
  private static func show(
    _ timeline: inout RevealTimeline,
    at now: Instant,
    _ releases: inout [Release]
  ) -> Double {
    timeline.advance(to: now, into: &releases)
    var opacities = 0.0
    timeline.forEachFade(of: 1, at: now) { _, _, opacity in opacities += opacity }
    return opacities
  }

  /// All ticks from the start.
  func whole() -> UInt64 {
    var session = Session(self)
    run(&session, ticks: ticks)
    // Curves are sums and products alone, the same on every machine.
    let opacities = UInt64((session.opacities * 1e6).rounded())
    return Answers.mix(UInt64(session.released), opacities)
  }
}
