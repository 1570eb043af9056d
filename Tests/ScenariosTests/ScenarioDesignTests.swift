import ChatSurface
import Files
import Foundation
import Scenarios
import Testing

/// Scenarios that name designs and devices of one's own.
@Suite struct ScenarioDesignTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scenario-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try write("mine.yaml", "name: mine\nbase: reference\nspacing_pt: 20\n")
    try write("phone.yaml", "name: phone\nbase: iphone-se\nkeyboard_pt: [260, 300]\n")
    try write("wrong.yaml", "name: wrong\nbase: reference\npool: wiat\n")
    try body(folder)
  }

  private func read(_ text: String, in folder: String) throws -> Scenario {
    try ScenarioFile.read("parts: []\n" + text, path: "\(folder)/my.yaml")
  }

  @Test func filesStandWhereNamesDo() throws {
    try withFolder { folder in
      let scenario = try read("device: phone.yaml\nprofile: ./mine.yaml\n", in: folder)
      #expect(scenario.device?.keyboards.count == 2)
      #expect(scenario.profile?.name == "mine")
      #expect(scenario.profile?.style.spacing.points == 20)
      let many = try read("profiles: [mine.yaml, reference]\n", in: folder)
      #expect(many.profileNames == ["mine", "reference"])
      #expect(many.suitable(among: Profile.all).map(\.name) == ["reference"])
      let matrix = try read("matrix: {profiles: [mine.yaml], devices: [phone.yaml]}\n", in: folder)
      #expect(matrix.matrix?.profiles == [try #require(scenario.profile)])
      #expect(matrix.matrix?.devices == [try #require(scenario.device)])
    }
  }

  /// A fault in such a file is told with its own place, a missing one with its path.
  @Test(
    arguments: [
      ("profile: wrong.yaml", "wrong.yaml:3:7: wrong value for pool"),
      ("profiles: [wrong.yaml]", "wrong.yaml:3:7: wrong value for pool"),
      ("profile: none.yaml", "none.yaml: no such file"),
      ("device: none.yaml", "none.yaml: no such file"),
      ("device: mine.yaml", "mine.yaml:"),
      ("profile: refrence", "my.yaml:2:10: unknown name for profile: \"refrence\""),
      ("profile: refrence", "Did you mean reference?"),
      ("profile: refrence", "or the path of a YAML file"),
      ("profile: [reference]", "my.yaml:2:10: wrong value for profile"),
      ("profile: \"-\"", "my.yaml:2:10: unknown name for profile"),
      ("profile: vercel-v0\nprofiles: [mine.yaml]", "one of the scenario's profiles, mine"),
      ("profiles: [mine.yaml, ./mine.yaml]", "each profile once"),
      ("profiles: []", "one at least"),
    ]
  )
  func faultsHaveTheirPlaces(text: String, mention: String) throws {
    try withFolder { folder in
      let error = #expect(throws: InputError.self) { try read(text, in: folder) }
      #expect(error.map { "\($0)".contains(mention) } == true, "\(error.map { "\($0)" } ?? "")")
    }
  }
}
