import CProbes
import ChildProcesses
import Foundation
import Testing

/// Every way to end has its name, and leaves the others alone.
@Suite struct ChildEndTests {
  private static let megabyte = 1 << 20

  @Test(arguments: [1, 3, 255]) func anExitCodeIsTold(code: Int32) throws {
    let result = try Probe().end(["echo", "exit \(code)"])
    #expect(result.end == .exited(code: code) && !result.end.isOrderly)
    #expect(result.steps == 1)
  }

  @Test func anEndBeforeItWasAskedForIsALoss() throws {
    let result = try Probe().end(["exit 0"])
    #expect(result.end == .lost(reason: "it ended before it was told to"))
  }

  @Test func aTrapIsToldWithWhatItPrinted() throws {
    let result = try Probe().end(["trap"])
    guard case .trapped(let signal) = result.end else {
      Issue.record("\(result.end)")
      return
    }
    #expect([SIGILL, SIGTRAP].contains(signal))
    #expect(result.output.text.contains("trapped on purpose"))
    // Swift's backtracer would say what crashed and where.
    #expect(!result.output.text.contains("Backtrace"))
    #expect(try Probe().end(["abort"]).end == .trapped(signal: SIGABRT))
  }

  @Test func aKillIsTold() throws {
    #expect(try Probe().end(["kill"]).end == .killed(signal: SIGKILL))
    #expect(try Probe().end(["terminate"]).end == .killed(signal: SIGTERM))
  }

  @Test func aChildThatIsKilledWhileItWaitsForItsTurnIsTold() throws {
    let probe = try Probe()
    var first: pid_t = 0
    var ends: [ChildEnd?] = []
    try ChildPool(jobs: 1).run(
      Array(repeating: ChildTask(command: probe.command(), group: 0), count: 2),
      next: { task, answer in
        guard let answer else { return Array((task == 0 ? "pid" : "progress 1").utf8) }
        if task == 1 { return nil }
        first = pid_t(String(decoding: answer, as: UTF8.self)) ?? 0
        return Array("echo never".utf8)
      },
      // The second computes now, the first waits.
      progress: { _, _ in #expect(first > 0 && kill(first, SIGKILL) == 0) },
      deliver: { _, result in ends.append(result?.end) }
    )
    #expect(ends == [.killed(signal: SIGKILL), .exited(code: 0)])
  }

  @Test func aChildThatNeverAnswersIsTimedOut() throws {
    let probe = try Probe()
    let limit = Duration.milliseconds(300)
    for script in [["compute"], ["echo", "sleep 60000"]] {
      let result = try probe.end(script, command: probe.command(timeLimit: limit))
      #expect(result.end == .timedOut(limit: limit))
      #expect(result.busy >= limit)
    }
  }

  @Test func aChildThatPrintsWithoutEndIsTimedOutWithItsLastWords() throws {
    let probe = try Probe()
    let limit = Duration.milliseconds(300)
    let result = try probe.end(["flood again"], command: probe.command(timeLimit: limit))
    #expect(result.end == .timedOut(limit: limit))
    let output = result.output
    #expect(output.bytes.count == CapturedOutput.limit && output.droppedCount > 0)
    #expect(output.text.contains("again\nagain\n"))
  }

  @Test func waitingForATurnIsNotTimedOut() throws {
    let probe = try Probe()
    // Together they take longer than each may.
    let scripts = Array(repeating: Array(repeating: "sleep 400", count: 4), count: 2)
    let limit = Duration.milliseconds(2_900)
    let run = try probe.run(scripts, command: probe.command(timeLimit: limit))
    #expect(run.results.map { $0?.end } == [.exited(code: 0), .exited(code: 0)])
    for result in run.results { #expect(try #require(result).busy >= .milliseconds(1_600)) }
  }

  #if os(Linux)
    @Test func aChildThatAllocatesWithoutEndIsOutOfMemory() throws {
      let probe = try Probe()
      let limit = 200 * Self.megabyte
      let result = try probe.end(["allocate"], command: probe.command(memoryLimit: limit))
      guard case .outOfMemory(let peak, limit) = result.end else {
        Issue.record("\(result.end)")
        return
      }
      #expect(peak > limit)
      #expect(try #require(result.peakResidentBytes) > limit)
    }

    @Test func memoryWithinTheLimitIsNoOffence() throws {
      let probe = try Probe()
      let command = probe.command(memoryLimit: 300 * Self.megabyte)
      #expect(try probe.end(["touch 150", "sleep 50"], command: command).end == .exited(code: 0))
    }

    /// Behind the limit of resident memory stands one of what is asked for.
    @Test(.enabled(if: stillpoint_limits_data(), "a sanitizer reserves terabytes"))
    func whatIsReservedHasALimitToo() throws {
      let probe = try Probe()
      let command = probe.command(memoryLimit: 100 * Self.megabyte)
      let run = try probe.run([["reserve 800", "reserve 800"]], command: command)
      #expect(run.answers[0] == ["reserved", "refused"])
    }
  #endif

  @Test func nonsenseOnTheChannelIsALoss() throws {
    guard case .lost(let reason) = try Probe().end(["nonsense"]).end else {
      Issue.record("nonsense was taken")
      return
    }
    #expect(reason.contains("header"))
  }

  @Test func aChildThatClosesItsChannelIsALoss() throws {
    #expect(
      try Probe().end(["close"]).end == .lost(reason: "it closed its channel and went on")
    )
  }

  @Test func oneChildsEndLeavesTheOthersAlone() throws {
    let scripts = [["echo a"], ["trap"], ["echo b", "echo c"], ["kill"], ["exit 7"], ["echo d"]]
    let run = try Probe().run(scripts, groups: [0, 0, 0, 1, 1, 2], jobs: 2)
    #expect(
      run.results.map { $0?.end.name }
        == ["exited", "trapped", "exited", "killed", "exited", "exited"]
    )
    #expect(run.answers == [["a"], [], ["b", "c"], [], [], ["d"]])
    #expect(run.deliveries == Array(0..<6))
  }
}
