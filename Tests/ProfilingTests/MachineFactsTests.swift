import Foundation
import Profiling
import Testing

@Suite struct MachineFactsTests {
  @Test func everyFactHasAKeyAndAValue() {
    let entries = MachineFacts.current().entries
    #expect(
      entries.map(\.key) == [
        "cpu", "cpu_count", "os", "kernel", "toolchain", "architecture", "build", "allocator",
      ]
    )
    for entry in entries { #expect(!entry.value.isEmpty, "\(entry.key)") }
    print(entries.map { "\($0.key): \($0.value)" }.joined(separator: "\n"))
  }

  @Test func theToolchainIsOneOfTheReleasesThisPackageBuildsWith() {
    #expect(Toolchain.swift.hasPrefix("swift-6."))
    #expect(["debug", "release"].contains(Toolchain.configuration))
    #expect(["x86_64", "arm64"].contains(Toolchain.architecture))
  }

  @Test func missingFactsReadNotAvailable() {
    var facts = MachineFacts.current()
    facts.processor = nil
    facts.processorCount = nil
    facts.system = nil
    facts.kernel = nil
    #expect(facts.entries.prefix(4).allSatisfy { $0.value == "n/a" })
  }

  /// In a process of its own: what other tests give back meanwhile would hide what is taken.
  @Test func thePeakRisesWithMemoryThatIsTouchedAndCanBeForgotten() async {
    await #expect(processExitsWith: .success) {
      let before = try #require(PeakResident.bytes())
      precondition(before > 1 << 20, "\(before)")
      let size = 64 << 20
      let canForget = PeakResident.reset()
      let base = try #require(PeakResident.bytes())
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
      memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
      let peak = try #require(PeakResident.bytes())
      memory.deallocate()
      precondition(!canForget || peak - base > size / 2, "\(base) to \(peak)")
      precondition(peak >= base, "\(base) to \(peak)")
      let usage = try #require(PeakResident.maximumOfUsage())
      precondition(usage > 1 << 20, "\(usage)")
    }
  }

  @Test func anInstructionCounterIsThereOrSaysWhyNot() {
    let found = InstructionCounter.probe()
    print("instruction counter: \(found)")
    #expect(!found.description.isEmpty)
    #expect(found == InstructionCounter.probe())
  }

  #if os(Linux)
    @Test func aCounterThatStandsStillIsNotAvailable() {
      #expect(InstructionCounter.judge(failure: 0, counted: 5).isAvailable)
      let words = [
        (InstructionCounter.judge(failure: 0, counted: 0), "stands still"),
        (InstructionCounter.judge(failure: ENOENT, counted: 0), "no hardware counter"),
        (InstructionCounter.judge(failure: EACCES, counted: 0), "perf_event_paranoid"),
        (InstructionCounter.judge(failure: EINVAL, counted: 0), "perf_event_open failed"),
      ]
      for (outcome, word) in words {
        #expect(!outcome.isAvailable)
        #expect(outcome.description.contains(word))
      }
    }
  #endif
}
