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

    /// What the system says of the memory that holds this function: who may do what, and of which file.
    private func codeMapping() throws -> (rights: String, file: String?) {
      typealias Function = @convention(c) (Int) -> Int
      let function: Function = { $0 &* 31 &+ 7 }
      let address = UInt(bitPattern: unsafeBitCast(function, to: Int.self))
      for line in try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(
        separator: "\n"
      ) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] <= address, address < ends[1] else { continue }
        return (String(words[1]), words.count > 5 ? String(words[5]) : nil)
      }
      throw Planned()
    }

    // A system may forbid that memory which was written becomes code.
    @Test(.enabled(if: CodePages.canBeRenewed))
    func codeThatLiesInOtherPagesDoesWhatItDid() async throws {
      let before = try codeMapping()
      #expect(before.rights == "r-xp")
      async let elsewhere = Self.sum(200_000)
      for seed in [0, 1, 2, -1, Int.max, 12_345] {
        #expect(CodePages.renew(seed: seed), "seed \(seed)")
        let after = try codeMapping()
        #expect(after.rights == "r-xp" && after.file == nil, "\(after)")
        #expect(await Self.sum(1_000) == 499_500)
      }
      #expect(await elsewhere == 19_999_900_000)
    }

    @concurrent
    private static func sum(_ count: Int) async -> Int {
      (0..<count).reduce(0) { $0 &+ $1 }
    }
  #endif
}
