import ChatSurface
import Foundation
import Lengths
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// Scripts after public bug reports, where they are at hand: what users saw there may not be seen here.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: RecordedStreams.publicCases),
    "no scripts of public cases; name the folder above scripts/turn3 in STILLPOINT_DATA"
  )
)
struct PublicCaseTests {
  /// One script's run.
  private struct Run {
    let result: TestBench.Result

    /// Each frame with the place of a message in it.
    func places(of id: MessageID, from milliseconds: Int = 0) -> [Double] {
      frames(from: milliseconds).compactMap { frame in
        frame.visible.first { $0.id == id }?.y.points
      }
    }

    /// Each height that a message had, in order.
    func heights(of id: MessageID) -> [Double] {
      let all = result.snapshots.compactMap { frame in
        frame.visible.first { $0.id == id }?.height.points
      }
      return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    }

    func frames(from milliseconds: Int) -> [FrameSnapshot] {
      result.snapshots.filter {
        $0.instant >= Instant.zero + Nanoseconds.milliseconds(milliseconds)
      }
    }

    var last: FrameSnapshot { result.snapshots.last ?? FrameSnapshot() }
  }

  private func run(_ name: String, _ profile: Profile = .reference, hertz: Int) throws -> Run {
    let path = "\(RecordedStreams.publicCases)/\(name).ndjson"
    let events = try LoadFile.read(path).timeline(seed: 1)
    let device = Device.iPhone15Pro.at(hertz: hertz)
    return Run(result: TestBench.run(events, profile: profile, device: device))
  }

  @Test(arguments: [60, 120]) func aNewerPageMovesNobody(hertz: Int) throws {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let run = try run("case03", profile, hertz: hertz)
      #expect(run.last.follow == .free, "\(profile.name)")
      let after = run.places(of: "h29", from: 3_400)
      #expect(Set(after).count == 1, "\(profile.name): \(Set(after))")
      // The app's own load runs until the page comes, and then nobody scrolls.
      #expect(run.result.snapshots.allSatisfy { $0.wantedPages.isEmpty }, "\(profile.name)")
    }
  }

  @Test(arguments: [60, 120]) func aFoldAboveTheReadingPlaceMovesNothingOnScreen(hertz: Int) throws
  {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let run = try run("case04", profile, hertz: hertz)
      let ends = run.frames(from: 3_400).compactMap { frame in
        frame.visible.first { $0.id == "a" }.map { ($0.y + $0.height).points }
      }
      #expect(Set(ends).count == 1, "\(profile.name): \(Set(ends))")
    }
  }

  @Test(arguments: [60, 120]) func theListAgainKeepsThePlace(hertz: Int) throws {
    for profile in Profile.all {
      let same = try run("case25", profile, hertz: hertz)
      let other = try run("case24", profile, hertz: hertz)
      #expect(Set(same.places(of: "h9", from: 900)).count <= 1, "\(profile.name)")
      #expect(same.frames(from: 1_000).allSatisfy { $0.redrawnItems == 0 }, "\(profile.name)")
      #expect(other.places(of: "h29", from: 400).isEmpty, "\(profile.name)")
    }
  }

  @Test(arguments: [60, 120]) func noVoidIsLeftOfASendThatIsDeleted(hertz: Int) throws {
    for profile in [Profile.reference, .builtIn("parameter-article")] {
      let run = try run("case27", profile, hertz: hertz)
      #expect(run.last.blank == .zero, "\(profile.name)")
      #expect(run.places(of: "h29").last == run.places(of: "h29").first, "\(profile.name)")
    }
  }

  @Test(arguments: [60, 120]) func textInThePlaceOfDotsMovesNothingDown(hertz: Int) throws {
    let run = try run("case29", hertz: hertz)
    let places = run.places(of: "h29")
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 }, "\(places)")
  }

  @Test(arguments: [60, 120]) func pinnedIsSaidOnlyWhereItIsSo(hertz: Int) throws {
    for name in ["case33", "f09-v0-pinned-question-leaves"] {
      let run = try run(name, .builtIn("vercel-v0"), hertz: hertz)
      for frame in run.result.snapshots {
        #expect((LayoutUnit(points: -310)...LayoutUnit.zero).contains(frame.shift))
        guard case .pinned(let id) = frame.follow else { continue }
        #expect(
          frame.visible.first { $0.id == id }?.y == frame.topInset,
          "\(name) \(frame.instant)"
        )
      }
    }
  }

  @Test(arguments: [60, 120]) func undecidedMarkdownNeverShrinksAnAnswer(hertz: Int) throws {
    for name in ["case15", "case17", "case39"] {
      let run = try run(name, hertz: hertz)
      let heights = run.heights(of: "a")
      #expect(heights == heights.sorted(), "\(name): \(heights)")
    }
  }

  @Test(arguments: [60, 120]) func aMessageThatWasJumpedToStays(hertz: Int) throws {
    let run = try run("case48", hertz: hertz)
    let places = run.places(of: "a2", from: 3_000)
    #expect(Set(places.suffix(20)).count == 1)
    #expect(!places.isEmpty)
  }

  @Test(arguments: [60, 120]) func tokensOfAConversationThatIsGoneAreDiscarded(hertz: Int) throws {
    let run = try run("case54", hertz: hertz)
    #expect(run.result.outcome.refusals.isEmpty)
    #expect(run.result.outcome.text.discardedTokens == 33)
  }

  @Test func whatIsRefusedIsNamedAndNothingElseHappens() throws {
    let counts = [
      "case21": 1, "engine-empty": 2, "engine-userstream": 1, "f01-empty-send": 1, "engine-dup": 0,
      "engine-stale": 0, "engine-merge2": 0,
    ]
    for (name, count) in counts {
      let run = try run(name, hertz: 60)
      #expect(run.result.outcome.refusals.count == count, "\(name)")
    }
  }

  @Test func aRemovedMessageIsNotSeenAgain() throws {
    let stale = try run("engine-stale", hertz: 60)
    let dup = try run("engine-dup", hertz: 60)
    #expect(stale.last.visible.map(\.id) == ["n0", "n1", "n2"])
    #expect(dup.last.visible.map(\.id) == ["n0", "n1"])
  }

  @Test func aNewChatsFirstMessageBeginsWhereItRests() throws {
    let run = try run("f06-ck-first-send-falls", .builtIn("conversation-kit"), hertz: 60)
    #expect(Set(run.places(of: "u")) == [726])
  }

  @Test(arguments: [60, 120]) func aRemovalOutOfViewMovesNobodyForGood(hertz: Int) throws {
    let run = try run("f03-ck-place-lost-on-removal", .builtIn("conversation-kit"), hertz: hertz)
    let off = run.places(of: "m20", from: 600).filter { $0 != 59 }
    #expect(off.count <= 1, "\(off)")
    #expect(run.places(of: "m20").last == 59)
  }

  @Test(arguments: [60, 120]) func aSpringEndsAtTheEndAndPinnedIsSaidAtTheTop(hertz: Int) throws {
    let run = try run("f04-tips-appended-overshoots", .builtIn("swiftui-tips"), hertz: hertz)
    for frame in run.frames(from: 900) {
      let end = frame.contentBottom + frame.bottomInset - frame.viewportHeight
      #expect(frame.offset <= end, "\(frame.instant)")
      guard case .pinned(let id) = frame.follow else { continue }
      #expect(frame.visible.first { $0.id == id }?.y == frame.topInset)
    }
  }

  @Test(arguments: Profile.all) func whatIsOverShowsNoDotsAndAnotherNameCompletes(profile: Profile)
    throws
  {
    for name in ["f11-dots-after-failure", "engine-dots"] {
      let run = try run(name, profile, hertz: 60)
      let dots = run.last.visible.filter(\.showsLoadingDots).map(\.id)
      #expect(!run.last.visible.isEmpty && dots.isEmpty, "\(name): \(dots)")
    }
    let run = try run("f02-replaced-id-stays-optimistic", profile, hertz: 60)
    #expect(run.last.visible.first { $0.id == "U" }?.state == .complete)
  }

  @Test func theArticleShowsItsNewestFiftyFirst() throws {
    let run = try run("f05-article-shows-all-173", .builtIn("parameter-article"), hertz: 60)
    let first = run.result.snapshots[0]
    #expect((first.contentBottom - first.contentTop).points < 50 * 400)
  }
}
