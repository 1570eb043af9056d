import Foundation
import Profiling
import Testing
import Timebase

@Suite struct ClockTests {
  /// Keeps the processor busy for at least `span` of its own time.
  private func spin(for span: Nanoseconds) {
    let end = ThreadCPUClock.now() + span
    while ThreadCPUClock.now() < end {}
  }

  @Test func theClocksNeverGoBack() {
    var wall = WallClock.now()
    var cpu = ThreadCPUClock.now()
    for _ in 0..<10_000 {
      let nextWall = WallClock.now()
      let nextCPU = ThreadCPUClock.now()
      #expect(nextWall >= wall)
      #expect(nextCPU >= cpu)
      wall = nextWall
      cpu = nextCPU
    }
  }

  @Test func processorTimeIsAtMostTimeOnTheWall() {
    let wall = WallClock.now()
    let cpu = ThreadCPUClock.now()
    spin(for: .milliseconds(2))
    let spentCPU = ThreadCPUClock.now() - cpu
    let spentWall = WallClock.now() - wall
    #expect(spentCPU >= .milliseconds(2))
    #expect(spentCPU <= spentWall)
  }

  @Test func otherThreadsDoNotSpendThisThreadsTime() {
    let own = ThreadCPUClock.now()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let end = ThreadCPUClock.now() + .milliseconds(20)
      while ThreadCPUClock.now() < end {}
      done.signal()
    }
    thread.start()
    done.wait()
    #expect(ThreadCPUClock.now() - own < .milliseconds(20))
  }

  @Test func theClocksResolveAFrame() throws {
    #expect(WallClock.resolution > .zero && WallClock.resolution <= .milliseconds(1))
    #expect(ThreadCPUClock.resolution > .zero && ThreadCPUClock.resolution <= .milliseconds(1))
    let wall = try #require(WallClock.observedStep())
    let cpu = try #require(ThreadCPUClock.observedStep())
    print("observed steps: wall \(wall), thread CPU \(cpu)")
    #expect(wall > .zero && wall <= .milliseconds(1))
    #expect(cpu > .zero && cpu <= .milliseconds(1))
  }

  @Test func aModelledPhaseCostsWhatTheModelCharges() {
    var meter = PhaseMeter(source: .modelled)
    meter.begin()
    spin(for: .milliseconds(1))
    #expect(meter.end(modelled: Nanoseconds(rawValue: 42)) == Nanoseconds(rawValue: 42))
    #expect(meter.ownCost(phases: 9) == .zero)
  }

  @Test(arguments: [PhaseMeter.Source.cpu, .wall])
  func aMeasuredPhaseCostsTheTimeItTook(source: PhaseMeter.Source) {
    var meter = PhaseMeter(source: source)
    var asked = false
    func charge() -> Nanoseconds {
      asked = true
      return .zero
    }
    meter.begin()
    spin(for: .milliseconds(1))
    #expect(meter.end(modelled: charge()) >= .milliseconds(1))
    #expect(!asked)
    print("an empty phase reads \(meter.ownCost()) by \(source)")
    #expect(meter.ownCost() < .milliseconds(1))
  }

  @Test(.countingAllocations, arguments: PhaseMeter.Source.allCases)
  func bracketingAPhaseAllocatesNothing(source: PhaseMeter.Source) throws {
    let counter = try #require(AllocationCounter())
    var meter = PhaseMeter(source: source)
    var sum = Nanoseconds.zero
    func phases() {
      for number in 0..<1000 {
        meter.begin()
        sum = sum + meter.lap(modelled: Nanoseconds(rawValue: Int64(number)))
        sum = sum + meter.end(modelled: Nanoseconds(rawValue: Int64(number)))
      }
    }
    phases()
    let before = counter.sample()
    phases()
    #expect((counter.sample() - before).count == 0)
    #expect(sum > .zero)
  }

  @Test(arguments: [PhaseMeter.Source.cpu, .wall])
  func phasesInARowShareTheInstantBetweenThem(source: PhaseMeter.Source) {
    var meter = PhaseMeter(source: source)
    let before = (cpu: ThreadCPUClock.now(), wall: WallClock.now())
    meter.begin()
    spin(for: .milliseconds(1))
    var sum = meter.lap(modelled: .zero)
    #expect(sum >= .milliseconds(1))
    for _ in 0..<100 { sum = sum + meter.lap(modelled: .zero) }
    spin(for: .milliseconds(2))
    let last = meter.end(modelled: .zero)
    let wall = WallClock.now() - before.wall
    let cpu = ThreadCPUClock.now() - before.cpu
    #expect(last >= .milliseconds(2))
    #expect(sum + last <= wall)
    // Each of the short phases may have been kept off the processor for as long as it took.
    if source == .cpu { #expect(sum + last <= cpu + PhaseMeter.checkedFrom * 102) }
  }

  /// A thread that sleeps is off its processor as one is that another program pushes away.
  @Test func timeOffTheProcessorIsNoProcessorTime() {
    for (source, isSleepCounted) in [(PhaseMeter.Source.cpu, false), (.wall, true)] {
      var meter = PhaseMeter(source: source)
      meter.begin()
      let before = meter.lap(modelled: .zero)
      usleep(60_000)
      spin(for: .milliseconds(2))
      let slept = meter.lap(modelled: .zero)
      spin(for: .milliseconds(2))
      let after = meter.end(modelled: .zero)
      #expect(slept >= .milliseconds(2) && after >= .milliseconds(2))
      #expect((slept >= .milliseconds(60)) == isSleepCounted, "\(source): \(slept)")
      #expect(isSleepCounted || before < .milliseconds(60))
    }
  }

  @Test func aPhaseBeginsOnceAndEndsOnce() async {
    await #expect(processExitsWith: .failure) {
      var meter = PhaseMeter(source: .cpu)
      _ = meter.end(modelled: .zero)
    }
    await #expect(processExitsWith: .failure) {
      var meter = PhaseMeter(source: .cpu)
      _ = meter.lap(modelled: .zero)
    }
    await #expect(processExitsWith: .failure) {
      var meter = PhaseMeter(source: .cpu)
      meter.begin()
      meter.begin()
    }
  }
}
