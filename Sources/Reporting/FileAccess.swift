import Foundation

/// Files and folders, with errors that name the path.
enum FileAccess {
  static func read(_ path: String) throws(ReportError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw failure(error, path, "read", advice: "name a file that exists and may be read")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } catch {
      throw failure(error, path, "write", advice: "free space or give another --output")
    }
  }

  /// Writes a file part by part.
  static func write(_ parts: some Sequence<[UInt8]>, to path: String) throws(ReportError) {
    do {
      let url = URL(fileURLWithPath: path)
      try Data().write(to: url)
      let file = try FileHandle(forWritingTo: url)
      for part in parts { try file.write(contentsOf: Data(part)) }
      try file.close()
    } catch {
      throw failure(error, path, "write", advice: "free space or give another --output")
    }
  }

  static func makeFolder(_ path: String) throws(ReportError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw failure(
        error,
        path,
        "make the folder",
        advice: "give another --output or the permission to write there"
      )
    }
  }

  static func rename(_ path: String, to target: String) throws(ReportError) {
    guard Foundation.rename(path, target) == 0 else {
      throw .system(
        path: target,
        operation: "rename \(path) to it",
        reason: String(cString: strerror(errno)),
        advice: "give another --output or the permission to write there"
      )
    }
  }

  static func remove(_ path: String) throws(ReportError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw failure(error, path, "remove", advice: "remove it by hand")
    }
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  static func names(in folder: String) throws(ReportError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw failure(error, folder, "list", advice: "give the permission to read it")
    }
  }

  private static func failure(
    _ error: any Error,
    _ path: String,
    _ operation: String,
    advice: String
  ) -> ReportError {
    var reason = error.localizedDescription
    let wrapped = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let wrapped, wrapped.domain == NSPOSIXErrorDomain {
      reason = String(cString: strerror(Int32(wrapped.code)))
    } else if let posix = error as? POSIXError {
      reason = String(cString: strerror(posix.code.rawValue))
    }
    return .system(path: path, operation: operation, reason: reason, advice: advice)
  }
}
