import StillpointEngine

/// What suites of a session share: messages of known lengths, a session with some of them, and frames of 60 Hz.
protocol HostFixture {}

extension HostFixture {
  typealias Length = ChatLength

  func message(_ name: String, _ words: Int, _ role: ChatMessage.Role = .assistant)
    -> ChatMessage
  {
    ChatMessage(
      id: ChatMessageID(rawValue: name),
      role: role,
      text: Array(repeating: "word", count: words).joined(separator: " ")
    )
  }

  func session(
    _ messages: Int,
    style: ChatStyle = .standard,
    measurer: any ChatTextMeasurer = ChatFixedMeasurer(),
    parser: any ChatBlockParser = ChatPlainParser()
  ) throws -> HostSession {
    let session = HostSession(style: style, device: .iPhoneSE, measurer: measurer, parser: parser)
    let list = (0..<messages).map {
      message("m\($0)", 5 + $0 * 7 % 60, $0 % 2 == 0 ? .user : .assistant)
    }
    if messages > 0 { try session.post(.load(ChatMessageList(list)), at: 0) }
    return session
  }

  /// Makes frames of 60 Hz for a while.
  @discardableResult func run(
    _ session: HostSession,
    from start: Double,
    for seconds: Double
  )
    -> HostFrame
  {
    var last = HostFrame()
    for step in 1...max(1, Int(seconds * 60)) {
      if let frame = session.frame(at: start + Double(step) / 60) { last = frame }
    }
    return last
  }
}
