import ScrollViewModel
import StillpointEngine

/// An app as its author would write it: a scroll view of the platform, a session, a display link.
final class ModelHost: ScrollViewDelegate {
  let session: HostSession
  let view: ScrollView
  /// Whether the app leaves out the reports that come while it writes to its view.
  private let ignoresOwnWrites: Bool
  private var isWriting = false
  private(set) var frame = HostFrame()
  /// The pages that are left at the top, and whether one is on its way.
  private(set) var olderPages: Int
  private var pageIsDue: Double?
  private var made = 0
  private(set) var answer: ChatMessageID?
  private(set) var selected: ChatMessageID?
  /// What the app itself has asked for since the last frame: a place of the viewport, or other surroundings.
  private(set) var hasAskedForPlace = false
  private(set) var hasChangedSurroundings = false
  /// Whether content has changed since the last frame.
  private(set) var hasChangedContent = false
  private(set) var pagesAsked = 0
  /// Whether somebody has touched or turned something since the last frame.
  var hasInput = false
  /// How far the platform has moved the view by itself since the frame before.
  private(set) var platformWay = 0.0
  private var shownOffset = 0.0
  /// Whether the platform has put the view elsewhere while the app took the frame.
  private(set) var isStoppedByPlatform = false

  init(seed: UInt64, olderPages: Int = 3) {
    self.olderPages = olderPages
    ignoresOwnWrites = seed % 2 == 0
    var behavior = ScrollViewBehavior.random(seed: seed)
    // Who does not leave them out has a platform that moves nothing for an inset.
    if !ignoresOwnWrites { behavior.insetChange = .keepsOffset }
    view = ScrollView(boundsHeight: 800, scale: 1 + Int(seed % 3), behavior: behavior)
    session = HostSession(
      style: seed % 5 == 0 ? .messenger : .standard,
      device: ChatDevice(
        name: "model",
        width: 390,
        height: 800,
        safeTop: 40,
        safeBottom: 20,
        keyboard: 300,
        hertz: seed % 2 == 0 ? 60 : 120
      ),
      measurer: ChatFixedMeasurer(),
      holdsWhileDragged: behavior.setterDuringDrag == .jumpsBack
    )
    view.delegate = self
    post(.load(ChatMessageList((0..<40).map { _ in message() })))
  }

  private func message() -> ChatMessage {
    made += 1
    let words = Array(repeating: "word", count: 3 + made * 37 % 90).joined(separator: " ")
    return ChatMessage(
      id: ChatMessageID(rawValue: "m\(made)"),
      role: made % 2 == 0 ? .user : .assistant,
      text: words
    )
  }

  func post(_ event: ChatEvent) {
    do { try session.post(event, at: view.now) } catch { fatalError("\(event): \(error)") }
  }

  // MARK: The view's words

  private func report(_ phase: HostScrollPhase) {
    do {
      try session.scroll(phase, to: view.contentOffset, at: view.now)
    } catch {
      fatalError("\(error)")
    }
  }

  private var phase: HostScrollPhase {
    if view.isTracking { return .dragging }
    return view.isDecelerating || view.isAnimating ? .decelerating : .rest
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    if !(isWriting && ignoresOwnWrites) { report(phase) }
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { report(.dragging) }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    report(willDecelerate ? .decelerating : .rest)
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { report(phase) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { report(phase) }
  func scrollViewDidScrollToTop(_ scrollView: ScrollView) { report(phase) }

  // MARK: Frames

  /// Whether anything but the engine moves the view.
  var isMovedByHand: Bool { view.isTracking || view.isDecelerating || view.isAnimating }

  /// A message's top on the screen: the view's coordinates, less where the view really stands.
  func top(of id: ChatMessageID) -> Double? {
    frame.snapshot.visible.first { $0.id == id }
      .map { frame.scrollOffset + $0.y.points - view.contentOffset }
  }

  /// The display link fires.
  ///
  /// - Returns: The frame; nil where there is none for this refresh.
  func refresh(at time: Double) -> HostFrame? {
    view.frame(at: max(time, view.now))
    // Not every platform says that something has cut its motion short.
    report(phase)
    if let due = pageIsDue, due <= view.now { addPage() }
    (hasAskedForPlace, hasChangedSurroundings, hasChangedContent) = (false, false, false)
    for scheduled in session.waitingEvents where scheduled.instant.milliseconds <= view.now * 1000 {
      note(scheduled.event)
    }
    guard let made = session.frame(at: view.now) else { return nil }
    frame = made
    isWriting = true
    let before = view.contentOffset
    platformWay = before - shownOffset
    view.contentHeight = max(0, made.contentHeight)
    view.insets = (made.snapshot.topInset.points, made.snapshot.bottomInset.points)
    if ignoresOwnWrites {
      if abs(view.contentOffset - made.scrollOffset) > 0.5 {
        view.contentOffset = made.scrollOffset
      }
    } else if made.correction != 0 {
      view.contentOffset += made.correction
    }
    view.layoutIfNeeded()
    isWriting = false
    isStoppedByPlatform = abs(view.contentOffset - before - made.correction) > 0.6
    if ignoresOwnWrites { session.stands(at: view.contentOffset) }
    shownOffset = view.contentOffset
    if made.snapshot.wantedPages.contains(.top) {
      pagesAsked += 1
      if pageIsDue == nil { pageIsDue = view.now + 0.3 }
    }
    return made
  }

  private func note(_ event: ChatEvent) {
    switch event {
    case .scroll, .restore, .send, .regenerate, .load: hasAskedForPlace = true
    case .keyboard, .insets, .resize, .composerHeight, .textSize: hasChangedSurroundings = true
    case .scrolled, .select: break
    default: hasChangedContent = true
    }
  }

  private func addPage() {
    pageIsDue = nil
    let count = olderPages > 0 ? 12 : 0
    olderPages = max(0, olderPages - 1)
    post(.prepend(ChatMessageList((0..<count).map { _ in message() })))
  }

  private func beginAnswer() -> ChatMessageID {
    made += 1
    let id = ChatMessageID(rawValue: "a\(made)")
    answer = id
    post(.streamBegin(id))
    return id
  }

  /// What happens at the app's side.
  func happen(_ happening: HostHappening) {
    switch happening {
    case .appendMessage: post(.append(message()))
    case .prependPage: addPage()
    case .tokenBurst(let count):
      let streaming = answer ?? beginAnswer()
      for index in 0..<count { post(.token(streaming, Array("token \(index) ".utf8))) }
      if count % 7 == 0 {
        post(.streamEnd(streaming, .complete))
        post(.taskEnd)
        answer = nil
      }
    case .keyboardUp(let height): post(.keyboard(height: ChatLength(nearest: height)))
    case .keyboardDown: post(.keyboard(height: .zero))
    case .insets(let top, let bottom):
      post(.insets(top: ChatLength(nearest: top), bottom: ChatLength(nearest: bottom)))
    case .select:
      if let old = selected {
        post(.select(old, nil))
        selected = nil
      } else if let item = frame.snapshot.visible.dropFirst().first {
        selected = item.id
        post(.select(item.id, 0..<2))
      }
    case .send:
      made += 1
      post(.send(ChatMessageID(rawValue: "q\(made)"), text: "A question of some words"))
      post(.taskEnd)
    case .resize(let part):
      let height = (800 * part).rounded()
      post(.resize(width: ChatLength(points: 390), height: ChatLength(nearest: height)))
      view.boundsHeight = height
    }
  }
}
