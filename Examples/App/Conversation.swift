import StillpointEngine

/// A conversation and what a view has to do for each of its frames. It knows no UIKit, so that it is compiled
/// and run wherever Swift is.
final class Conversation {
  /// Names a block of a message.
  struct BlockID: Hashable, Sendable {
    var message: ChatMessageID
    var block: ChatDrawnBlock.ID
  }

  /// A rectangle of the scroll view's content, in points.
  struct Rectangle: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// A block on screen.
  struct ShownBlock {
    var id: BlockID
    var frame: Rectangle
    var role: ChatMessage.Role
    var block: ChatDrawnBlock
    /// Whether its picture is another than in the frame before; else it has only moved.
    var isChanged: Bool
  }

  /// What a view does for a frame, in this order.
  struct Update {
    /// How tall the content is now, in points.
    var contentHeight: Double
    /// How far the scroll view is to be moved, in points.
    var correction: Double
    /// What is on screen.
    var blocks: [ShownBlock]
    /// What no longer is.
    var removed: [BlockID]
  }

  private let session: HostSession
  private var versions: [BlockID: Int] = [:]
  private var lastNumber = 0

  /// Begins a conversation without messages.
  ///
  /// - Parameters:
  ///   - measurer: Measures text with the fonts that the view draws with.
  ///   - parser: Turns Markdown into blocks.
  ///   - device: What it is shown on.
  ///   - start: The display link's time now, in seconds.
  init(
    measurer: any ChatTextMeasurer,
    parser: any ChatBlockParser,
    device: ChatDevice,
    startingAt start: Double
  ) {
    session = HostSession(
      device: device,
      measurer: measurer,
      parser: parser,
      startingAt: start
    )
  }

  /// Whether the display link may be paused.
  var canPause: Bool { session.canPause }

  // MARK: What happens

  /// The reader sends a question.
  ///
  /// - Returns: The name of the answer, for ``receive(_:of:at:)``.
  func send(_ text: String, at seconds: Double) throws(HostRefusal) -> ChatMessageID {
    lastNumber += 1
    let answer = ChatMessageID(rawValue: "answer \(lastNumber)")
    try session.post(
      .send(ChatMessageID(rawValue: "question \(lastNumber)"), text: text),
      at: seconds
    )
    try session.post(.streamBegin(answer), at: seconds)
    return answer
  }

  /// Bytes of an answer came.
  func receive(
    _ bytes: [UInt8],
    of answer: ChatMessageID,
    at seconds: Double
  ) throws(HostRefusal) {
    try session.post(.token(answer, bytes), at: seconds)
  }

  /// No more of an answer comes.
  func finish(
    _ answer: ChatMessageID,
    _ reason: ChatStreamEnd = .complete,
    at seconds: Double
  ) throws(HostRefusal) {
    try session.post(.streamEnd(answer, reason), at: seconds)
    try session.post(.taskEnd, at: seconds)
  }

  /// The reader has moved the scroll view.
  func scrolled(to offset: Double, at seconds: Double) throws(HostRefusal) {
    try session.scrolled(to: offset, at: seconds)
  }

  /// The keyboard covers so many points from now on.
  func keyboard(height: Double, at seconds: Double) throws(HostRefusal) {
    try session.post(.keyboard(height: ChatLength(nearest: height)), at: seconds)
  }

  // MARK: Frames

  /// Makes the frame for the display link's target time stamp.
  ///
  /// - Returns: Nil when there is none to show: the view stays as it is.
  func update(at seconds: Double) -> Update? {
    guard let frame = session.frame(at: seconds) else { return nil }
    var update = Update(
      contentHeight: frame.contentHeight,
      correction: frame.correction,
      blocks: [],
      removed: []
    )
    var known: [BlockID: Int] = [:]
    for (item, message) in zip(frame.snapshot.visible, frame.drawing.messages) {
      let padding = message.box?.padding.horizontal ?? .zero
      let left = (message.box?.x ?? .zero) + padding
      let top = frame.scrollOffset + item.y.points
      for block in message.blocks {
        let id = BlockID(message: message.id, block: block.id)
        known[id] = block.version
        update.blocks.append(
          ShownBlock(
            id: id,
            frame: Rectangle(
              x: (left + block.frame.x).points,
              y: top + block.frame.y.points,
              width: block.frame.width.points,
              height: block.frame.height.points
            ),
            role: message.role,
            block: block,
            isChanged: versions[id] != block.version
          )
        )
      }
    }
    update.removed = versions.keys.filter { known[$0] == nil }
    versions = known
    return update
  }
}

/// A stretch of a block's text that looks the same from end to end: a style and an opacity.
struct TextStretch: Hashable, Sendable {
  var text: String
  var isBold: Bool
  var isItalic: Bool
  var isCode: Bool
  /// Where it leads; nil for text that leads nowhere.
  var link: String?
  /// 0 to 1.
  var opacity: Double

  /// Cuts a block where its style or its opacity changes.
  ///
  /// - Complexity: O(runs * fades).
  static func all(of block: ChatDrawnBlock) -> [TextStretch] {
    var stretches: [TextStretch] = []
    for run in block.runs {
      var place = run.utf8.lowerBound
      while place < run.utf8.upperBound {
        var (end, opacity) = (run.utf8.upperBound, 1.0)
        for fade in block.fades {
          if fade.utf8.contains(place) {
            (end, opacity) = (min(end, fade.utf8.upperBound), fade.opacity)
          } else if fade.utf8.lowerBound > place {
            end = min(end, fade.utf8.lowerBound)
          }
        }
        stretches.append(
          TextStretch(
            text: String(decoding: block.content.text[place..<end], as: UTF8.self),
            isBold: run.style.contains(.bold),
            isItalic: run.style.contains(.italic),
            isCode: run.style.contains(.code),
            link: run.destination,
            opacity: opacity
          )
        )
        place = end
      }
    }
    return stretches
  }
}
