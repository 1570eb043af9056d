import ChatSurface
import Files
import Foundation
import Scenarios
import Testing

/// Scenarios that include others, and those that ask for a matrix.
@Suite struct ScenarioInclusionTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("stillpoint-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @discardableResult
  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func removed() throws { try FileManager.default.removeItem(at: folder) }

  @Test func includedPartsComeFirstAndWhatIsNotSaidIsTheirs() throws {
    defer { #expect(throws: Never.self) { try removed() } }
    try file(
      "a.yaml",
      "device: desktop\nhistory: {messages: 7}\nparts:\n  - flings: {at_ms: 5, count: 1, "
        + "every_ms: 1, velocities_pt_per_s: [900]}\n"
    )
    try file("b.yaml", "include: [a.yaml]\nhistory: {messages: 9}\n")
    let path = try file(
      "c.yaml",
      "include: [b.yaml]\nparts:\n  - rotations: {at_ms: 9, count: 1, every_ms: 1}\n"
    )
    let scenario = try ScenarioFile.read(path)
    #expect(scenario.parts.map(\.name) == ["flings", "rotations"])
    #expect(scenario.device == .desktop)
    #expect(scenario.history?.messages == 9)
    #expect(scenario.name == "c")
    #expect(
      scenario.includedFiles.map { ($0 as NSString).lastPathComponent } == ["b.yaml", "a.yaml"]
    )
  }

  @Test func aNameThatIsNoFileIsAShippedScenario() throws {
    defer { #expect(throws: Never.self) { try removed() } }
    let path = try file("own.yaml", "include: [stream-steady]\n")
    let catalog = try ScenarioCatalog.find()
    let scenario = try ScenarioFile.read(path, streams: catalog.streamsFolder)
    let shipped = try catalog.scenario(named: "stream-steady")
    #expect(scenario.parts.map(\.name) == shipped.parts.map(\.name))
    #expect(scenario.includedFiles == ["\(catalog.folder)/stream-steady.yaml"])
    // A file beside it comes first.
    try file("stream-steady", "parts: []\n")
    #expect(try ScenarioFile.read(path, streams: catalog.streamsFolder).parts.isEmpty)
  }

  @Test func aCircleAndALongRowAreRefusedAtTheirPlace() throws {
    defer { #expect(throws: Never.self) { try removed() } }
    try file("a.yaml", "include: [b.yaml]\n")
    let circle = try file("b.yaml", "include: [a.yaml]\n")
    let error = #expect(throws: InputError.self) { try ScenarioFile.read(circle) }
    #expect(error?.problem == "a circle of files for include")
    #expect(error?.line == 1 && error?.column == 11)
    for index in 0...9 { try file("r\(index).yaml", "include: [r\(index + 1).yaml]\n") }
    try file("r10.yaml", "parts: []\n")
    let row = #expect(throws: InputError.self) {
      try ScenarioFile.read(folder.appendingPathComponent("r0.yaml").path)
    }
    #expect(row?.expected == "at most 8 files in a row")
    #expect(throws: Never.self) {
      try ScenarioFile.read(folder.appendingPathComponent("r3.yaml").path)
    }
  }

  /// Seven files that each name the next one eight times would be 8^7 readings.
  @Test func filesThatMultiplyAreRefused() throws {
    defer { #expect(throws: Never.self) { try removed() } }
    for index in 0..<7 {
      let names = Array(repeating: "m\(index + 1).yaml", count: 8).joined(separator: ", ")
      try file("m\(index).yaml", "include: [\(names)]\n")
    }
    try file("m7.yaml", "parts: []\n")
    let path = { (name: String) in folder.appendingPathComponent(name).path }
    let error = #expect(throws: InputError.self) { try ScenarioFile.read(path("m0.yaml")) }
    #expect(error?.problem == "too many files for include")
    #expect(error?.expected == "at most 64 files in all, those counted that they include")
    #expect(error?.path == path("m5.yaml") && error?.line == 1)
    #expect(throws: Never.self) { try ScenarioFile.read(path("m6.yaml")) }
  }

  @Test func aMatrixNamesProfilesDevicesAndRates() throws {
    defer { #expect(throws: Never.self) { try removed() } }
    try file("mine.yaml", "name: mine\nbase: reference\nspacing_pt: 20\n")
    try file("phone.yaml", "name: phone\nbase: iphone-se\nheight_pt: 700\n")
    let path = try file(
      "a.yaml",
      "parts: []\nmatrix:\n  profiles: [reference, mine.yaml]\n  devices: [phone.yaml, desktop]\n"
        + "  rates_hz: [60, 30]\n"
    )
    let matrix = try #require(try ScenarioFile.read(path).matrix)
    #expect(matrix.profiles.map(\.name) == ["reference", "mine"])
    #expect(matrix.devices.map(\.name) == ["phone", "desktop"])
    #expect(matrix.rates == [60, 30])
    #expect(matrix.cellCount == 8)
  }

  @Test(arguments: [
    ("matrix: {profiles: [refrence]}", 2, 21, "Did you mean reference?"),
    ("matrix: {profiles: [reference, reference]}", 2, 32, "each profile once"),
    ("matrix: {devices: [desktp]}", 2, 20, "Did you mean desktop?"),
    ("matrix: {devices: [desktop], rates_hz: [120]}", 2, 41, "60 (desktop)"),
    ("matrix: {rates_hz: [60, 60]}", 2, 25, "each once"),
    ("matrix: {rats: [60]}", 2, 10, "unknown key: rats"),
    ("matrix: 4", 2, 9, "not an object"),
    ("device: desktop\nmatrix: {devices: [desktop]}", 2, 1, "device beside a matrix"),
    ("profiles: [reference]\nmatrix: {profiles: [reference]}", 2, 1, "profiles beside a matrix"),
    ("include: a.yaml", 2, 10, "a list"),
    ("include: [4]", 2, 11, "paths or names of scenarios"),
  ])
  func aFaultIsNamedWithItsPlace(text: String, line: Int, column: Int, mention: String) {
    let error = #expect(throws: InputError.self) {
      try ScenarioFile.read("parts: []\n" + text + "\n", path: "a.yaml")
    }
    #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
    #expect(error.map { "\($0)".contains(mention) } == true, "\(String(describing: error))")
  }
}
