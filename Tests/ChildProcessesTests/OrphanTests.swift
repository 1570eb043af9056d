#if os(Linux)
  import ChildProcesses
  import Foundation
  import Testing

  /// Children end with their parent, whatever ends it and whenever.
  @Suite(.serialized) struct OrphanTests {
    private static let iterations =
      ProcessInfo.processInfo.environment["ITERATIONS"].flatMap { Int($0) } ?? 10
    private static let seed =
      ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 1

    /// A parent of three children that compute for ever.
    private func startParent(_ probe: Probe, _ arguments: [String]) throws -> (Process, Pipe) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: probe.path)
      process.arguments = arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      // A runner in the background of a shell has them ignored, and hands that on.
      for ignored in [SIGINT, SIGHUP, SIGQUIT] { signal(ignored, SIG_DFL) }
      try process.run()
      return (process, pipe)
    }

    /// Waits until no process holds the probe's token.
    ///
    /// - Returns: Those that are left after a second.
    private func remaining(_ probe: Probe) throws -> [Int] {
      let end = ContinuousClock.now + .seconds(1)
      var living = try probe.living()
      while !living.isEmpty, ContinuousClock.now < end {
        usleep(5_000)
        living = try probe.living()
      }
      return living
    }

    @Test func aParentThatIsKilledLeavesNoOrphan() throws {
      var random = Self.seed
      for round in 0..<Self.iterations {
        let probe = try Probe()
        let (process, pipe) = try startParent(probe, ["parent", "3", probe.token])
        // Half of them while children are being started, half while they compute.
        if round % 2 == 0 {
          _ = pipe.fileHandleForReading.readData(ofLength: 1)
          #expect(try probe.living().count == 4)
        } else {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          usleep(UInt32(random >> 33) % 40_000)
        }
        #expect(kill(process.processIdentifier, SIGKILL) == 0)
        process.waitUntilExit()
        let left = try remaining(probe)
        #expect(left.isEmpty, "round \(round), seed \(Self.seed): \(left)")
        for orphan in left { kill(pid_t(orphan), SIGKILL) }
      }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aParentThatIsInterruptedEndsItsChildrenAndCleansUp(signal: Int32) throws {
      let probe = try Probe()
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(probe.token)
      try Data().write(to: file)
      let (process, pipe) = try startParent(probe, ["clean", "3", probe.token, file.path])
      _ = pipe.fileHandleForReading.readData(ofLength: 1)
      let children = try probe.living().filter { $0 != Int(process.processIdentifier) }
      #expect(children.count == 3)
      // A terminal sends it to all of them; the children leave it to the parent.
      if signal == SIGINT { for child in children { #expect(kill(pid_t(child), signal) == 0) } }
      #expect(kill(process.processIdentifier, signal) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
      #expect(try probe.living().isEmpty)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }
#endif
