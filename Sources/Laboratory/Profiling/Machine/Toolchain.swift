/// What this process was built with, known when it was compiled.
public enum Toolchain {
  /// The Swift compiler's release, such as `swift-6.3.1`.
  ///
  /// A program cannot ask for it when it runs, and the compiler only answers questions of the form
  /// "at least this?", so the releases are listed here; one newer than the list is called by the
  /// newest release it is at least, and a plus.
  public static let swift: String = {
    #if compiler(>=6.4)
      "swift-6.4+"
    #elseif compiler(>=6.3.6)
      "swift-6.3.6+"
    #elseif compiler(>=6.3.5)
      "swift-6.3.5"
    #elseif compiler(>=6.3.4)
      "swift-6.3.4"
    #elseif compiler(>=6.3.3)
      "swift-6.3.3"
    #elseif compiler(>=6.3.2)
      "swift-6.3.2"
    #elseif compiler(>=6.3.1)
      "swift-6.3.1"
    #elseif compiler(>=6.3)
      "swift-6.3.0"
    #elseif compiler(>=6.2.4)
      "swift-6.2.4+"
    #elseif compiler(>=6.2.3)
      "swift-6.2.3"
    #elseif compiler(>=6.2.2)
      "swift-6.2.2"
    #elseif compiler(>=6.2.1)
      "swift-6.2.1"
    #else
      "swift-6.2.0"
    #endif
  }()

  /// The processor's architecture: `x86_64` or `arm64`.
  public static let architecture: String = {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }()

  /// How it was built: `debug` or `release`.
  public static let configuration: String = {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }()
}
