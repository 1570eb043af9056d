import ChatSurface
import Foundation
import Records
import Running
import Scenarios
import Testing

/// Frame logs that are committed: the same bytes on every machine.
///
/// `STILLPOINT_WRITE_GOLDEN=1 swift test --filter GoldenLogTests` writes them anew.
@Suite struct GoldenLogTests {
  @Test(arguments: ["reference", "messaging-ui"])
  func theLogIsAsItWas(profileName: String) throws {
    let profile = try #require(Profile.all.first { $0.name == profileName })
    try compare(TestBench.run(GoldenScript.events, profile: profile).log, with: profileName)
  }

  /// The committed script of every event.
  @Test(arguments: EveryEventTests.profiles)
  func theLogOfEveryEventIsAsItWas(profile: Profile) throws {
    let log = try TestBench.run(EveryEventTests.script().timeline, profile: profile).log
    try compare(log, with: "every-event-\(profile.name)")
  }

  private func compare(_ log: [UInt8], with name: String) throws {
    let url = TestBench.folder.appendingPathComponent("Golden/\(name).ndjson")
    if ProcessInfo.processInfo.environment["STILLPOINT_WRITE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(log).write(to: url, options: .atomic)
    }
    guard let golden = try? Data(contentsOf: url) else {
      Issue.record("no baseline for \(url.lastPathComponent); STILLPOINT_WRITE_GOLDEN=1 writes it")
      return
    }
    let expected = String(decoding: golden, as: UTF8.self).split(separator: "\n")
    let found = String(decoding: log, as: UTF8.self).split(separator: "\n")
    #expect(found.count == expected.count, "\(url.lastPathComponent)")
    for (number, (line, other)) in zip(found, expected).enumerated() where line != other {
      Issue.record("\(url.lastPathComponent):\(number + 1): \(line) is not \(other)")
      return
    }
    #expect(Array(golden) == log)
  }
}
