import StillpointEngine
import Testing

/// What a session makes of where a scroll view of the platform says that it stands.
@Suite struct HostScrollerTests: HostFixture {
  @Test func reportOfWhereTheEngineHasPutTheViewIsNoScroll() throws {
    let session = try session(40)
    run(session, from: 0, for: 0.2)
    try session.post(.send("q", text: "A question"), at: 0.2)
    let pinned = run(session, from: 0.2, for: 2)
    #expect(pinned.snapshot.follow == .pinned("q"))
    try session.scroll(.rest, to: pinned.scrollOffset + 0.3, at: 2.3)
    let after = run(session, from: 2.3, for: 0.2)
    #expect(after.snapshot.follow == .pinned("q"))
    #expect(after.correction == 0)
  }

  @Test(arguments: [true, false]) func layoutOfAnotherSizeIsNoScroll(isSaid: Bool) throws {
    let session = try session(40)
    let before = run(session, from: 0, for: 0.2)
    #expect(before.snapshot.follow == .following)
    // A taller view ends higher up, and the platform puts it there before the next frame.
    if isSaid {
      try session.post(.resize(width: Length(points: 375), height: Length(points: 800)), at: 0.2)
    }
    try session.scroll(.rest, to: before.scrollOffset - 133, at: 0.2)
    let after = run(session, from: 0.2, for: 1)
    #expect((after.snapshot.follow == .following) == isSaid)
  }

  @Test func assistiveScrollWithoutAFingerIsTheReaders() throws {
    let session = try session(60)
    let end = run(session, from: 0, for: 0.2)
    try session.scroll(.rest, to: end.scrollOffset - 500, at: 0.3)
    let away = run(session, from: 0.3, for: 0.2)
    #expect(away.snapshot.follow == .free)
    #expect(abs(away.scrollOffset - end.scrollOffset + 500) < 30)
  }

  @Test func viewThatSaysNoPhasesComesToRest() throws {
    let session = try session(60)
    let end = run(session, from: 0, for: 0.2)
    for step in 1...10 {
      try session.scrolled(to: end.scrollOffset - Double(step) * 30, at: 0.2 + Double(step) / 60)
      run(session, from: 0.2 + Double(step) / 60, for: 1.0 / 60)
    }
    #expect(!session.canPause)
    run(session, from: 0.5, for: 0.5)
    #expect(session.canPause)
  }

  @Test func whatComesAboveWaitsUntilTheViewHasDecelerated() throws {
    let session = try session(60)
    let end = run(session, from: 0, for: 0.2)
    var offset = end.scrollOffset
    func fling(_ step: Int) throws {
      offset -= 40
      try session.scroll(
        step == 0 ? .dragging : .decelerating,
        to: offset,
        at: 0.2 + Double(step) / 60
      )
    }
    var owed = 0.0
    for step in 0..<20 {
      try fling(step)
      if step == 5 {
        try session.post(
          .prepend(ChatMessageList([message("old", 80), message("older", 60)])),
          at: 0.2 + Double(step) / 60
        )
      }
      let frame = try #require(session.frame(at: 0.2 + (Double(step) + 0.5) / 60))
      if step > 0 { #expect(frame.correction == 0) }
      owed = (frame.snapshot.offset - frame.snapshot.contentTop).points - offset
    }
    #expect(owed > 150)
    try session.scroll(.rest, to: offset, at: 0.6)
    let rest = try #require(session.frame(at: 0.61))
    #expect(abs(rest.correction - owed) < 30)
    #expect(rest.scrollOffset == offset + rest.correction)
  }
}
