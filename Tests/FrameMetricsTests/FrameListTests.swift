import FrameMetrics
import Testing
import Timebase

/// Packed frames are those of an array, whatever they hold.
@Suite struct FrameListTests {
  private func frame(_ generator: inout SeededGenerator) -> FrameTimeline.Frame {
    func instant() -> Instant {
      let at = Int64.random(in: -1_000_000...1_000_000, using: &generator)
      return Instant(nanoseconds: Bool.random(using: &generator) ? at : at << 40)
    }
    let kind = Int.random(in: 0..<9, using: &generator)
    let fates: [FrameTimeline.Fate] = [.presented(instant()), .dropped, .swallowed]
    var phases: FrameTimeline.PhaseDurations?
    if kind == 8 {
      phases = .init()
      phases?[3] = .milliseconds(4)
    }
    return FrameTimeline.Frame(
      wanted: instant(),
      promised: kind % 2 == 0 ? instant() : nil,
      fate: fates[kind % 3],
      work: kind > 5
        ? .init(start: instant(), end: instant(), engine: .milliseconds(kind), phases: phases)
        : nil,
      cause: kind == 7 ? "cause \(instant())" : nil
    )
  }

  @Test func anythingThatIsDoneToItIsDoneToAnArray() {
    var generator = SeededGenerator(seed: 5)
    var (list, naive) = (FrameList(), [FrameTimeline.Frame]())
    for _ in 0..<4000 {
      let own = frame(&generator)
      let index = Int.random(in: 0...naive.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0 where index < naive.count:
        list[index] = own
        naive[index] = own
      case 1 where index < naive.count:
        list[index].wanted = own.wanted
        naive[index].wanted = own.wanted
      case 2 where index < naive.count:
        list[index].fate = own.fate
        naive[index].fate = own.fate
      case 3:
        let end = min(naive.count, index + 3)
        list.replaceSubrange(index..<end, with: [own])
        naive.replaceSubrange(index..<end, with: [own])
      case 4 where index < naive.count:
        list.remove(at: index)
        naive.remove(at: index)
      default:
        list.append(own)
        naive.append(own)
      }
      if naive.count > 60 {
        list = list.filter { $0.fate != .dropped }
        naive = naive.filter { $0.fate != .dropped }
        list.removeFirst(naive.count / 2)
        naive.removeFirst(naive.count / 2)
      }
      #expect(list.elementsEqual(naive))
    }
    #expect(FrameList(naive).elementsEqual(naive) && !naive.isEmpty)
  }
}
