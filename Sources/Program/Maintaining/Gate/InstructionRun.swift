import Foundation
import FramePacing
import Gating
import Profiling
import Records
import StillpointCommand

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
    return AddressLayout.canBeFixed
      ? nil
      : "the system does not let addresses be fixed (setarch -R); a container's rules may forbid it"
  }

  /// A cell whose instructions are wanted, of one build.
  struct Request {
    var build: ProbeRun.Build
    var scenario: String
    /// SHA-256 of the scenario's file, as the build's samples have it.
    var load: String
    /// What measures text, as they have it.
    var tools: String
    var plant: PlantArgument?
  }

  /// A count that callgrind has yet to make.
  private struct Count {
    var place: Int
    var request: Request
    /// Where the count is kept.
    var kept: String
  }

  /// The instructions of cells. Those of a build and plant are counted in copies of one process, of which
  /// starting takes callgrind 2 s; builds are side by side: what else a machine does changes no count.
  ///
  /// - Returns: Those of each request.
  /// - Throws: `ProbeRun.Failure`, ``Failure``, `CallgrindFile.Failure`.
  func profiles(of requests: [Request]) throws -> [InstructionProfile] {
    var profiles = [InstructionProfile?](repeating: nil, count: requests.count)
    var wanted: [[Count]] = []
    for places in groups(of: requests) {
      let list = places.map { requests[$0].scenario }.joined(separator: " ")
      let counts = try places.enumerated().map { index, place in
        // What stands beside it in the process moves a count by some thousandths of a per cent: the
        // heap that a copy begins with is another.
        try count(of: requests[place], at: place, among: "\(index) of \(list)")
      }
      // A file that cannot be read is counted anew.
      let kept = counts.map { count in
        FileManager.default.contents(atPath: count.kept)
          .flatMap { try? JSONDecoder().decode(InstructionProfile.self, from: $0) }
      }
      if kept.contains(where: { $0 == nil }) {
        wanted.append(counts)
      } else {
        for (place, profile) in zip(places, kept) { profiles[place] = profile }
      }
    }
    let files = wanted.indices.map { "\(workspace.outputFolder)/callgrind-\($0)-\(getpid())" }
    defer { removeFiles() }
    let questions = try zip(wanted, files).map { counts, file in
      try question(counts, file: "\(file).%p")
    }
    let answers = try probes.answers(to: questions)
    for ((counts, file), samples) in zip(zip(wanted, files), answers) {
      for (count, sample) in zip(counts, samples) {
        if let problem = sample.problem { throw Failure(description: problem) }
        guard let process = sample.process,
          let data = FileManager.default.contents(atPath: "\(file).\(process)")
        else {
          throw Failure(description: "callgrind wrote no file")
        }
        let profile = try CallgrindFile.profile(
          String(decoding: data, as: UTF8.self),
          phases: Self.symbols
        )
        try workspace.write(try JSONEncoder().encode(profile), to: count.kept)
        profiles[count.place] = profile
      }
    }
    return profiles.compactMap { $0 }
  }

  /// The places of requests that one process is asked for: those of a build and plant.
  private func groups(of requests: [Request]) -> [[Int]] {
    var groups: [(key: String, places: [Int])] = []
    for (place, request) in requests.enumerated() {
      let key = "\(request.build.role) \(request.build.program) \(request.plant?.text ?? "")"
      if let group = groups.firstIndex(where: { $0.key == key }) {
        groups[group].places.append(place)
      } else {
        groups.append((key, [place]))
      }
    }
    return groups.map(\.places)
  }

  /// Removes what callgrind has written, also of processes that were only copied.
  private func removeFiles() {
    let folder = workspace.outputFolder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix("callgrind-") {
      unlink("\(folder)/\(name)")
    }
  }

  /// What a process is asked: all of `counts`, which are of one build and plant.
  private func question(_ counts: [Count], file: String) throws -> ProbeRun.Question {
    let first = counts[0].request
    let program = try stripped(first.build.program)
    return ProbeRun.Question(
      build: ProbeRun.Build(program: program, role: first.build.role),
      mode: .instructions,
      scenarios: counts.map(\.request.scenario),
      plant: first.plant,
      wrapper: [
        "setarch", "-R", "valgrind", "--tool=callgrind", "--instr-atstart=no",
        "--callgrind-out-file=\(file)", "--quiet",
      ]
    )
  }

  /// - Parameter list: Its place among the scenarios of its process.
  private func count(of request: Request, at place: Int, among list: String) throws -> Count {
    let program = try stripped(request.build.program)
    let parts = [
      "schema 3 \(list)", try digest(of: program), request.load, request.tools,
      request.scenario, probes.profile, probes.design, "\(probes.refreshHertz)",
      request.plant?.text ?? "", try version(), try libraries(of: program),
    ]
    let key = TextDigest.sha256(Array(parts.joined(separator: "\n").utf8))
    return Count(place: place, request: request, kept: "\(workspace.folder)/counts/\(key).json")
  }

  /// A copy without debug information: callgrind gives up on some of today's.
  func stripped(_ program: String) throws -> String {
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
