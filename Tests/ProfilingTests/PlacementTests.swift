import Foundation
import Profiling
import Testing

/// Where programs and threads are put.
@Suite(.serialized) struct PlacementTests {
  #if os(Linux)
    /// Where a program finds its own code.
    private func address() throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/cat")
      process.arguments = ["/proc/self/maps"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(String(decoding: data, as: UTF8.self).prefix { $0 != "-" })
    }

    @Test(.enabled(if: AddressLayout.canBeFixed))
    func addressesAreFixedForWhatIsStartedMeanwhile() throws {
      let fixed = try AddressLayout.fixed { try (0..<4).map { _ in try address() } }
      #expect(Set(fixed).count == 1, "\(fixed)")
      let free = try (0..<4).map { _ in try address() }
      #expect(Set(free).count > 1, "\(free)")
    }

    @Test(.enabled(if: AddressLayout.canBeFixed))
    func anErrorLeavesAddressesAsTheyWere() throws {
      #expect(throws: Planned.self) { try AddressLayout.fixed { throw Planned() } }
      let free = try (0..<4).map { _ in try address() }
      #expect(Set(free).count > 1, "\(free)")
    }

    struct Planned: Error {}

    @Test func aThreadStaysOnOneOfItsProcessors() throws {
      let allowed = Processors.allowed
      let last = try #require(allowed.last)
      #expect(allowed == allowed.sorted() && allowed[0] >= 0)
      let seen = Flag()
      let thread = Thread {
        if Processors.stay(on: last), Processors.allowed == [last], !Processors.stay(on: 1 << 20) {
          seen.set()
        }
      }
      thread.start()
      while !thread.isFinished { usleep(1_000) }
      #expect(seen.isSet)
      #expect(Processors.allowed == allowed)
    }
  #endif
}
