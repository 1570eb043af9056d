import ChildProcesses
import Foundation
import Testing

@Suite struct ChildPoolTests {
  @Test func aChildDoesOneStepAfterTheOtherInOneProcess() throws {
    let run = try Probe().run([["pid", "echo one", "pid", "echo", "pid"]])
    let answers = run.answers[0]
    #expect(answers.count == 5 && answers[1] == "one" && answers[3] == "")
    #expect(Set([answers[0], answers[2], answers[4]]).count == 1)
    #expect(answers[0] != "\(ProcessInfo.processInfo.processIdentifier)")
    let result = try #require(run.results[0])
    #expect(result.end == .exited(code: 0) && result.end.isOrderly)
    #expect(result.steps == 5)
    #expect(result.busy > .zero)
  }

  @Test func progressComesBeforeItsAnswer() throws {
    let run = try Probe().run([["progress 100", "echo done"]])
    #expect(run.progress[0] == (0..<100).map { "\($0)" })
    #expect(run.answers[0] == ["done", "done"])
  }

  @Test(arguments: [0, 1, 65_531, 65_536, 5_000_000])
  func messagesOfEveryLengthComeWhole(length: Int) throws {
    let text = String(repeating: "y", count: length)
    let run = try Probe().run([["echo \(text)", "long \(length)"]])
    #expect(run.answers[0] == [text, String(repeating: "x", count: length)])
  }

  @Test func resultsComeInTheOrderOfTheTasks() throws {
    let scripts = (0..<8).map { ["sleep \(($0 * 37) % 50)", "echo \($0)"] }
    for jobs in [1, 2, 5] {
      let run = try Probe().run(scripts, groups: Array(0..<8), jobs: jobs)
      #expect(run.deliveries == Array(0..<8))
      #expect(run.answers.map(\.last) == (0..<8).map { "\($0)" })
      #expect(run.results.allSatisfy { $0?.end == .exited(code: 0) })
    }
  }

  @Test func childrenOfAGroupTakeTurns() throws {
    let script = Array(repeating: "echo", count: 3)
    let run = try Probe().run(Array(repeating: script, count: 4), groups: [0, 0, 0, 1])
    #expect(run.turns == [0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 3, 3])
  }

  @Test func aStepThatPausesLetsOthersHaveATurn() throws {
    let run = try Probe().run([["pause 1", "pause 2", "echo one"], ["pid", "pid", "pid"]])
    #expect(run.answers[0] == ["pause 1", "pause 2", "one"])
    #expect(run.turns == [0, 1, 0, 1, 0, 1])
    #expect(run.results.allSatisfy { $0?.end == .exited(code: 0) })
  }

  @Test func aParentThatIsDoneInTheMidstOfAStepIsAnError() throws {
    let result = try Probe().end(["echo one", "pause"])
    #expect(!result.end.isOrderly, "\(result.end)")
  }

  @Test func aTaskWithoutAStepHasNoChild() throws {
    let run = try Probe().run([[], ["echo one"], []])
    #expect(run.results[0] == nil && run.results[2] == nil)
    #expect(run.results[1]?.end == .exited(code: 0))
    #expect(run.deliveries == [0, 1, 2])
  }

  @Test func outputIsCapturedWithItsErrors() throws {
    let result = try Probe().end(["print hello"])
    #expect(
      Set(result.output.text.split(separator: "\n")) == ["hello", "error: hello"]
    )
    #expect(result.output.droppedCount == 0)
  }

  @Test func aChildInheritsNothingButItsThreeFilesAndItsChannel() throws {
    let file = try #require(fopen("/dev/null", "r"))
    defer { fclose(file) }
    let run = try Probe().run([["descriptors"]])
    #expect(run.answers[0] == ["0 1 2 3"])
  }

  @Test func theEnvironmentIsTheParentsWithWhatIsSaid() throws {
    let probe = try Probe()
    let command = probe.command(environment: ["PROBE": "yes=no", "SWIFT_BACKTRACE": "enable=yes"])
    let script = ["environment PROBE", "environment SWIFT_BACKTRACE", "environment PATH"]
    let run = try probe.run([script], command: command)
    #expect(run.answers[0].prefix(2) == ["yes=no", "enable=no"])
    #expect(run.answers[0][2] == ProcessInfo.processInfo.environment["PATH"] ?? "not set")
  }

  #if os(Linux)
    @Test func aChildsPeakIsItsOwn() throws {
      // The parent's peak is larger, and must not be the child's.
      let count = 300 << 20
      let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
      block.initializeMemory(as: UInt8.self, repeating: 1, count: count)
      let run = try Probe().run([["echo"], ["touch 100", "echo"]], groups: [0, 1])
      block.deallocate()
      let peaks = try run.results.map { try #require($0?.peakResidentBytes) }
      #expect(peaks[0] > 1 << 20 && peaks[0] < 90 << 20)
      #expect(peaks[1] > 100 << 20 && peaks[1] < 250 << 20)
    }
  #endif

  private struct Stop: Error, Equatable {}

  @Test func whatACallerThrowsEndsAllChildren() throws {
    let probe = try Probe()
    let tasks = (0..<3).map { ChildTask(command: probe.command(), group: $0) }
    var computing = 0
    #expect(throws: Stop.self) {
      try ChildPool(jobs: 3).run(
        tasks,
        next: { _, _ in Array("compute".utf8) },
        progress: { _, _ in
          computing += 1
          if computing == 3 { throw Stop() }
        },
        deliver: { task, _ in Issue.record("task \(task) was delivered") }
      )
    }
    #if os(Linux)
      #expect(try probe.living().isEmpty)
    #endif
  }

  @Test func aProgramThatIsNotThereIsSaid() throws {
    let command = ChildCommand(path: "/no/such/program", arguments: [], timeLimit: .seconds(1))
    let failure = #expect(throws: ChildFailure.self) {
      try ChildPool(jobs: 1).run(
        [ChildTask(command: command, group: 0)],
        next: { _, _ in [] },
        deliver: { _, _ in }
      )
    }
    let text = "\(try #require(failure))"
    #expect(text.contains("/no/such/program") && text.contains("No such file"))
  }

  @Test func whoIsNoChildIsTold() {
    #expect(throws: ChildFailure.isNoChild(variable: ParentConnection.variable)) {
      _ = try ParentConnection.open()
    }
  }
}
