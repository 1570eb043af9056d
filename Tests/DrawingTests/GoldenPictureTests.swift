import ChatSurface
import Drawing
import Foundation
import Lengths
import Scenarios
import Testing

/// Pictures that were looked at, kept by hash: six designs in ten scenes.
///
/// They are the same wherever Pango, Cairo, FreeType and the fonts are; elsewhere the test only asks that
/// each is a picture and comes out twice the same. `STILLPOINT_WRITE_GOLDEN=1 swift test --filter
/// GoldenPictureTests` writes the hashes anew, and with `STILLPOINT_PICTURES=FOLDER` the pictures to look at.
@Suite struct GoldenPictureTests {
  /// What is shown, on which device and in which colours.
  struct Scene: Sendable {
    var name: String
    var device: Device
    var appearance: Appearance
    /// The answer.
    var text: String
    /// How many frames after its stream began; nil for one that was there.
    var streamedFrames: Int?
    var hasKeyboard = false

    static let all = [
      Scene(name: "plain", device: .iPhoneSE, appearance: .light, text: plain),
      Scene(name: "plain-dark", device: .iPhone15Pro, appearance: .dark, text: plain),
      Scene(name: "cjk", device: .iPhoneSE, appearance: .light, text: cjk),
      Scene(name: "arabic", device: .iPhone15Pro, appearance: .light, text: arabic),
      Scene(name: "emoji", device: .iPhoneSE, appearance: .dark, text: emoji),
      Scene(name: "code", device: .iPhone15Pro, appearance: .light, text: code),
      Scene(name: "table", device: .iPhone15Pro, appearance: .dark, text: table),
      Scene(name: "fading", device: .iPhoneSE, appearance: .light, text: plain, streamedFrames: 24),
      Scene(
        name: "keyboard",
        device: .iPhone15Pro,
        appearance: .light,
        text: plain,
        hasKeyboard: true
      ),
      Scene(name: "blocks", device: .iPhoneSE, appearance: .dark, text: richAnswer),
    ]

    private static let plain = """
      The tide comes in **twice** a day, and *almost* never at the same hour. See \
      [the tables](https://example.org) of the harbour.

      It is the moon that pulls, and the sun a little.
      """
    private static let cjk = """
      潮は一日に**二度**満ちます。「港の表」を見てください。ひらがなとカタカナも、折り返されます。

      潮汐是月亮的引力造成的，太阳也有一点作用。밀물은 하루에 두 번 들어옵니다.
      """
    private static let arabic = """
      يرتفع المدّ **مرتين** في اليوم، ولا يأتي في الساعة نفسها أبداً. انظر جداول الميناء.

      שלום עולם, זה טקסט בעברית.

      Mixed: the word مرحبا stands in a line of Latin.
      """
    private static let emoji = """
      Waves 🌊🌊, a family 👨‍👩‍👧‍👦, a flag 🇯🇵, skin 👍🏽 and a heart ❤️.

      - 🎉 done
      - ⏳ not yet
      """
    private static let code = """
      Here it is:

      ```swift
      struct Tide: Sendable {
        var height = 0.0
        func isHigh(at hour: Int) -> Bool { hour % 12 < 2 || height > 3.5 && hour < 24 }
      }
      ```

      Call `isHigh(at:)` once an hour.
      """
    private static let table = """
      | Port | High | Low |
      |:-----|-----:|:---:|
      | Brest | 7.2 m | 06:14 |
      | Saint-Malo | 12.1 m | 08:40 |
      | Cuxhaven | 3.4 m | **02:05** |
      """
  }

  private func painted(_ profile: Profile, _ scene: Scene, by painter: FramePainter) throws
    -> PaintedSession
  {
    let question = Message(id: "q", role: .user, text: "When does the tide come in?")
    let answer = Message(id: "a", role: .assistant, text: scene.text)
    let session = try PaintedSession(
      profile,
      device: scene.device.at(hertz: 60),
      painters: [painter],
      messages: scene.streamedFrames == nil ? [question, answer] : [question]
    )
    if let frames = scene.streamedFrames {
      session.advance(.streamBegin("a"), .token("a", Array(scene.text.utf8)))
      session.run(frames: frames)
    }
    if scene.hasKeyboard {
      session.advance(
        .keyboard(height: scene.device.keyboard),
        .composer(lines: 2, text: "And the day after, does it\ncome later?")
      )
    }
    session.run(frames: scene.streamedFrames == nil ? 60 : 0)
    return session
  }

  /// A 64-bit FNV-1a hash of the pixels.
  private func hash(_ pixels: [UInt32]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for pixel in pixels { hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/pictures.txt")

  @Test func picturesAreAsTheyWere() throws {
    let environment = ProcessInfo.processInfo.environment
    let painters = try [
      Appearance.light: FramePainter(appearance: .light), .dark: FramePainter(appearance: .dark),
    ]
    let light = try #require(painters[.light])
    var lines = ["fonts \(light.identity)"]
    for scene in Scene.all {
      for profile in Profile.all {
        let name = "\(scene.name) \(profile.name)"
        let model = try #require(painters[scene.appearance])
        let painter = FramePainter(like: model)
        _ = try painted(profile, scene, by: painter)
        let image = painter.image
        #expect(image.width == Int(scene.device.width.points) * 2, "\(name)")
        #expect(image.height == Int(scene.device.height.points) * 2, "\(name)")
        #expect(Set(image.pixels).count > 20, "\(name)")
        lines.append("\(name) \(hash(image.pixels))")
        if let folder = environment["STILLPOINT_PICTURES"] {
          let url = URL(fileURLWithPath: folder)
          try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
          try Data(painter.png())
            .write(to: url.appendingPathComponent("\(scene.name).\(profile.name).png"))
        }
      }
    }
    if environment["STILLPOINT_WRITE_GOLDEN"] == "1" {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
    }
    let kept = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    #expect(kept.count == 61)
    guard kept.first == lines.first else {
      // Other fonts: nothing is known of their pictures but that they come out again.
      let scene = Scene.all[0]
      let again = FramePainter(like: light)
      _ = try painted(Profile.all[0], scene, by: again)
      #expect(lines[1] == "\(scene.name) \(Profile.all[0].name) \(hash(again.image.pixels))")
      return
    }
    for (line, other) in zip(lines, kept) { #expect(line == other) }
  }
}
