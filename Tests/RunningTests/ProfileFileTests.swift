import ChatSurface
import Files
import Foundation
import PublishedDesigns
import Scenarios
import Testing
import TokenStreaming

@Suite struct ProfileFileTests {
  static let folder = TestBench.folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Profiles").path

  static let scenarios = TestBench.folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios").path

  @Test func theBuiltInProfilesAreTheFilesOfTheFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".yaml") }
    #expect(Set(names) == Set(ProfileFile.builtIn.map { "\($0.profile.name).yaml" }))
    for builtIn in ProfileFile.builtIn {
      let read = try ProfileFile.read("\(Self.folder)/\(builtIn.profile.name).yaml", among: [])
      #expect(read.profile == builtIn.profile && read.leftOpen == builtIn.leftOpen)
    }
  }

  @Test func theEnginesOwnProfileIsThatOfItsFile() {
    #expect(Profile.builtIn("reference") == Profile.reference)
    #expect(Profile.standard == Profile.reference)
  }

  /// A profile is data: what it is called decides nothing.
  @Test func noCodeAsksForTheNameOfABuiltInProfile() throws {
    let sources = URL(fileURLWithPath: Self.folder).deletingLastPathComponent()
      .appendingPathComponent("Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/Profile+Reference.swift") }
    #expect(files.count > 100)
    let names = Profile.all.map { "\"\($0.name)" }
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
      {
        let found = names.first { line.contains($0 + "\"") || line.contains($0 + "+") }
        #expect(found == nil, "\(file): \(line)")
      }
    }
  }

  /// What an ablation makes stands for every combination of choices that a request carries as a text.
  @Test(arguments: Profile.all)
  func whatIsWrittenIsReadBack(base: Profile) throws {
    var profiles = [base]
    for ablation in Ablation.all(from: base) {
      if case .profile(let profile) = ablation.outcome { profiles.append(profile) }
    }
    for profile in profiles {
      let text =
        DesignText.text(of: profile) ?? ProfileChoices(of: profile).yaml(name: "a", summary: "b")
      let read = try DesignText.profile(text, called: profile.name)
      #expect(ProfileChoices(of: read) == ProfileChoices(of: profile), "\(profile.name)")
      #expect(ProfileChoices(of: read).sha256 == ProfileChoices(of: profile).sha256)
    }
  }

  @Test func aBaseGivesWhatTheFileDoesNot() throws {
    let read = try Self.read(
      "name: mine\nbase: vercel-v0\nafter_send: push-and-pin\nstagger_ms: 24.5\n"
    )
    var expected = Profile.builtIn("vercel-v0")
    expected.name = "mine"
    expected.summary = "vercel-v0, but for after_send, stagger_ms"
    expected.afterSend = .pushAndPin
    // Without a blank its numbers are gone, and a stagger that never quickens is one.
    expected.blank = BlankSize()
    expected.reveal.stagger = .steps(
      every: .init(milliseconds: 24.5),
      faster: .init(milliseconds: 24.5),
      pastChunks: .max
    )
    #expect(read == expected)
  }

  @Test func characterModeIsAFile() throws {
    let read = try Self.read(
      """
      name: by-character
      base: vercel-v0
      chunking: characters
      stagger_ms: 16
      batch: [{size: 3}]
      fade: trailing
      """
    )
    #expect(read.chunking == .characters(1))
    #expect(read.reveal == .characters)
  }

  @Test func keysOfOneTableAreDocumented() throws {
    #expect(Set(ProfileKey.all.map(\.name)).count == ProfileKey.all.count)
    let concerns = Set(ProfileKey.all.map(\.concern))
    #expect(concerns == Set(AblationConcern.allCases), "every concern has a key")
    for key in ProfileKey.all {
      for condition in key.conditions {
        let other = try #require(ProfileKey.named(condition.key), "\(key.name)")
        guard case .words(let words) = other.shape else {
          #expect(condition.words.isEmpty, "\(key.name)")
          continue
        }
        #expect(Set(condition.words).isSubset(of: words), "\(key.name)")
      }
    }
  }

  /// A word that a file may have is a choice of the engine, or a contradiction that is named.
  @Test(arguments: ProfileKey.all.map(\.name), Profile.all)
  func everyWordCanBeChosenAndIsWrittenBack(name: String, base: Profile) throws {
    let key = try #require(ProfileKey.named(name))
    guard case .words(let words) = key.shape else { return }
    for word in words {
      let text = "name: a\nbase: \(base.name)\n\(name): \(word)\n"
      do {
        let choices = ProfileChoices(of: try Self.read(text))
        #expect(choices[name] == .word(word), "\(text)")
      } catch let error as InputError {
        #expect("\(error)".contains("exclude each other") || "\(error)".contains("has no say"))
      }
    }
  }

  /// The page for those who write a design says what each word means, beside its key.
  @Test func everyWordAndKeyStandsOnThePage() throws {
    let page = try String(
      contentsOf: TestBench.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Docs/Designs.md"),
      encoding: .utf8
    )
    var words: [String: Set<String>] = [:]
    var current = ""
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5 else { continue }
      let key = cells[1].filter { $0 != "`" && $0 != " " }
      if !key.isEmpty { current = String(key) }
      for word in cells[2].split(separator: ",") {
        words[current, default: []].insert(word.filter { $0 != "`" && $0 != " " })
      }
    }
    for key in ProfileKey.all {
      guard case .words(let known) = key.shape else { continue }
      #expect(words[key.name] == Set(known), "\(key.name)")
    }
  }

  /// What a key does where nothing is said is no part of the digest, so that a key of a later release
  /// leaves those of today's records as they are.
  @Test func theDigestIsOfWhatDiffersFromTheStandardValues() throws {
    let plain = try ProfileChoices(of: Self.read("name: a\nbase: reference\n"))
    let same = try ProfileChoices(of: Self.read("name: b\nbase: reference\nnear_end_pt: 100\n"))
    #expect(plain.sha256 == same.sha256)
    #expect(plain.differences(to: same).isEmpty)
    var digests: Set<String> = []
    var designs: [ProfileChoices] = []
    for base in Profile.all {
      var profiles = [base]
      for ablation in Ablation.all(from: base) {
        if case .profile(let profile) = ablation.outcome { profiles.append(profile) }
      }
      for choices in profiles.map(ProfileChoices.init(of:)) where !designs.contains(choices) {
        designs.append(choices)
        digests.insert(choices.sha256)
      }
    }
    #expect(digests.count == designs.count && designs.count > 100, "two designs with one digest")
    let other = try ProfileChoices(
      of: Self.read("name: c\nbase: reference\nlayout: paged-array\npage_items: 20\n")
    )
    #expect(
      plain.differences(to: other) == [
        "layout: anchored-tree -> paged-array", "inserts_above: n/a -> keep",
        "page_items: n/a -> 20",
      ]
    )
  }

  static func read(_ text: String) throws -> Profile {
    try ProfileFile.read(text, path: "mine.yaml", among: Profile.all).profile
  }
}

/// Every key, changed alone, is seen in the scenario that its documentation names.
@Suite struct ProfileKeyEffectTests {
  @Test(arguments: ProfileKey.all.map(\.name))
  func aKeyChangedAloneIsSeen(name: String) throws {
    let key = try #require(ProfileKey.named(name))
    let effect = key.effect
    let scenarios = ScenarioCatalog(folder: ProfileFileTests.scenarios)
    let scenario = try scenarios.scenario(named: effect.scenario)
    let device = try #require(scenario.device)
    let events = scenario.timeline(on: device)
    var text = "name: a\nbase: \(Profile.standard.name)\n"
    for (key, value) in effect.setting.sorted(by: { $0.key < $1.key }) {
      text += "\(key): \(value)\n"
    }
    let before = try ProfileFileTests.read(text)
    let after = try ProfileFileTests.read(text + "\(name): \(effect.value)\n")
    let logs = [before, after].map { TestBench.run(events, profile: $0, device: device).log }
    let isSame = logs[0] == logs[1]
    #expect(
      !isSame && !logs[0].isEmpty,
      "\(name): \(effect.value) changes nothing in \(effect.scenario)"
    )
  }

  /// A value that the base has already changes nothing: the comparison tells the two apart.
  @Test func whatIsTheSameIsSeenAsTheSame() throws {
    let scenario = try ScenarioCatalog(folder: ProfileFileTests.scenarios).scenario(
      named: "choices-new-chat"
    )
    let device = try #require(scenario.device)
    let events = scenario.timeline(on: device)
    let same = try ProfileFileTests.read("name: a\nbase: reference\nspacing_pt: 12\n")
    let logs = [Profile.reference, same].map {
      TestBench.run(events, profile: $0, device: device).log
    }
    let isSame = logs[0] == logs[1]
    #expect(isSame)
  }
}
