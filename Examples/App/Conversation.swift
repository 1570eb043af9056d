import StillpointEngine

/// A conversation and what a view has to do for each of its frames. It knows no UIKit, so that it is compiled
/// and run wherever Swift is.
final class Conversation {
  /// Names a block of a message.
  struct BlockID: Hashable, Sendable {
    var message: ChatMessageID
    var block: ChatDrawnBlock.ID
  }

  /// A block on screen, in points of the scroll view's content.
  struct ShownBlock {
    var id: BlockID
    var x: Double, y: Double, width: Double, height: Double
    var role: ChatMessage.Role
    var block: ChatDrawnBlock
    /// Whether its picture is another than in the frame before; else it has only moved.
    var isChanged: Bool
  }

  /// What a view does for a frame, in this order.
  struct Update {
    /// The scroll view's content: how tall it is, what covers its ends, and where the view stands.
    var contentHeight: Double
    var topInset: Double, bottomInset: Double
    var scrollOffset: Double
    var blocks: [ShownBlock]
    /// What is no longer on screen.
    var removed: [BlockID]
    /// What assistive technology says.
    var announcements: [String]
  }

  let session: HostSession
  /// Loads the messages before a message, or the newest ones before nil, and gives them back in order.
  private let older: (ChatMessageID?, @escaping ([ChatMessage]) -> Void) -> Void
  private let now: () -> Double
  private var versions: [BlockID: Int] = [:]
  private var lastNumber = 0

  /// Begins a conversation and asks for its newest messages.
  ///
  /// - Parameters:
  ///   - now: The display link's clock.
  ///   - older: Loads the messages before a message.
  init(
    style: ChatStyle,
    device: ChatDevice,
    measurer: any ChatTextMeasurer,
    now: @escaping () -> Double,
    older: @escaping (ChatMessageID?, @escaping ([ChatMessage]) -> Void) -> Void
  ) {
    session = HostSession(style: style, device: device, measurer: measurer, startingAt: now())
    (self.now, self.older) = (now, older)
    older(nil) { [weak self] in self?.post(.load(ChatMessageList($0))) }
  }

  // MARK: What happens

  /// Posts an event now; what is refused here is a number that says nothing, or a source that is too fast.
  func post(_ event: ChatEvent) {
    do { try session.post(event, at: now()) } catch { print("\(error)") }
  }

  /// The reader sends a question.
  ///
  /// - Returns: The name of the answer, for ``receive(_:of:)``.
  func send(_ text: String) -> ChatMessageID {
    lastNumber += 1
    let answer = ChatMessageID(rawValue: "answer \(lastNumber)")
    post(.send(ChatMessageID(rawValue: "question \(lastNumber)"), text: text))
    post(.streamBegin(answer))
    return answer
  }

  /// A piece of an answer came.
  func receive(_ text: String, of answer: ChatMessageID) { post(.token(answer, Array(text.utf8))) }

  /// No more of an answer comes.
  func finish(_ answer: ChatMessageID, _ reason: ChatStreamEnd = .complete) {
    post(.streamEnd(answer, reason))
    post(.taskEnd)
  }

  /// The scroll view has moved, or does something else; to be said before each frame, too.
  func scroll(_ phase: HostScrollPhase, to offset: Double) {
    do { try session.scroll(phase, to: offset, at: now()) } catch { print("\(error)") }
  }

  /// The view has this size now, in points.
  func resize(width: Double, height: Double) {
    post(.resize(width: ChatLength(nearest: width), height: ChatLength(nearest: height)))
  }

  // MARK: Frames

  /// Makes the frame for the display link's target time stamp.
  ///
  /// - Parameter work: How long the main thread was busy with the frame before, in seconds.
  /// - Returns: Nil when there is none to show: the view stays as it is.
  func update(at seconds: Double, took work: Double?) -> Update? {
    guard let frame = session.frame(at: seconds, took: work) else { return nil }
    if frame.snapshot.wantedPages.contains(.top) { loadOlder() }
    var known: [BlockID: Int] = [:]
    var blocks: [ShownBlock] = []
    for (item, message) in zip(frame.snapshot.visible, frame.drawing.messages) {
      let padding = message.box?.padding.horizontal ?? .zero
      let left = (message.box?.x ?? frame.drawing.sidePadding) + padding
      for block in message.blocks {
        let id = BlockID(message: message.id, block: block.id)
        known[id] = block.version
        blocks.append(
          ShownBlock(
            id: id,
            x: (left + block.frame.x).points,
            y: frame.scrollOffset + (item.y + block.frame.y).points,
            width: block.frame.width.points,
            height: block.frame.height.points,
            role: message.role,
            block: block,
            isChanged: versions[id] != block.version
          )
        )
      }
    }
    defer { versions = known }
    return Update(
      contentHeight: frame.contentHeight,
      topInset: frame.snapshot.topInset.points,
      bottomInset: frame.snapshot.bottomInset.points,
      scrollOffset: frame.scrollOffset,
      blocks: blocks,
      removed: versions.keys.filter { known[$0] == nil },
      announcements: frame.announcements
    )
  }

  private func loadOlder() {
    post(.loader(.top, isVisible: true))
    older(session.conversation.first?.id) { [weak self] messages in
      self?.post(.prepend(ChatMessageList(messages)))
      self?.post(.loader(.top, isVisible: false))
    }
  }
}
