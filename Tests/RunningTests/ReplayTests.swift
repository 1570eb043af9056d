import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Revealing
import Testing
import Timebase

/// Every recorded stream, at both rates, in every profile: what comes out is what went in.
@Suite struct ReplayTests {
  @Test func shippedStreamsComeOutAsTheyWentIn() throws {
    let files = RecordedStreams.shipped
    #expect(files.count == 5)
    for file in files { try replay(file) }
  }

  @Test(
    .enabled(
      if: !RecordedStreams.recorded.isEmpty,
      "no recorded streams; name their folder's parent in STILLPOINT_DATA"
    )
  )
  func recordingsComeOutAsTheyWentIn() throws {
    let files = RecordedStreams.recorded
    #expect(files.count == 5)
    for file in files { try replay(file) }
  }

  private func replay(_ file: String) throws {
    let events = try LoadFile.read(file).timeline(seed: 1)
    let input = events.flatMap { event -> [UInt8] in
      if case .surface(.token(_, let bytes)) = event.event { bytes } else { [] }
    }
    for profile in Profile.all {
      for hertz in [60, 120] {
        let name = URL(fileURLWithPath: file).lastPathComponent
        let context = "\(name), \(profile.name), \(hertz) Hz"
        let result = TestBench.run(
          events,
          profile: profile,
          device: .iPhone15Pro.at(hertz: hertz)
        )
        let text = result.outcome.text
        #expect(text.output == input, "\(context)")
        #expect(text.isExact, "\(context)")
        #expect(text.textIn == TextDigest.sha256(input), "\(context)")
        #expect(text.textOut == text.textIn, "\(context)")
        #expect(result.outcome.refusals.isEmpty, "\(context)")
        #expect(result.outcome.counts.poolPeak <= 4, "\(context)")
        var follower = StreamFollower(id: ReplayScript.assistantID, fades: profile.fades)
        for snapshot in result.snapshots { follower.follow(snapshot, context) }
        let scalars = String(decoding: input, as: UTF8.self).unicodeScalars.count
        #expect(follower.released == scalars, "\(context)")
        let metrics = TestBench.metrics(of: result.outcome, at: RefreshRate(hertz: hertz))
        let tokens = metrics.first { $0.metric == "tokens" }?.value
        #expect(tokens == Double(result.outcome.latency.samples.tokens.count), "\(context)")
      }
    }
  }

  /// The reference keeps its word on every recording: no chunk waits more than 400 ms, and what a
  /// token says is there within the budget.
  @Test func theReferenceKeepsItsDeadlines() throws {
    for file in RecordedStreams.shipped {
      let events = try LoadFile.read(file).timeline(seed: 1)
      for hertz in [60, 120] {
        let result = TestBench.run(events, device: .iPhone15Pro.at(hertz: hertz))
        let period = RefreshRate(hertz: hertz).period
        let chunks = try #require(result.outcome.latency.samples.chunks.max())
        #expect(chunks <= .milliseconds(400) + period * 2, "\(file) at \(hertz) Hz")
        #expect(result.outcome.latency.samples.holds.allSatisfy { $0 <= .milliseconds(250) })
        #expect(result.outcome.latency.samples.tokens.allSatisfy { $0 <= .milliseconds(700) })
        #expect(result.outcome.counts.snaps == 0)
        #expect(result.outcome.fallbacks.isEmpty)
      }
    }
  }
}

extension Profile {
  /// Whether every released text is seen to fade in: what a full pool lets past or finishes at once
  /// may never be.
  fileprivate var fades: Bool {
    guard case .timed = reveal.fade else { return false }
    switch reveal.pool.overflow {
    case .wait, .compress: return true
    case .evict, .bypass: return false
    }
  }
}

/// Watches one message's stream from frame to frame.
private struct StreamFollower {
  let id: MessageID
  /// Whether the profile fades text in.
  /// Whether all text fades in.
  let fades: Bool
  var released = 0
  private var lastEnd = 0

  init(id: MessageID, fades: Bool) {
    self.id = id
    self.fades = fades
  }

  mutating func follow(_ snapshot: FrameSnapshot, _ context: String) {
    guard let stream = snapshot.streams.first(where: { $0.id == id }) else { return }
    let place = "\(context), tick \(snapshot.tick)"
    #expect(stream.releasedScalars >= released, "\(place): released text has shrunk")
    #expect(stream.releasedScalars <= stream.receivedScalars, "\(place)")
    released = stream.releasedScalars
    #expect(stream.fades.count <= 4, "\(place)")
    var end = 0
    for fade in stream.fades {
      #expect(fade.startScalar < fade.endScalar, "\(place)")
      // A short fade may end before a longer one that began earlier: gaps are allowed, no overlap.
      #expect(fade.startScalar >= end, "\(place): fades overlap")
      #expect((0...1).contains(fade.opacity), "\(place)")
      // A range that was not there before starts where the last one ended.
      if fade.endScalar > lastEnd {
        if fades { #expect(fade.startScalar == lastEnd, "\(place): a gap after the last fade") }
        lastEnd = fade.endScalar
      }
      end = fade.endScalar
    }
    if fades { #expect(lastEnd == released, "\(place): text was shown unfaded") }
  }
}
