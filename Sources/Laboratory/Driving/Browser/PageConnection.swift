import ChildProcesses
import Foundation

/// How a page is spoken to in a browser that draws by itself.
protocol PageConnection: AnyObject {
  typealias Object = [String: Any]

  var engine: Engine { get }
  /// The browser's name and version, as it says them.
  var version: String { get }
  /// What is to be known of how it was started, such as a sandbox that is off; nil for nothing.
  var condition: String? { get }
  /// Looks whether driving goes on: it throws where something else has ended.
  var watch: () throws -> Void { get set }

  /// Opens an address, and does not wait for it.
  func open(_ url: String) throws
  /// What an expression comes to, as JSON.
  func json(of expression: String, limit: Duration) throws -> String
  /// Has hands act, as WebDriver writes it.
  func perform(_ actions: [Object]) throws
  /// What a wheel action has to say that turns by so many pixels.
  func wheelDelta(_ delta: Double) -> Int
  func resize(_ viewport: Viewport) throws
  /// A picture of what is on screen: PNG, in base 64.
  func picture(limit: Duration) throws -> String
  /// Ends the browser, and all that was started for it.
  func end()
}

/// The page went away while it was asked: it is on its way to another address.
struct PageLeft: Error {}

extension PageConnection {
  func wheelDelta(_ delta: Double) -> Int { Int(delta) }

  /// An object as bytes of JSON.
  func bytes(_ object: Object) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object))
  }

  /// The object that bytes of JSON are.
  func object(_ bytes: [UInt8]) throws -> Object {
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? Object else {
      throw DriveFailure.browser("sent a message that is no JSON object")
    }
    return object
  }
}

extension GuardedProcess {
  /// Goes on while it runs.
  ///
  /// - Throws: ``DriveFailure/died(who:detail:)`` when it has ended.
  func check(_ who: String) throws(DriveFailure) {
    guard !isRunning() else { return }
    let code = exitCode.map { " with code \($0)" } ?? ""
    throw .died(who: who, detail: code + (lastLines(1).first.map { "; it said: \($0)" } ?? ""))
  }

  /// The port of this machine that it listens at, as Linux lists it; nil while it listens at none.
  var port: UInt16? {
    let folder = "/proc/\(leader)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let sockets = names.compactMap { name -> String? in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return place?.hasPrefix("socket:[") == true
        ? String(place?.dropFirst(8).dropLast() ?? "") : nil
    }
    let table = (try? String(contentsOfFile: "/proc/\(leader)/net/tcp", encoding: .utf8)) ?? ""
    for line in table.split(whereSeparator: \.isNewline).dropFirst() {
      // Number, own address, other address, state, four columns, and the socket's number.
      let words = line.split(separator: " ")
      guard words.count > 9, words[3] == "0A", sockets.contains(String(words[9])) else { continue }
      return words[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
    return nil
  }
}
