import Foundation
import FramePacing
import Gating
import Profiling
import Simulation

/// Counts the instructions of cells with callgrind, from copies without debug information, and keeps
/// the counts by digest of all that they depend on.
final class InstructionRun {
  /// Why callgrind gave nothing.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// What the symbols of the six phases contain, in the order of the phases.
  static let symbols = Phase.allCases.map { "perform\($0.name.capitalized)" }

  private let workspace: GateWorkspace
  private let probes: ProbeRun
  private let tool: ExternalTool
  private var digests: [String: String] = [:]
  private var valgrindVersion: String?

  init(workspace: GateWorkspace, probes: ProbeRun, tool: ExternalTool) {
    self.workspace = workspace
    self.probes = probes
    self.tool = tool
  }

  /// Why instructions cannot be counted here; nil where they can.
  static var absence: String? {
    guard CallgrindCollection.isBuiltIn else {
      return "built without valgrind's headers; install valgrind and build again"
    }
    for name in ["valgrind", "strip", "setarch"] where ExternalTool.find(name) == nil {
      return "no \(name) on the PATH"
    }
    return nil
  }

  /// The instructions of a cell.
  ///
  /// - Parameters:
  ///   - load: SHA-256 of the scenario's file, as the build's samples have it.
  ///   - tools: What measures text, as they have it.
  /// - Throws: `ProbeRun.Failure`, ``Failure``, `CallgrindFile.Failure`.
  func profile(
    of build: ProbeRun.Build,
    scenario: String,
    load: String,
    tools: String,
    plant: PlantArgument? = nil
  ) throws -> InstructionProfile {
    let program = try stripped(build.program)
    let parts = [
      "schema 2", try digest(of: program), load, tools, scenario, probes.profile,
      probes.design, "\(probes.refreshHertz)", plant?.text ?? "", try version(),
      try libraries(of: program),
    ]
    let key = TextDigest.sha256(Array(parts.joined(separator: "\n").utf8))
    let kept = "\(workspace.folder)/counts/\(key).json"
    // A file that cannot be read is counted anew.
    if let data = FileManager.default.contents(atPath: kept),
      let profile = try? JSONDecoder().decode(InstructionProfile.self, from: data)
    {
      return profile
    }
    let file = "\(workspace.outputFolder)/callgrind-\(key.prefix(16))"
    defer { unlink(file) }
    var stripped = build
    stripped.program = program
    let wrapper = [
      "setarch", "-R", "valgrind", "--tool=callgrind", "--instr-atstart=no",
      "--callgrind-out-file=\(file)", "--quiet",
    ]
    let samples = try probes.samples(
      of: stripped,
      .instructions,
      [scenario],
      plant: plant,
      wrapper: wrapper
    )
    if let problem = samples[0].problem { throw Failure(description: problem) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Failure(description: "callgrind wrote no file")
    }
    let profile = try CallgrindFile.profile(
      String(decoding: data, as: UTF8.self),
      phases: Self.symbols
    )
    try workspace.write(try JSONEncoder().encode(profile), to: kept)
    return profile
  }

  /// A copy without debug information: callgrind gives up on some of today's.
  private func stripped(_ program: String) throws -> String {
    let kept = "\(workspace.folder)/stripped/\(try digest(of: program))"
    if FileManager.default.isExecutableFile(atPath: kept) { return kept }
    let temporary = "\(workspace.folder)/stripped/.part-\(getpid())"
    let ending = try tool.run("strip", ["-g", "-o", temporary, program])
    guard ending.code == 0, rename(temporary, kept) == 0 else {
      throw Failure(description: "strip gave no copy: \(ending.lastWords(3))")
    }
    return kept
  }

  private func digest(of path: String) throws -> String {
    if let known = digests[path] { return known }
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    let digest = TextDigest.sha256([UInt8](data))
    digests[path] = digest
    return digest
  }

  private func version() throws -> String {
    if let valgrindVersion { return valgrindVersion }
    let version = try tool.run("valgrind", ["--version"]).output
    valgrindVersion = version
    return version
  }

  /// The libraries that a program loads, with size and time: another Pango counts anew.
  private func libraries(of program: String) throws -> String {
    guard ExternalTool.find("ldd") != nil else { return "" }
    let lines = try tool.run("ldd", [program]).output.split(whereSeparator: \.isNewline)
    return lines.compactMap { line -> String? in
      guard let path = line.split(separator: " ").first(where: { $0.hasPrefix("/") }) else {
        return nil
      }
      var facts = stat()
      guard stat(String(path), &facts) == 0 else { return String(path) }
      #if os(Linux)
        let changed = facts.st_mtim.tv_sec
      #else
        let changed = facts.st_mtimespec.tv_sec
      #endif
      return "\(path) \(facts.st_size) \(changed)"
    }
    .joined(separator: "\n")
  }
}
