import Foundation
import Profiling
import Testing

@Suite struct AllocationCounterTests {
  @Test func availabilityNamesJemallocOrSaysWhyNot() {
    switch AllocationCounter.availability {
    case .available(let version):
      #expect(version.hasPrefix("jemalloc "))
      #expect(AllocationCounter() != nil)
    case .notAvailable(let reason):
      #expect(!reason.isEmpty)
      #expect(AllocationCounter() == nil)
    }
    #expect("\(Availability.notAvailable("no reason"))" == "not available: no reason")
  }

  @Test(.countingAllocations) func jemallocCountsOnlyWhereItIsTheAllocator() throws {
    #expect(try #require(AllocationCounter.provider).contains("jemalloc"))
  }

  @Test(
    .countingAllocations,
    arguments: [1, 2, 3, 7, 100, 1000],
    [8, 64, 4096, 20_000, 32_768, 40_000, 3_000_000]
  )
  func plantedAllocationsAreCountedOneByOne(count: Int, bytes: Int) throws {
    let counter = try #require(AllocationCounter())
    PlantedAllocations.perform(count: count, bytes: bytes)
    let before = counter.sample()
    PlantedAllocations.perform(count: count, bytes: bytes)
    let difference = counter.sample() - before
    #expect(difference.count == count)
    #expect(difference.bytes >= count * bytes)
  }

  @Test(.countingAllocations) func countingItselfAllocatesNothing() throws {
    let counter = try #require(AllocationCounter())
    var previous = counter.sample()
    for _ in 0..<1000 {
      let next = counter.sample()
      if next != previous { Issue.record("a sample allocated: \(next - previous)") }
      previous = next
    }
  }

  @Test(.countingAllocations) func onePlantedAllocationAFrameIsExactlyOneMoreAFrame() throws {
    let counter = try #require(AllocationCounter())
    let frames = 600
    func work(planted: Int) -> AllocationSample {
      let before = counter.sample()
      for frame in 0..<frames {
        var items: [Int] = []
        items.reserveCapacity(8 + frame % 5)
        items.append(frame)
        withExtendedLifetime(items) { PlantedAllocations.perform(count: planted) }
      }
      return counter.sample() - before
    }
    _ = work(planted: 1)
    let plain = work(planted: 0)
    let planted = work(planted: 1)
    #expect(plain == work(planted: 0))
    #expect(planted.count - plain.count == frames)
    #expect(planted.bytes - plain.bytes == frames * 64)
  }

  @Test(.countingAllocations) func otherThreadsAreNotCounted() throws {
    let counter = try #require(AllocationCounter())
    let stop = Flag()
    let thread = Thread { while !stop.isSet { PlantedAllocations.perform(count: 100) } }
    thread.start()
    defer { stop.set() }
    for _ in 0..<50 {
      let before = counter.sample()
      PlantedAllocations.perform(count: 200)
      let difference = counter.sample() - before
      #expect(difference.count == 200)
      #expect(difference.bytes == 200 * 64)
    }
  }

  @Test(.countingAllocations) func countersOfOneThreadOneAfterTheOtherAgree() throws {
    for _ in 0..<20 {
      let counter = try #require(AllocationCounter())
      let before = counter.sample()
      PlantedAllocations.perform(count: 5)
      #expect((counter.sample() - before).count == 5)
    }
  }

  @Test(.countingAllocations) func arenasAreUsedAgain() {
    // jemalloc has about 4,000 arenas; this would run out of them.
    let many = 5000
    for _ in 0..<many {
      guard AllocationCounter() != nil else {
        Issue.record("no arena was left")
        return
      }
    }
  }

  /// The counters lie in front of jemalloc in every test process that has jemalloc at all.
  @Test(.countingAllocations) func countsComeFromTheThreadsCounters() {
    #if os(Linux)
      #expect(AllocationCounter.source == .threadCounters)
    #endif
  }

  @Test(.countingAllocations) func aProbeInEachLanguageIsCountedCallByCall() {
    let probes = AllocationProbe.all()
    #if os(Linux)
      #expect(probes.map(\.language) == ["C", "C++", "Swift"])
    #endif
    for probe in probes { #expect(probe.isExact, "\(probe)") }
  }

  @Test(.countingAllocations) func theCostOfASampleIsSmall() throws {
    let counter = try #require(AllocationCounter())
    let samples = 2000
    let start = ThreadCPUClock.now()
    for _ in 0..<samples { _ = counter.sample() }
    let each = (ThreadCPUClock.now() - start) / samples
    print("a sample of the allocation counter costs \(each)")
    #expect(each < .milliseconds(1))
  }

  @Test func samplesAddUp() {
    let one = AllocationSample(count: 3, bytes: 100)
    var sum = AllocationSample.zero
    sum += one
    sum += one
    #expect(sum == AllocationSample(count: 6, bytes: 200))
    #expect(sum - one == one)
    #expect(one + .zero == one)
  }

  @Test func nonsenseIsRefused() async {
    await #expect(processExitsWith: .failure) { PlantedAllocations.perform(count: -1) }
    await #expect(processExitsWith: .failure) { PlantedAllocations.perform(count: 1, bytes: 0) }
  }
}
