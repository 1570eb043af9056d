import Foundation

/// One page in a browser of one engine, while a scenario is played on it.
protocol DrivenPage: AnyObject {
  typealias Object = [String: Any]

  var engine: Engine { get }
  /// The browser's name and version, as it says them.
  var version: String { get }
  /// What is to be known of how the browser was started; nil for nothing.
  var condition: String? { get }
  var clock: PageClock { get }
  /// Frames drawn so far: on the real clock refresh periods.
  var frames: Int { get }
  /// Whether each frame is looked at by the probe.
  var isSampled: Bool { get set }
  /// Called before each frame: throws where driving must end.
  var watch: () throws -> Void { get set }
  /// Errors that the page printed.
  var complaints: [String] { get }
  /// Addresses of other machines that the page asked for files.
  var outside: [String] { get }
  /// Real time that the probe took, and how often it was asked.
  var probed: (time: Duration, count: Int) { get }

  /// Opens an address; frames must follow before anything is there.
  func open(_ url: String) throws
  /// What an expression of the page comes to.
  @discardableResult
  func evaluate(_ expression: String, limit: Duration) throws -> Any?
  /// Goes on by one frame.
  func frame() throws
  /// A picture of what is on screen, as PNG.
  func picture(limit: Duration) throws -> [UInt8]
  /// Has the page look at each of its frames from now on, and counts periods from here.
  ///
  /// - Returns: Now, by the page's clock.
  func beginWatching() throws -> Double
  /// How many layouts and style recalculations there were so far; nil where the engine does not count them.
  func counters() throws -> (layouts: Int, styles: Int)?
  /// What each process that draws pages took of the cores so far; empty where that is not measured.
  func coreUse() throws -> [Int: CoreUse]
  /// Begins to note what becomes of each frame.
  func beginTrace() throws
  /// How long each function of the page ran since then in tasks that took longer than a refresh, in ms, by its name,
  /// file and line.
  func endProfile() throws -> [String: Double]
  /// Ends that.
  ///
  /// - Returns: Chrome's trace, in JSON.
  func endTrace() throws -> [UInt8]
  /// Forgets what the probe took so far.
  func resetProbe()
  func close()

  // MARK: Hands

  func wheel(x: Double, y: Double, by delta: Double) throws
  func click(x: Double, y: Double) throws
  func insert(_ text: String) throws
  func pressEnter() throws
  func resize(_ viewport: Viewport) throws
}

extension DrivenPage {
  /// How long a frame of a page may take in real time.
  static var frameLimit: Duration { .seconds(30) }
  /// The longest that a scenario may take, however long each of its frames takes.
  static var longest: Duration { .seconds(300) }

  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    try evaluate(expression, limit: DevToolsPipe.answerLimit)
  }

  func picture() throws -> [UInt8] { try picture(limit: DevToolsPipe.answerLimit) }

  /// Draws so many frames.
  func frames(_ count: Int) throws {
    for _ in 0..<count { try frame() }
  }
}

/// What is said of a browser that draws no frame.
package enum NoFrame {
  package static let words = "drew no frame within \(DevToolsPipe.answerLimit.components.seconds) s"
}
