import ChatSurface
import ChildProcesses
import Foundation
import Gating
import Profiling
import Reporting
import Scenarios
import StillpointCommand

/// Rounds of this build against that of a commit, or against itself.
struct CommitSession {
  let catalog: ScenarioCatalog
  let thresholds: GateThresholds
  let scenarios: [String]
  let profile: Profile
  /// As both builds are asked for it.
  private let profileName: String
  let refresh: [Int]
  let console: Console
  private let workspace: GateWorkspace
  private let tool: ExternalTool

  /// Takes the gate's folder.
  init(
    catalog: ScenarioCatalog,
    thresholds: GateThresholds,
    scenarios: [String],
    profile: Profile,
    named profileName: String,
    refresh: [Int],
    interruption: Interruption,
    console: Console
  ) throws {
    self.catalog = catalog
    self.thresholds = thresholds
    self.profile = profile
    self.profileName = Self.absolute(profileName)
    self.refresh = refresh
    self.console = console
    let root = URL(fileURLWithPath: catalog.folder).deletingLastPathComponent().path
    workspace = try GateWorkspace(root: root)
    tool = ExternalTool(interruption: interruption, scratch: workspace.outputFolder)
    // Probes run in the package's root, wherever the user is.
    self.scenarios = scenarios.map(Self.absolute)
  }

  private static func absolute(_ name: String) -> String {
    ScenarioCatalog.isPath(name) ? URL(fileURLWithPath: name).path : name
  }

  /// The program that asks, as the head.
  static func ownProgram() throws -> String {
    guard let path = Bundle.main.executablePath else {
      throw GateWorkspace.Failure(path: "stillpoint", reason: "its own path is not known")
    }
    return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// A session of two builds at one rate.
  func session(base: String, hertz: Int) throws -> RoundSession {
    let probes = ProbeRun(
      tool: tool,
      root: workspace.root,
      scenarioFolder: URL(fileURLWithPath: catalog.folder).path,
      refreshHertz: hertz,
      profile: profileName,
      design: ProfileChoices(of: profile).sha256
    )
    return RoundSession(
      base: ProbeRun.Build(program: base, role: "base"),
      head: ProbeRun.Build(program: try Self.ownProgram(), role: "head"),
      thresholds: thresholds,
      workspace: workspace,
      probes: probes,
      instructions: InstructionRun(workspace: workspace, probes: probes, tool: tool),
      console: console
    )
  }

  /// A round against a commit.
  ///
  /// - Parameter checks: Those that are made; all where it is empty.
  /// - Throws: `ExitCode` 3 for a base that cannot be compared, errors of building it.
  func round(against name: String, checks: Set<GateCheck>, seed: UInt64) throws -> GateRound {
    let build = BaseBuild(workspace: workspace, tool: tool, console: console)
    let (commit, program) = try build.program(named: name)
    let chosen = checks.isEmpty ? Set(GateCheck.ofCommits) : checks
    var results: [CheckResult] = []
    for hertz in refresh {
      let session = try session(base: program, hertz: hertz)
      do {
        results += try session.run(
          RoundSession.Plan(scenarios: scenarios, checks: chosen, seed: seed)
        )
      } catch let failure as ProbeRun.Failure {
        results += try session.failures(after: failure, in: scenarios) { scenario in
          CellIdentity(scenario: scenario, profile: profile.name, device: "-", refreshHertz: hertz)
        }
      }
    }
    let title = name == commit ? String(commit.prefix(12)) : "\(name) (\(commit.prefix(12)))"
    return GateRound(
      base: title,
      head: "this build",
      results: results,
      advice:
        "if this is meant, the commit that lands becomes the next base; its counts become the "
        + "baseline with: stillpoint gate --adopt"
    )
  }
}
