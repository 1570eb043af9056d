import ChatSurface
import Lengths

/// A fault of an engine that has to be noticed: it does something else than it was asked, or shows
/// something else than there is.
enum EngineFault: String, CaseIterable {
  // What it does.
  case forgetsARemoval
  case bringsARemovedMessageBack
  case insertsOneBelow
  case movesToTheTop
  case forgetsARename
  case updatesAFrameLate
  case takesAnEmptySend
  case takesASecondMessageOfAName
  case takesAPageForNews
  case opensAnewForAList
  case forgetsASelection
  case turnsAnInstantAround
  case forgetsAHeight
  case refusesABlankUpdate
  case writesTokensIntoWhatIsComplete
  // What it shows.
  case holdSurvivesItsMessage
  case blankOfAGoneTurn
  case recordOfAGoneMessage
  case dotsForEver
  case restsBeyondTheEnd
  case messageOffByAUnit
  case fiveFades
  case shownTextFalls
  case movesAtRest
  case guessIsShown

  /// What a faulty engine keeps from frame to frame.
  struct Memory {
    private var gone: [Message] = []
    private var late: [SurfaceEvent] = []
    private var pinned: MessageID?
    private var blank = LayoutUnit.zero
    private var items: [FrameSnapshot.VisibleItem] = []
    private var frames = 0

    mutating func remember(before: FrameSnapshot, after: FrameSnapshot, ids: [MessageID]) {
      frames += 1
      if case .pinned(let id) = after.follow { pinned = id }
      if after.blank != .zero { blank = after.blank }
      if !after.visible.isEmpty { items = after.visible }
    }
  }
}

extension EngineFault.Memory {
  /// What the engine makes of the events that it is given.
  mutating func alter(_ events: [SurfaceEvent], _ fault: EngineFault) -> [SurfaceEvent] {
    switch fault {
    case .turnsAnInstantAround: return events.reversed()
    case .updatesAFrameLate:
      defer { late = events.filter(\.isUpdate) }
      return late + events.filter { !$0.isUpdate }
    case .bringsARemovedMessageBack:
      defer {
        gone = events.compactMap { event in
          if case .remove(let id) = event {
            Message(id: id, role: .user, text: "again")
          } else {
            nil
          }
        }
      }
      return gone.map { .append($0) } + events
    default: return events.flatMap { alter($0, fault) }
    }
  }

  private func alter(_ event: SurfaceEvent, _ fault: EngineFault) -> [SurfaceEvent] {
    switch (fault, event) {
    case (.forgetsARemoval, .remove), (.forgetsARename, .replaceID), (.forgetsASelection, .select),
      (.forgetsAHeight, .setHeight):
      []
    case (.insertsOneBelow, .insert(let index, let message)): [.insert(index: index + 1, message)]
    case (.movesToTheTop, .move(let id, _)): [.move(id, index: 0)]
    case (.takesAnEmptySend, .send(let id, let text)) where text.allSatisfy(\.isWhitespace):
      [.send(id, text: "x")]
    case (.takesASecondMessageOfAName, .append(var message)):
      {
        message.id = MessageID(rawValue: "\(message.id).\(frames)")
        return [.append(message)]
      }()
    case (.takesAPageForNews, .appendPage(let source)):
      source.all.map { .append($0) } + [.scroll(to: .end, isAnimated: false)]
    case (.opensAnewForAList, .replaceAll(let source)): [.load(source)]
    case (.refusesABlankUpdate, .update(_, let text, _)) where text.isEmpty: []
    case (.writesTokensIntoWhatIsComplete, .token(let id, let bytes)):
      [.update(id, text: String(decoding: bytes, as: UTF8.self)), event]
    default: [event]
    }
  }

  /// What the engine shows.
  func alter(_ frame: inout FrameSnapshot, _ fault: EngineFault) {
    switch fault {
    case .holdSurvivesItsMessage:
      if let pinned, frame.follow == .free { frame.follow = .pinned(pinned) }
    case .blankOfAGoneTurn:
      if frame.blank == .zero {
        frame.blank = blank
        frame.bottomInset += blank
      }
    case .recordOfAGoneMessage:
      if let first = items.first, !frame.visible.contains(where: { $0.id == first.id }) {
        frame.visible.insert(first, at: 0)
      }
    case .dotsForEver:
      for index in frame.visible.indices where frame.visible[index].state != .streaming {
        frame.visible[index].showsLoadingDots = true
      }
    case .restsBeyondTheEnd: if frame.scroll == .idle { frame.offset += LayoutUnit(points: 5_000) }
    case .messageOffByAUnit:
      if frame.visible.count > 2 { frame.visible[1].y += LayoutUnit(rawValue: 1) }
    case .fiveFades:
      for index in frame.streams.indices {
        frame.streams[index].fades += frame.streams[index].fades
      }
    case .shownTextFalls:
      for index in frame.streams.indices where frames % 3 == 0 {
        frame.streams[index].releasedScalars /= 2
      }
    case .movesAtRest:
      for index in frame.visible.indices where frames % 2 == 0 {
        frame.visible[index].y += LayoutUnit(rawValue: 1)
      }
    case .guessIsShown:
      if !frame.visible.isEmpty { frame.visible[frame.visible.count - 1].isEstimated = true }
    default: break
    }
  }
}

extension SurfaceEvent {
  fileprivate var isUpdate: Bool { if case .update = self { true } else { false } }
}
