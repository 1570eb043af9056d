import Foundation
import ScrollViewModel
import Testing

/// Sessions by chance under behaviours by chance: `ITERATIONS` of them from `SEED` on.
@Suite struct RandomReaderTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let iterations = environment["ITERATIONS"].flatMap(UInt64.init) ?? 200

  @Test func sessionIsTheSameForTheSameSeed() {
    for seed in Self.seed..<Self.seed + 20 {
      var one = RandomReader(seed: seed)
      var other = RandomReader(seed: seed)
      let session = one.session(seconds: 20)
      #expect(session == other.session(seconds: 20), "SEED=\(seed)")
      var next = RandomReader(seed: seed + 1)
      #expect(session != next.session(seconds: 20), "SEED=\(seed)")
      #expect(zip(session, session.dropFirst()).allSatisfy { $0.time <= $1.time }, "SEED=\(seed)")
    }
  }

  @Test(arguments: [60, 120])
  func handSamplesAtItsRateStaysInTheViewAndFlicksFastOrDragsALittle(hertz: Int) {
    var reader = RandomReader(seed: Self.seed, hertz: hertz)
    var closest = Double.infinity
    var fastest = 0.0
    var shortest = Double.infinity
    var start = 0.0
    var last: (time: Double, y: Double)?
    for event in reader.session(seconds: 300) {
      switch event.action {
      case .fingerDown(let y):
        start = y
        last = (event.time, y)
        #expect((0...800).contains(y))
      case .fingerMove(let y):
        if let last {
          closest = min(closest, event.time - last.time)
          fastest = max(fastest, abs(y - last.y) / (event.time - last.time))
        }
        last = (event.time, y)
        #expect((0...800).contains(y))
      case .fingerUp:
        if let way = last.map({ abs($0.y - start) }), way > 0 { shortest = min(shortest, way) }
        last = nil
      case .wheel, .statusBarTap, .host: break
      }
    }
    #expect(abs(closest - 1 / Double(hertz)) < 1e-9)
    #expect(fastest > 5_000 && shortest < 10)
  }

  /// What comes about in all sessions, so that none of it is only claimed.
  private struct Seen: Hashable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Test func viewHoldsTogetherInEverySession() {
    var seen: [Seen: Int] = [:]
    for seed in Self.seed..<Self.seed + Self.iterations {
      run(seed: seed, seen: &seen)
    }
    for name in [
      "beyond top", "beyond bottom", "catch", "top", "animation", "wheel", "no momentum", "prepend",
    ] {
      #expect(seen[Seen(name), default: 0] > 0, "\(name)")
    }
  }

  private func run(seed: UInt64, seen: inout [Seen: Int]) {
    var reader = RandomReader(seed: seed)
    let view = ScrollView(
      boundsHeight: 800,
      contentHeight: 2_500,
      topInset: 40,
      scale: 1 + Int(seed % 3),
      behavior: .random(seed: seed)
    )
    let reports = Reports()
    var mirror = view.contentOffset
    reports.onScroll = { mirror = $0.contentOffset }
    view.delegate = reports
    var frames = 0.0
    let hertz = seed % 2 == 0 ? 60.0 : 120
    for event in reader.session(seconds: 15) {
      while (frames + 1) / hertz <= event.time {
        frames += 1
        view.frame(at: max(view.now, frames / hertz))
        view.checkInvariants()
        #expect(mirror == view.contentOffset, "SEED=\(seed) at \(view.now)")
        if view.contentOffset < view.limits.lowerBound - 1 {
          seen[Seen("beyond top"), default: 0] += 1
        }
        if view.contentOffset > view.limits.upperBound + 1 {
          seen[Seen("beyond bottom"), default: 0] += 1
        }
      }
      if case .fingerDown = event.action, view.isDecelerating {
        seen[Seen("catch"), default: 0] += 1
      }
      if case .wheel = event.action { seen[Seen("wheel"), default: 0] += 1 }
      if let happening = view.apply(event) {
        happen(happening, to: view, seen: &seen)
      }
    }
    view.rest()
    view.rest()
    #expect(!view.isTracking && !view.isDecelerating && !view.isAnimating, "SEED=\(seed)")
    // Else an animation, or the host's write after a change of content, may still go beyond an end.
    if !view.behavior.clampsWhileMoving && view.behavior.clamping == .inLayout {
      let distance = abs(view.contentOffset - view.confined(view.contentOffset))
      #expect(distance <= 0.5, "SEED=\(seed)")
    }
    view.contentHeight += 1
    view.layoutIfNeeded()
    let distance = abs(view.contentOffset - view.confined(view.contentOffset))
    #expect(distance <= 0.5, "SEED=\(seed)")
    check(reports.all, seed: seed, seen: &seen)
  }

  /// A host as plain as can be.
  private func happen(_ happening: HostHappening, to view: ScrollView, seen: inout [Seen: Int]) {
    switch happening {
    case .appendMessage: view.contentHeight += 120
    case .prependPage:
      seen[Seen("prepend"), default: 0] += 1
      view.contentHeight += 1_500
      view.contentOffset += 1_500
    case .tokenBurst(let count): view.contentHeight += Double(count) * 1.3
    case .keyboardUp(let height): view.insets.bottom = height
    case .keyboardDown: view.insets.bottom = 0
    case .insets(let top, let bottom): view.insets = (top, bottom)
    case .select: view.contentHeight = max(0, view.contentHeight - 700)
    case .send:
      view.contentHeight += 60
      view.setContentOffset(view.limits.upperBound, animated: true)
    case .resize(let part): view.boundsHeight = (800 * part).rounded()
    }
  }

  /// Each drag and each deceleration that began ends, once, before the next begins.
  private func check(_ reports: [Reports.Report], seed: UInt64, seen: inout [Seen: Int]) {
    var isDragging = false
    var mayDecelerate = false
    for report in reports {
      switch report {
      case .willBeginDragging:
        #expect(!isDragging, "SEED=\(seed)")
        isDragging = true
      case .didEndDragging(let willDecelerate):
        #expect(isDragging, "SEED=\(seed)")
        isDragging = false
        mayDecelerate = willDecelerate
        if !willDecelerate { seen[Seen("no momentum"), default: 0] += 1 }
      case .willBeginDecelerating: #expect(mayDecelerate && !isDragging, "SEED=\(seed)")
      case .didEndDecelerating: #expect(!isDragging, "SEED=\(seed)")
      case .didEndScrollingAnimation: seen[Seen("animation"), default: 0] += 1
      case .didScrollToTop: seen[Seen("top"), default: 0] += 1
      case .didScroll: break
      }
    }
    #expect(!isDragging, "SEED=\(seed)")
  }
}
