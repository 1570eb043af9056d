import ChatSurface
import Foundation
import FramePacing
import Lengths
import LoadGeneration
import Scenarios
import Testing
import Timebase

/// The scenarios of keyboard and composer happen to a pinned question first, then to a followed end.
@Suite struct PinnedAndFollowedTests {
  private let catalog = ScenarioCatalog(
    folder: TestBench.folder.appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )
  private enum Kind {
    case keyboard
    case composer
  }

  /// From an event to when what it moves is at rest, before the next of its kind or the jump.
  private func rest(after event: TimedLoadEvent) -> Nanoseconds {
    switch event.event {
    case .surface(.composer(let lines, _, _)): .milliseconds(lines > 1 ? 200 : 800)
    default: .milliseconds(850)
    }
  }

  private func isOf(_ kind: Kind, _ event: TimedLoadEvent) -> Bool {
    switch event.event {
    case .surface(.keyboard): kind == .keyboard
    case .surface(.composer): kind == .composer
    default: false
    }
  }

  private func events(_ name: String) throws -> [TimedLoadEvent] {
    var scenario = try catalog.scenario(named: name)
    scenario.history?.messages = 60
    return scenario.timeline(on: .iPhoneSE)
  }

  /// What is shown last at `instant`.
  private func shown(_ snapshots: [FrameSnapshot], at instant: Instant) -> FrameSnapshot? {
    snapshots.last { $0.instant <= instant }
  }

  /// For each event of `kind`: whether the end is followed, and how much further down the viewport is
  /// a while later than without any of them.
  private func moves(_ kind: Kind, in name: String) throws -> [(isFollowing: Bool, by: Double)] {
    let events = try events(name)
    let with = TestBench.run(events).snapshots
    let without = TestBench.run(events.filter { !isOf(kind, $0) }).snapshots
    return try events.filter { isOf(kind, $0) }.map { event in
      let after = event.instant + rest(after: event)
      let one = try #require(shown(with, at: after))
      let other = try #require(shown(without, at: after))
      #expect(one.follow == other.follow)
      return (one.follow == .following, (one.offset - other.offset).points)
    }
  }

  @Test func theKeyboardLeavesThePinnedAloneAndMovesTheFollowedEnd() throws {
    let moves = try moves(.keyboard, in: "keyboard-mid-stream")
    #expect(
      moves.map(\.isFollowing) == Array(repeating: false, count: 4)
        + Array(repeating: true, count: 6)
    )
    // 260 pt and the gap of 8, less the bottom safe area of 0.
    #expect(moves.map(\.by) == [0, 0, 0, 0, 268, 0, 268, 0, 268, 0])
  }

  @Test func theComposerLeavesThePinnedAloneAndMovesTheFollowedEnd() throws {
    for (name, count) in [("composer-grows", 5), ("keyboard-mid-stream", 2)] {
      let moves = try moves(.composer, in: name)
      #expect(moves.count == 6 * count)
      #expect(moves.contains { $0.isFollowing } && moves.contains { !$0.isFollowing })
      for (number, move) in moves.enumerated() {
        // The sixth of six events empties it.
        #expect((move.by > 0) == (move.isFollowing && number % 6 < 5), "\(name) \(number): \(move)")
      }
    }
  }

  /// What an ablation switches is seen in them: another rule for keyboard or composer is another
  /// way of the viewport.
  @Test(arguments: [
    ("keyboard-mid-stream", ["keyboard", "composer"]), ("composer-grows", ["composer"]),
  ])
  func otherRulesAreSeen(name: String, concerns: [String]) throws {
    let events = try events(name)
    let reference = TestBench.run(events).snapshots.map(\.offset)
    for concern in concerns {
      var different = 0
      for ablation in Ablation.all() where ablation.entry.concern == concern {
        guard case .profile(let profile) = ablation.outcome else { continue }
        let offsets = TestBench.run(events, profile: profile).snapshots.map(\.offset)
        if offsets != reference { different += 1 }
      }
      #expect(different >= 2, "\(concern)")
    }
  }
}
