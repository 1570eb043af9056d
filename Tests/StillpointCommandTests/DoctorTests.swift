import Foundation
import Testing

/// `stillpoint doctor`, run as a user runs it.
@Suite struct DoctorTests {
  #if os(Linux) && Jemalloc
    /// Known allocations in C, C++ and Swift, counted in the program itself.
    @Test func theProgramCountsItsOwnAllocationsCallByCall() throws {
      let program = try ShippedProgram()
      defer { try? program.remove() }
      let ending = try program.run(["doctor"])
      #expect(ending.code == 0)
      let rows = ending.output.split(separator: "\n").filter { $0.hasPrefix("allocations_probe") }
      let expected = [
        "C: 1000 of 1000 calls", "C++: 14000 of 14000 calls", "Swift: 1001 of 1001 calls",
      ]
      #expect(rows.count == expected.count, "\(ending.output)")
      for (row, text) in zip(rows, expected) { #expect(row.hasSuffix(" \(text)")) }
    }
  #endif
}
