import Timebase
import ViewportPlacing

// Places that the app or the reader asks for, also before they are there.
extension Surface {
  func jump(to target: ScrollTarget, isAnimated: Bool, by initiator: Initiator, at instant: Instant)
  {
    let isByReader = initiator == .reader
    let fact: ViewportFact
    switch target {
    case .end: fact = .asked(.end, isAnimated: isAnimated, isByReader: isByReader)
    case .top: fact = .asked(.top, isAnimated: isAnimated, isByReader: isByReader)
    case .message(let id, let alignment):
      fact = asked(id, isAnimated, isByReader) { .message($0, alignment) }
    case .below(let id, let distance):
      fact = asked(id, isAnimated, isByReader) { .anchor($0, .zero - distance) }
    }
    viewport.take(fact, in: scene(at: instant))
  }

  private func asked(
    _ id: MessageID,
    _ isAnimated: Bool,
    _ isByReader: Bool,
    target: @escaping (UInt32) -> ViewportTarget
  ) -> ViewportFact {
    if let handle = handle(of: id) {
      return .asked(target(handle), isAnimated: isAnimated, isByReader: isByReader)
    }
    return .askedAhead(
      ViewportWish(id.rawValue, isAnimated: isAnimated, isByReader: isByReader, target: target)
    )
  }

  /// Goes to the place that was asked for ahead if its message has come.
  func goToAwaited(at instant: Instant) {
    guard let name = viewport.awaited, let handle = handle(of: MessageID(rawValue: name)) else {
      return
    }
    viewport.take(.awaitedCame(handle), in: scene(at: instant))
  }
}
