import Foundation
import ScrollViewModel
import StillpointEngine
import Testing

/// A scroll view of the platform's and a session keep together, in sessions by chance under behaviours by
/// chance: `ITERATIONS` of them from `SEED` on.
@Suite struct HostedScrollTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let iterations = environment["ITERATIONS"].flatMap(UInt64.init) ?? 60

  @Test(arguments: seed..<seed + iterations)
  func nobodyFightsAndNothingIsLost(seed: UInt64) {
    let host = ModelHost(seed: seed)
    var watch = HostWatch(host, seed: seed)
    var reader = RandomReader(seed: seed)
    var frames = 0.0
    let hertz = seed % 2 == 0 ? 60.0 : 120
    func refresh(until time: Double) {
      while (frames + 1) / hertz <= time {
        frames += 1
        watch.beginFrame()
        if let frame = host.refresh(at: frames / hertz) { watch.look(at: frame) }
      }
    }
    refresh(until: 0.2)
    var end = 0.0
    for event in reader.session(seconds: 15) {
      var event = event
      event.time += 0.2
      refresh(until: event.time)
      if let happening = host.view.apply(event) {
        host.happen(happening)
      } else {
        host.hasInput = true
      }
      end = event.time
    }
    refresh(until: end + 8)
    watch.finish()
    // To the top, where pages are asked for.
    var time = end + 8
    for _ in 0..<60 where host.olderPages > 0 {
      host.view.fingerDown(at: 100, time: time)
      for step in 1...6 {
        host.view.fingerMove(to: 100 + Double(step) * 100, time: time + Double(step) / 60)
      }
      host.view.fingerUp(time: time + 7.0 / 60)
      time += 1.5
      refresh(until: time)
    }
    #expect(host.olderPages == 0, "SEED=\(seed): pages are left at \(host.view.contentOffset)")
  }
}

/// What a host sees of its session and view, frame by frame.
struct HostWatch {
  private let host: ModelHost
  private let seed: UInt64
  private var wasMovedByHand = false
  private var before: [ChatMessageID: Double] = [:]
  private var lastFollow: String = ""
  private var wasScrolling = false
  private var wasByHand = false
  private var quiet = 0
  private var selectedTop: (id: ChatMessageID, top: Double)?
  private var failures = 0
  private var handAt = 0.0
  private var surroundingsAt = -10.0

  init(_ host: ModelHost, seed: UInt64) { (self.host, self.seed) = (host, seed) }

  private mutating func fail(_ words: String) {
    failures += 1
    if failures <= 3 { Issue.record("SEED=\(seed) at \(host.view.now): \(words)") }
  }

  mutating func beginFrame() {
    wasMovedByHand = host.isMovedByHand
  }

  mutating func look(at frame: HostFrame) {
    // What the platform knows, and not what the session made of it.
    let isByHand = wasMovedByHand || host.isMovedByHand || host.hasInput
    host.hasInput = false
    checkFollowing(frame, isByHand: isByHand)
    if isByHand { handAt = host.view.now }
    if host.hasChangedSurroundings { surroundingsAt = host.view.now }
    checkHand(frame)
    checkStill(frame, isByHand: isByHand)
    checkSelection(frame, isByHand: isByHand)
    before = [:]
    for item in frame.snapshot.visible { before[item.id] = host.top(of: item.id) }
    lastFollow = "\(frame.snapshot.follow)"
  }

  /// Nobody but a reader, or the app by a place that it asks for, ends the following.
  private mutating func checkFollowing(_ frame: HostFrame, isByHand: Bool) {
    guard lastFollow == "following", !isByHand, !wasByHand, !host.hasAskedForPlace,
      !host.session.lastEvents.contains(where: {
        if case .select = $0.event { true } else { false }
      })
    else {
      wasByHand = isByHand
      return
    }
    wasByHand = isByHand
    if "\(frame.snapshot.follow)" != "following" {
      fail("nobody scrolled, and the end is followed no more")
    }
  }

  /// What the reader scrolls moves on screen as far as the platform moves its view, whatever content does.
  private mutating func checkHand(_ frame: HostFrame) {
    let scrolls = frame.snapshot.scroll == .dragging || frame.snapshot.scroll == .decelerating
    defer { wasScrolling = scrolls }
    // What came before the finger in its first frame was followed yet.
    guard scrolls, wasScrolling,
      !host.hasAskedForPlace, !host.isStoppedByPlatform, host.view.now - surroundingsAt > 1
    else { return }
    let moved = frame.snapshot.visible.compactMap { item -> Double? in
      guard let old = before[item.id], let new = host.top(of: item.id) else { return nil }
      return new - old + host.platformWay
    }
    guard let least = moved.min(by: { abs($0) < abs($1) }), abs(least) > pixel else { return }
    fail("the engine moves everything by \(least) pt while the reader scrolls")
  }

  /// As far as a view of whole pixels may be from where it was told to be.
  private var pixel: Double { 1 / host.view.scale + 0.51 }

  /// Where nobody scrolls and nothing is followed, what is on screen keeps its place.
  private mutating func checkStill(_ frame: HostFrame, isByHand: Bool) {
    guard !isByHand, "\(frame.snapshot.follow)" == "free", lastFollow == "free",
      frame.snapshot.scroll == .idle, !host.hasAskedForPlace,
      host.view.now - surroundingsAt > 1, host.view.now - handAt > 0.05
    else { return }
    let moved = frame.snapshot.visible.compactMap { item -> Double? in
      guard let old = before[item.id], let new = host.top(of: item.id) else { return nil }
      return abs(new - old)
    }
    guard let least = moved.min(), least > pixel else { return }
    fail("everything on screen moved by \(least) pt")
  }

  private mutating func checkSelection(_ frame: HostFrame, isByHand: Bool) {
    guard let id = host.selected, !isByHand, host.view.now - surroundingsAt > 1 else {
      selectedTop = nil
      return
    }
    guard let top = host.top(of: id) else {
      if let known = selectedTop, known.id == id, known.top > 0, known.top < 300 {
        fail("the selected message has gone from \(known.top)")
      }
      return
    }
    if let known = selectedTop, known.id == id,
      abs(known.top - top) > pixel
    {
      fail("the selected message moved from \(known.top) to \(top)")
    }
    selectedTop = (id, top)
  }

  mutating func finish() {
    if !host.session.canPause && host.answer == nil { fail("it never comes to rest") }
    let distance = host.frame.scrollOffset - host.view.contentOffset
    if abs(distance) > 0.51 { fail("the view stands \(distance) pt from where it is drawn") }
  }
}
