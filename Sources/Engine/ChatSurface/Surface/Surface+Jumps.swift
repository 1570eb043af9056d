import Timebase
import ViewportPlacing

// Places that the app or the reader asks for, also before they are there.
extension Surface {
  func jump(to target: ScrollTarget, isAnimated: Bool, by initiator: Initiator, at instant: Instant)
  {
    let isByReader = initiator == .reader
    let place: ViewportTarget
    var name: MessageID?
    switch target {
    case .end: place = .end
    case .top: place = .top
    case .message(let id, let alignment): (place, name) = (.message(0, alignment), id)
    case .below(let id, let distance): (place, name) = (.anchor(0, .zero - distance), id)
    }
    let handle = name.flatMap { self.handle(of: $0) }
    let fact: ViewportFact
    if let name, handle == nil {
      fact = .askedAhead(
        ViewportWish(name.rawValue, place, isAnimated: isAnimated, isByReader: isByReader)
      )
    } else {
      fact = .asked(place.of(handle ?? 0), isAnimated: isAnimated, isByReader: isByReader)
    }
    viewport.take(fact, in: scene(at: instant))
  }

  /// Goes to the place that was asked for ahead if its message has come.
  func goToAwaited(at instant: Instant) {
    guard let name = viewport.awaited, let handle = handle(of: MessageID(rawValue: name)) else {
      return
    }
    viewport.take(.awaitedCame(handle), in: scene(at: instant))
  }
}
