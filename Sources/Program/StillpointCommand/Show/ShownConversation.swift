import CWindow
import ChatSurface
import Drawing
import FramePacing
import Lengths
import LoadGeneration
import StillpointEngine
import Timebase

/// A scenario that is played in a window, with a user before it.
struct ShownConversation {
  /// How far a step of the wheel scrolls, in points.
  private static let wheelStep = 60.0
  /// How many letters a line of the composer takes.
  private static let columns = 34

  let session: HostSession
  let painter: FramePainter
  private let device: Device
  private var events: ArraySlice<TimedLoadEvent>
  private(set) var frame = HostFrame()
  /// Where what is shown is written down; nil for nowhere.
  var log: ShownLog?
  private var text = ""
  private var sent = 0
  private var isKeyboardOpen = false
  private var isDragging = false
  /// How far the wheel was turned since the last frame, in points.
  private var wheel = 0.0

  init(
    session: HostSession,
    painter: FramePainter,
    device: Device,
    events: [TimedLoadEvent],
    log: ShownLog?
  ) {
    self.log = log
    (self.session, self.painter, self.device) = (session, painter, device)
    self.events = events[...]
  }

  /// Takes in what the load has due by a time, in seconds.
  ///
  /// - Returns: How many of its events are of no window, or of another one, and are left out.
  mutating func takeLoad(until seconds: Double) throws -> Int {
    var leftOut = 0
    while let next = events.first, next.instant.milliseconds <= seconds * 1_000 {
      events.removeFirst()
      if case .surface(let event) = next.event, next.windowName == TimedLoadEvent.mainWindow {
        log?.note(event, at: next.instant)
        try session.post(event, at: next.instant.milliseconds / 1_000)
      } else {
        leftOut += 1
      }
    }
    return leftOut
  }

  /// Takes in what the user did.
  mutating func take(_ action: DesktopWindow.Action, at seconds: Double) throws {
    switch action {
    case .closed: break
    case .press(let x, let y):
      let snapshot = frame.snapshot
      let foot = (snapshot.viewportHeight - snapshot.covered).points
      if y > foot - snapshot.composer.points {
        if y <= foot { try setKeyboard(isOpen: true, at: seconds) }
        return
      }
      isDragging = true
      try session.post(.touch(.began, y: y, x: x), at: seconds)
    case .drag(let x, let y):
      if isDragging { try session.post(.touch(.moved, y: y, x: x), at: seconds) }
    case .release(let x, let y):
      if isDragging { try session.post(.touch(.ended, y: y, x: x), at: seconds) }
      isDragging = false
    case .wheel(let steps):
      wheel += steps * Self.wheelStep
      try session.scrolled(to: frame.scrollOffset - wheel, at: seconds)
    case .text(let typed): try write(text + typed, at: seconds)
    case .key(Int32(WINDOW_KEY_BACKSPACE)):
      try write(String(text.dropLast()), at: seconds)
    case .key(Int32(WINDOW_KEY_ESCAPE)): try setKeyboard(isOpen: false, at: seconds)
    case .key(Int32(WINDOW_KEY_RETURN)): try send(at: seconds)
    case .key: break
    }
  }

  private mutating func setKeyboard(isOpen: Bool, at seconds: Double) throws {
    guard isOpen != isKeyboardOpen else { return }
    isKeyboardOpen = isOpen
    try session.post(.keyboard(height: isOpen ? device.keyboard : .zero), at: seconds)
  }

  private mutating func write(_ text: String, at seconds: Double) throws {
    self.text = text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + 1 + $1.count / Self.columns }
    try session.post(.composer(lines: min(max(lines, 1), 6), text: text), at: seconds)
  }

  private mutating func send(at seconds: Double) throws {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    sent += 1
    let id = MessageID(rawValue: "typed \(sent)")
    try session.post(.send(id, text: text), at: seconds)
    // Nobody answers.
    try session.post(.taskEndOf(id), at: seconds)
    try write("", at: seconds)
  }

  /// Makes and paints the frame of a time; whether there was one.
  ///
  /// - Parameter work: How long the frame before took, in seconds.
  mutating func makeFrame(at seconds: Double, took work: Double?) -> Bool {
    guard let made = session.frame(at: seconds, took: work) else { return false }
    frame = made
    wheel = 0
    painter.paint(frame.snapshot, frame.drawing)
    return true
  }

  /// The frame is on screen.
  mutating func noteShown(at time: Instant) {
    log?.end(frame, isAnimating: session.surface.isRunning, at: time)
  }
}
