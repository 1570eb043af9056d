import ChatSurface
import Drawing
import Lengths
import Scenarios
import Testing

/// What changed alone is drawn, and the picture is that of drawing everything.
@Suite struct PaintingTests {
  /// Where two pictures differ first; nil when they do not.
  private func difference(_ session: PaintedSession) -> String? {
    let (one, two) = (session.painters[0].image, session.painters[1].image)
    guard one.width == two.width, one.height == two.height else { return "sizes" }
    guard one.pixels != two.pixels else { return nil }
    let places = one.pixels.indices.filter { one.pixels[$0] != two.pixels[$0] }
    let rows = places.map { $0 / one.width }
    return
      "\(places.count) pixels, rows \(rows.min() ?? 0) to \(rows.max() ?? 0) of \(one.height), "
      + "at tick \(session.tick)"
  }

  private func session(_ profile: Profile, device: Device = .iPhoneSE) throws -> PaintedSession {
    let messages = (0..<6).map { index in
      let isUsers = index % 2 == 0
      return Message(
        id: MessageID(rawValue: "m\(index)"),
        role: isUsers ? .user : .assistant,
        text: isUsers ? "Question \(index), and some more words" : richAnswer,
        timestampMilliseconds: 60_000 * Double(index)
      )
    }
    return try PaintedSession(
      profile,
      device: device,
      painters: [
        FramePainter(method: .damage, pixels: 1), FramePainter(method: .whole, pixels: 1),
      ],
      messages: messages
    )
  }

  @Test(arguments: Profile.all.map(\.name))
  func damageGivesThePixelsOfDrawingEverything(profile: String) throws {
    let found = Profile.all.first { $0.name == profile }
    let session = try session(try #require(found))
    func check(_ what: String) {
      if let difference = difference(session) { Issue.record("\(what): \(difference)") }
    }
    check("loaded")
    session.advance(.send("q", text: "What about it?"))
    session.run(frames: 20)
    check("sent")
    var rest = Array(richAnswer.utf8)[...]
    session.advance(.streamBegin("a"))
    while !rest.isEmpty {
      session.advance(.token("a", Array(rest.prefix(40))))
      rest = rest.dropFirst(40)
      check("streaming")
    }
    session.advance(.streamEnd("a", .complete))
    for _ in 0..<40 {
      session.advance()
      check("fading")
    }
    session.advance(.fling(velocity: -1_500))
    for _ in 0..<40 {
      session.advance()
      check("flung")
    }
    session.advance(.keyboard(height: LayoutUnit(points: 260)))
    for _ in 0..<30 {
      session.advance()
      check("keyboard")
    }
    session.advance(.composer(lines: 3, text: "three\nlines\nof text"))
    check("composer")
    session.advance(.textSize(.extraExtraLarge))
    session.run(frames: 3)
    check("text size")
    session.advance(
      .resize(width: LayoutUnit(points: 500), height: LayoutUnit(points: 420))
    )
    session.run(frames: 3)
    check("resized")
  }

  @Test func aFrameLikeTheOneBeforeIsNotDrawn() throws {
    let session = try session(.reference)
    session.run(frames: 40)
    #expect(session.painters[0].paintedRows == 0 && session.painters[0].copiedRows == 0)
    #expect(session.painters[1].paintedRows == session.painters[1].image.height)
  }

  @Test func whatScrollsIsCopied() throws {
    let session = try session(.reference)
    session.run(frames: 20)
    session.advance(.fling(velocity: -600))
    session.run(frames: 4)
    let painter = session.painters[0]
    #expect(painter.copiedRows > painter.image.height / 2)
    #expect(painter.paintedRows < painter.image.height / 4)
  }
}
