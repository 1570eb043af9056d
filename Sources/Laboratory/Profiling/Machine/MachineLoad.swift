#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the processors did from the beginning of a measurement to its end.
public struct MachineLoad: Sendable {
  /// What the system counted since it began, in ticks of `sysconf(_SC_CLK_TCK)`.
  package struct Ticks: Hashable, Sendable {
    package var busy: Double
    package var stolen: Double
    package var all: Double

    /// Reads the first line of Linux's /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal.
    ///
    /// - Returns: Nil for a line of another form.
    package init?(line: some StringProtocol) {
      let words = line.split(separator: " ")
      let counts = words.dropFirst().prefix(8).compactMap { Double(String($0)) }
      guard words.first == "cpu", counts.count == 8 else { return nil }
      busy = counts[0] + counts[1] + counts[2] + counts[5] + counts[6]
      stolen = counts[7]
      all = counts.reduce(0, +)
    }
  }

  /// How many threads wanted to run, a mean over the minute before the beginning; nil where the system
  /// does not say.
  public let average: Double?
  private let start = Self.ticks()
  private let startOfOwn = Self.ownSeconds()

  /// The beginning.
  public init() {
    var average = 0.0
    self.average = getloadavg(&average, 1) == 1 ? average : nil
  }

  /// How many processors other programs kept busy up to now, and the share of all processors' time that a
  /// host gave to others; nil where the system does not say. Children count when they have ended.
  public func sinceStart() -> (others: Double, steal: Double)? {
    guard let start, let end = Self.ticks(), end.all > start.all else { return nil }
    let perSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    let processors = Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let all = end.all - start.all
    let own = (Self.ownSeconds() - startOfOwn) * perSecond
    let others = max(0, end.busy - start.busy - own)
    return (others / all * processors, max(0, end.stolen - start.stolen) / all)
  }

  private static func ticks() -> Ticks? {
    guard let file = fopen("/proc/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return Ticks(line: String(decoding: bytes, as: UTF8.self))
  }

  #if canImport(Glibc)
    private static let targets = [RUSAGE_SELF, RUSAGE_CHILDREN].map(\.rawValue)
  #else
    private static let targets = [RUSAGE_SELF, RUSAGE_CHILDREN]
  #endif

  /// Processor time of this process and of its children that have ended.
  private static func ownSeconds() -> Double {
    var sum = 0.0
    for target in targets {
      var usage = rusage()
      guard getrusage(target, &usage) == 0 else { continue }
      for time in [usage.ru_utime, usage.ru_stime] {
        sum += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
      }
    }
    return sum
  }
}
