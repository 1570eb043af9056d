/// Writes what an app shows, frame by frame, as a log that `stillpoint analyze` and `stillpoint check` read.
///
/// The app calls ``begin(at:target:)`` when the display asks for a frame, ``end(at:presented:_:)`` when the
/// frame's work is done, and ``received(_:of:at:)`` when text arrives. The recorder reads no clock, keeps
/// nothing but the frame at hand, and hands out one line of JSON a frame. Every time is in nanoseconds of
/// one clock of the caller's; every length in points, downward.
///
/// A frame is due one period after the picture before while ``Screen/isAnimating`` was true there, so a
/// blocked main thread is told from a still screen: idle time is said, never guessed.
public struct FrameRecorder {
  /// A message that is at least partly on screen.
  public struct Message {
    /// Its name, the same in every frame.
    public var id: String
    /// Its top, from the viewport's top edge.
    public var y: Double
    /// Its height.
    public var height: Double

    /// Names a message and its place.
    public init(_ id: String, y: Double, height: Double) {
      (self.id, self.y, self.height) = (id, y, height)
    }
  }

  /// What a frame shows.
  public struct Screen {
    /// How far the viewport's top edge is below the content's.
    public var offset = 0.0
    /// The height of the viewport, and of all content.
    public var viewport = 0.0, content = 0.0
    /// How much a bar covers at the top, and composer and keyboard at the bottom.
    public var topInset = 0.0, bottomInset = 0.0
    /// The messages on screen, from top to bottom.
    public var messages: [Message] = []
    /// How many characters each message that streams shows.
    public var shown: [(id: String, characters: Int)] = []
    /// Whether the next frame is wanted at once: something moves, fades or waits to be shown.
    public var isAnimating = false
    /// Whether somebody reads: has scrolled away from the end, and no finger or fling moves the content.
    public var isReading = false

    /// Makes an empty screen.
    public init() {}
  }

  private let write: ([UInt8]) -> Void
  private var origin: Int64?
  private var frames = 0
  private var begun: (at: Int64, target: Int64)?
  /// When the last picture was shown, and whether another was wanted at once.
  private var last: (shown: Int64, isAnimating: Bool)?
  private var events = ""
  /// Characters received of each message that streams.
  private var streams: [(id: String, received: Int)] = []

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - app: The app's name, and its version, which is what changes between recordings.
  ///   - device: The device's model; recordings of another one are not compared.
  ///   - refreshHertz: The display's highest rate.
  ///   - write: Gets each line with its line feed. A line that is not written makes a damaged log.
  public init(
    app: String,
    version: String,
    device: String,
    refreshHertz: Int,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.write = write
    put(
      #"{"schema":1,"kind":"stillpoint-frame-log","source":"app","recorder":1,"device":\#(quoted(device)),"#
        + #""refresh_hz":\#(refreshHertz),"app":\#(quoted(app)),"version":\#(quoted(version))}"#
    )
  }

  /// The display asks for a frame.
  ///
  /// - Parameters:
  ///   - time: The refresh that asks: `CADisplayLink.timestamp`, Choreographer's frame time.
  ///   - target: When the frame is to be shown, later than `time`.
  public mutating func begin(at time: Int64, target: Int64) {
    begun = (time, max(target, time + 1))
  }

  /// Text of a message arrived.
  ///
  /// - Parameters:
  ///   - characters: How many, counted as in ``Screen/shown``; at least 0.
  ///   - time: When.
  public mutating func received(_ characters: Int, of id: String, at time: Int64) {
    if let place = streams.firstIndex(where: { $0.id == id }) {
      streams[place].received += characters
    } else {
      streams.append((id, characters))
    }
    note("token", of: id, at: time, #","chars":\#(characters)"#)
  }

  /// All text of a message has arrived and is shown: it streams no more.
  public mutating func ended(_ id: String, at time: Int64) {
    streams.removeAll { $0.id == id }
    note("stream_end", of: id, at: time)
  }

  /// Something happened that moves or changes what is on screen: `send`, `stop`, `load`, `resize`,
  /// `keyboard`, `composer`, `card` (a fold), `background`, or another event of Docs/Inputs.md.
  ///
  /// - Parameter isByReader: Whether the reader asked for it, where an app may also do it unasked.
  public mutating func happened(
    _ event: String,
    of id: String? = nil,
    isByReader: Bool? = nil,
    at time: Int64
  ) {
    note(event, of: id, at: time, isByReader.map { #","by":"\#($0 ? "reader" : "app")""# } ?? "")
  }

  /// The app gives up what it animates, for its frames come late.
  ///
  /// - Parameters:
  ///   - cause: What most of the late frames' time went to; `host_stall` for the app itself.
  ///   - detection: The time since the first of the late frames.
  public mutating func fellBack(because cause: String, after detection: Int64, at time: Int64) {
    note(
      "fallback",
      of: nil,
      at: time,
      #","cause":\#(quoted(cause)),"detect_ms":\#(decimal(detection))"#
    )
  }

  /// The app animates again.
  public mutating func recovered(at time: Int64) { note("fallback_end", of: nil, at: time) }

  /// The frame's work is done.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - presented: When it was shown, where the system says so; else the first refresh from the end of
  ///     the work on.
  ///   - screen: What it shows.
  public mutating func end(at time: Int64, presented: Int64? = nil, _ screen: Screen) {
    guard let (begin, target) = begun else { return }
    begun = nil
    let period = target - begin
    // Behind a picture that wanted another one the frame was due, however late the display asked for it.
    var promised = target
    if let last, last.isAnimating { promised = min(target, last.shown + period) }
    let late = max(0, time - target)
    let shown = presented ?? target + (late + period - 1) / period * period
    frames += 1
    var line = #"{"frame":\#(frames),"t_ms":\#(time3(promised - period)),"window":"main","#
    line += #""offset_pt":\#(points(screen.offset)),"viewport_pt":\#(points(screen.viewport)),"#
    line += #""content_bottom_pt":\#(points(screen.content)),"#
    line += #""inset_top_pt":\#(points(screen.topInset)),"#
    line += #""inset_bottom_pt":\#(points(screen.bottomInset)),"visible":["#
    line += screen.messages.map { message in
      #"{"id":\#(quoted(message.id)),"y_pt":\#(points(message.y)),"height_pt":\#(points(message.height))}"#
    }.joined(separator: ",")
    line += #"],"streams":["#
    line += streams.map { stream in
      let shown = screen.shown.first { $0.id == stream.id }?.characters ?? 0
      return
        #"{"id":\#(quoted(stream.id)),"received_chars":\#(stream.received),"released_chars":\#(shown)}"#
    }.joined(separator: ",")
    line += #"],"promised_ms":\#(time3(promised)),"presented_ms":\#(time3(shown)),"#
    line += #""period_ms":\#(decimal(period)),"begin_ms":\#(time3(begin)),"#
    line += #""work_ms":\#(decimal(max(0, time - begin))),"#
    line +=
      #""animating":\#(screen.isAnimating),"reading":\#(screen.isReading),"events":[\#(events)]}"#
    put(line)
    events = ""
    last = (shown, screen.isAnimating)
  }

  /// Ends the log: one without this line is taken for half a recording.
  public mutating func finish() { put(#"{"kind":"stillpoint-frame-log-end","frames":\#(frames)}"#) }

  // MARK: JSON

  private mutating func note(_ event: String, of id: String?, at time: Int64, _ more: String = "") {
    if !events.isEmpty { events += "," }
    events += #"{"t_ms":\#(time3(time)),"event":\#(quoted(event))"#
    if let id { events += #","id":\#(quoted(id))"# }
    events += more + "}"
  }

  private func put(_ line: String) { write(Array((line + "\n").utf8)) }

  /// Milliseconds since the first time that was named, to the microsecond.
  private mutating func time3(_ time: Int64) -> String {
    let origin = self.origin ?? time
    self.origin = origin
    return decimal(time - origin)
  }

  /// Nanoseconds as milliseconds with three decimals.
  private func decimal(_ nanoseconds: Int64) -> String {
    thousandths((nanoseconds + (nanoseconds < 0 ? -500 : 500)) / 1000)
  }

  private func points(_ length: Double) -> String {
    guard length.magnitude < 1e12 else { return "0" }
    return thousandths(Int64((length * 1000).rounded()))
  }

  private func thousandths(_ value: Int64) -> String {
    let digits = String(value.magnitude % 1000)
    return "\(value < 0 ? "-" : "")\(value.magnitude / 1000)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\0"..." ": result += scalar == " " ? " " : "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
