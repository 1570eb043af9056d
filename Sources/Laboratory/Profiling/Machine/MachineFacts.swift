#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run should say about the machine it ran on; nil is "the system does not say".
public struct MachineFacts: Hashable, Sendable {
  /// The processor's name.
  public var processor: String?
  /// Processors the system has online.
  public var processorCount: Int?
  /// The operating system's name and version.
  public var system: String?
  /// The kernel's name and release.
  public var kernel: String?
  /// The compiler the process was built with.
  public var toolchain: String
  /// The architecture it was built for.
  public var architecture: String
  /// `debug` or `release`.
  public var configuration: String
  /// Who hands out memory, and whether it can be counted.
  public var allocator: Availability

  /// Asks the system; takes about a millisecond.
  public static func current() -> MachineFacts {
    MachineFacts(
      processor: processorName(),
      processorCount: onlineProcessors(),
      system: systemName(),
      kernel: kernelName(),
      toolchain: Toolchain.swift,
      architecture: Toolchain.architecture,
      configuration: Toolchain.configuration,
      allocator: AllocationCounter.availability
    )
  }

  /// The facts in the order in which they are to be shown; one that is missing reads `n/a`.
  public var entries: [(key: String, value: String)] {
    [
      ("cpu", processor ?? "n/a"),
      ("cpu_count", processorCount.map { String($0) } ?? "n/a"),
      ("os", system ?? "n/a"),
      ("kernel", kernel ?? "n/a"),
      ("toolchain", toolchain),
      ("architecture", architecture),
      ("build", configuration),
      ("allocator", allocator.description),
    ]
  }

  private static func onlineProcessors() -> Int? {
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return count > 0 ? count : nil
  }

  private static func kernelName() -> String? {
    var names = utsname()
    guard uname(&names) == 0 else { return nil }
    return "\(text(of: names.sysname)) \(text(of: names.release))"
  }

  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  #if canImport(Darwin)
    private static func processorName() -> String? { setting("machdep.cpu.brand_string") }

    private static func systemName() -> String? {
      setting("kern.osproductversion").map { "macOS \($0)" }
    }

    private static func setting(_ name: String) -> String? {
      var length = 0
      guard sysctlbyname(name, nil, &length, nil, 0) == 0, length > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: length)
      guard sysctlbyname(name, &bytes, &length, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #else
    private static func processorName() -> String? {
      guard let text = SystemFile.text(of: "/proc/cpuinfo") else { return nil }
      // Kernels for ARM give numbers instead of a name.
      return SystemFile.value(of: "model name", separator: ":", in: text)
        ?? SystemFile.value(of: "CPU part", separator: ":", in: text).map { "CPU part \($0)" }
    }

    private static func systemName() -> String? {
      guard let text = SystemFile.text(of: "/etc/os-release"),
        let name = SystemFile.value(of: "PRETTY_NAME", separator: "=", in: text)
      else { return nil }
      return name.filter { $0 != "\"" }
    }
  #endif
}
