import Foundation
import StillpointRecorder
import Testing

/// The Swift recorder and its JavaScript twin write the same bytes for the same calls; scripts/check-example
/// asks the twin.
@Suite struct TwinTests {
  private struct Call: Decodable {
    struct Message: Decodable {
      var id: String
      var y: Double
      var height: Double
    }
    struct Shown: Decodable {
      var id: String
      var characters: Int
    }
    struct Screen: Decodable {
      var offset: Double
      var viewport: Double
      var content: Double
      var topInset: Double
      var bottomInset: Double
      var messages: [Message]
      var shown: [Shown]
      var isAnimating: Bool
      var isReading: Bool
    }

    var call: String
    var event: String?
    var id: String?
    var characters: Int?
    var by_reader: Bool?
    var cause: String?
    var detect_us: Int64?
    var at_us: Int64?
    var target_us: Int64?
    var presented_us: Int64?
    var screen: Screen?
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Twin")

  private func screen(_ call: Call) throws -> FrameRecorder.Screen {
    let given = try #require(call.screen)
    var screen = FrameRecorder.Screen()
    (screen.offset, screen.viewport, screen.content) = (given.offset, given.viewport, given.content)
    (screen.topInset, screen.bottomInset) = (given.topInset, given.bottomInset)
    screen.messages = given.messages.map { .init($0.id, y: $0.y, height: $0.height) }
    screen.shown = given.shown.map { ($0.id, $0.characters) }
    (screen.isAnimating, screen.isReading) = (given.isAnimating, given.isReading)
    return screen
  }

  @Test func bothRecordersWriteTheSameBytes() throws {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent("calls.json"))
    var text = ""
    var recorder = FrameRecorder(app: "chat", version: "1.2", device: "phone", refreshHertz: 120) {
      text += String(decoding: $0, as: UTF8.self)
    }
    for call in try JSONDecoder().decode([Call].self, from: data) {
      let time = (call.at_us ?? 0) * 1000
      switch call.call {
      case "begin": recorder.begin(at: time, target: try #require(call.target_us) * 1000)
      case "end":
        recorder.end(at: time, presented: call.presented_us.map { $0 * 1000 }, try screen(call))
      case "received":
        recorder.received(try #require(call.characters), of: try #require(call.id), at: time)
      case "ended": recorder.ended(try #require(call.id), at: time)
      case "happened":
        recorder.happened(
          try #require(call.event),
          of: call.id,
          isByReader: call.by_reader,
          at: time
        )
      case "fell_back":
        recorder.fellBack(
          because: try #require(call.cause),
          after: try #require(call.detect_us) * 1000,
          at: time
        )
      case "recovered": recorder.recovered(at: time)
      case "finish": recorder.finish()
      default: Issue.record("\(call.call) is no call")
      }
    }
    let file = Self.folder.appendingPathComponent("expected.ndjson")
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected)
  }
}
