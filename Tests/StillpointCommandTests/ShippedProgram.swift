import Foundation
import Testing

/// The built `stillpoint`, run as a user runs it.
struct ShippedProgram {
  /// How a run ended.
  struct Ending {
    var code: Int32
    var output: String
    var errors: String
  }

  /// A folder of its own for files of a test.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() throws { try FileManager.default.removeItem(at: folder) }

  /// Writes a file into the folder.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, bytes: Array(text.utf8))
  }

  func file(_ name: String, bytes: [UInt8]) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Runs the program in the package's folder.
  ///
  /// - Parameters:
  ///   - name: `stillpoint`, or `stillpoint-maintain`.
  ///   - interruptedAfter: Seconds after which Ctrl-C comes; nil for never.
  ///   - ending: A signal that it gets as soon as there is a file, which has to come within 30 s; nil for
  ///     none.
  func run(
    _ arguments: [String],
    of name: String = "stillpoint",
    environment: [String: String] = [:],
    interruptedAfter: Double? = nil,
    ending: (signal: Int32, file: String)? = nil
  ) throws -> Ending {
    let process = Process()
    process.executableURL = try Self.executable(name)
    process.arguments = arguments
    process.currentDirectoryURL = Self.package
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = folder.appendingPathComponent("stdout-\(UUID().uuidString)")
    let errors = folder.appendingPathComponent("stderr-\(UUID().uuidString)")
    for url in [output, errors] { try Data().write(to: url) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    // A runner in the background of a shell has them ignored, and hands that on.
    for ignored in [SIGINT, SIGHUP, SIGQUIT] { signal(ignored, SIG_DFL) }
    try process.run()
    if let interruptedAfter {
      Thread.sleep(forTimeInterval: interruptedAfter)
      process.interrupt()
    }
    if let (signal, file) = ending {
      let deadline = Date() + 30
      while !FileManager.default.fileExists(atPath: file), Date() < deadline { usleep(10_000) }
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    let ending = Ending(
      code: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
    for url in [output, errors] { try FileManager.default.removeItem(at: url) }
    return ending
  }

  /// The package's root, where scenarios and streams lie.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Beside the test runner; `STILLPOINT_EXECUTABLE` names another `stillpoint`.
  static func executable(_ name: String = "stillpoint") throws -> URL {
    if name == "stillpoint",
      let named = ProcessInfo.processInfo.environment["STILLPOINT_EXECUTABLE"]
    {
      return URL(fileURLWithPath: named)
    }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw Missing(name: name)
  }

  struct Missing: Error, CustomStringConvertible {
    var name: String
    var description: String {
      "no \(name) beside \(CommandLine.arguments[0]); run swift build with the same options"
    }
  }
}
