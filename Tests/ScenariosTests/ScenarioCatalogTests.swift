import Files
import Foundation
import LoadGeneration
import Scenarios
import Testing

@Suite struct ScenarioCatalogTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "stillpoint-catalog-\(UUID().uuidString)"
  )

  private func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  private func error(_ body: () throws(InputError) -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return error.description
    }
  }

  @Test func theFolderIsFoundUpward() throws {
    try write([
      "a/Scenarios/x.yaml": "parts: []", "a/b/Scenarios/readme.txt": "", "c/d/file": "",
      "e/Scenarios/z.yaml": "parts: []",
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let inside = root.appendingPathComponent("a/b").path
    let outside = root.appendingPathComponent("c/d").path
    let other = root.appendingPathComponent("e/Scenarios").path
    let found = try ScenarioCatalog.find(
      environment: [:],
      currentFolder: inside,
      executable: nil
    )
    #expect(found.folder == root.appendingPathComponent("a/Scenarios").path)
    let byExecutable = try ScenarioCatalog.find(
      environment: [:],
      currentFolder: outside,
      executable: root.appendingPathComponent("a/b/stillpoint").path
    )
    #expect(byExecutable.names == ["x"])
    let named = try ScenarioCatalog.find(
      environment: [ScenarioCatalog.variable: other],
      currentFolder: inside,
      executable: nil
    )
    #expect(named.names == ["z"])
    #expect(
      error { () throws(InputError) in
        _ = try ScenarioCatalog.find(
          environment: [ScenarioCatalog.variable: outside],
          currentFolder: inside,
          executable: nil
        )
      }
        == "\(outside): no scenarios in the folder that STILLPOINT_SCENARIOS names; "
        + "expected a folder with .yaml files.\nCorrect or unset STILLPOINT_SCENARIOS."
    )
    #expect(
      error { () throws(InputError) in
        _ = try ScenarioCatalog.find(
          environment: [:],
          currentFolder: outside,
          executable: nil
        )
      }.hasPrefix("Scenarios: no such folder here or above: ")
    )
  }

  @Test func anUnknownNameListsTheNearOnes() throws {
    try write(["Scenarios/stream-steady.yaml": "parts: []", "Scenarios/soak.yaml": "parts: []"])
    defer { try? FileManager.default.removeItem(at: root) }
    let catalog = ScenarioCatalog(folder: root.appendingPathComponent("Scenarios").path)
    #expect(
      error { () throws(InputError) in _ = try catalog.scenario("stream-stedy") }
        == "stream-stedy: no such scenario in \(catalog.folder); expected a name that "
        + "`stillpoint list` gives, or the path of a .yaml file.\nDid you mean stream-steady?"
    )
    #expect(
      error { () throws(InputError) in _ = try catalog.scenario("x") }
        .hasSuffix("There are: soak, stream-steady.")
    )
  }

  @Test func aShippedScenarioMayTightenABudgetAndNotLoosenIt() throws {
    try write([
      "Scenarios/tight.yaml": "parts: []\nbudgets: {hitch_ratio_ms_per_s: 1}",
      "Scenarios/loose.yaml": "parts: []\nbudgets: {hitch_ratio_ms_per_s: 6, pool_peak: null, "
        + "budget_adherence_pct: 99}",
      "Scenarios/other.yaml": "name: another\nparts: []",
    ])
    defer { try? FileManager.default.removeItem(at: root) }
    let catalog = ScenarioCatalog(folder: root.appendingPathComponent("Scenarios").path)
    #expect(try catalog.scenario("tight").budgets[.hitchRatio] == .limit(1))
    let path = catalog.folder + "/loose.yaml"
    #expect(
      error { () throws(InputError) in _ = try catalog.scenario("loose") }
        == "\(path): a shipped scenario loosens hitch_ratio_ms_per_s, "
        + "budget_adherence_pct, pool_peak; "
        + "expected the standard limit or a tighter one.\n"
        + "Take it out, or run a copy from outside the folder."
    )
    #expect(try catalog.scenario(path).budgets[.hitchRatio] == .limit(6))
    #expect(
      error { () throws(InputError) in _ = try catalog.scenario("other") }
        .contains("the file and the scenario in it have two names: another; expected other")
    )
  }
}
