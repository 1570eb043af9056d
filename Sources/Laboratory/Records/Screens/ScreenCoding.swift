import ChatSurface
import Lengths
import Ornaments

/// The numbers that a frame of the screen is made of, in groups that change together.
///
/// A row is written as what differs from the row of its window before: a group that is the same
/// costs nothing, a number that is the same one byte.
struct ScreenCoding {
  /// The groups, in the order in which they stand in a row.
  enum Group: Int, CaseIterable {
    case extent, place, content, items, streams, anchor, state
  }

  /// Opacities and scales are kept in whole parts of so many.
  static let parts = 10_000.0
  private static let states = Message.State.allCases
  private static let activities: [FrameSnapshot.ScrollActivity] = [
    .idle, .dragging, .decelerating, .bouncing, .animating,
  ]
  private static let buttons: [FrameSnapshot.Button] = [.send, .sendDisabled, .stop]
  private static let edges = ContentEdge.allCases

  private static func parts(of value: Double) -> Int64 { Int64((value * parts).rounded()) }

  // MARK: Writing

  /// The numbers of a group; `name` gives the number of a message's name.
  static func numbers(
    _ group: Group,
    of snapshot: FrameSnapshot,
    into all: inout [Int64],
    name: (MessageID) -> Int64
  ) {
    all.removeAll(keepingCapacity: true)
    switch group {
    case .extent:
      for length in [
        snapshot.viewportHeight, snapshot.topInset, snapshot.blank, snapshot.composer,
        snapshot.covered, snapshot.shift,
      ] { all.append(length.rawValue) }
    case .place: all.append(snapshot.offset.rawValue)
    case .content:
      all.append(snapshot.contentTop.rawValue)
      all.append(snapshot.contentBottom.rawValue)
    case .items:
      for item in snapshot.visible {
        all.append(name(item.id))
        all.append((item.y + snapshot.offset).rawValue)
        all.append(item.height.rawValue)
        let state = states.firstIndex(of: item.state) ?? 0
        all.append(
          Int64(state) << 2 | (item.showsLoadingDots ? 1 : 0) | (item.isEstimated ? 2 : 0)
        )
        all.append(Int64(item.version))
      }
    case .streams:
      for stream in snapshot.streams {
        all.append(name(stream.id))
        for count in [
          stream.receivedScalars, stream.releasedScalars, stream.heldScalars, stream.backlogChunks,
          stream.fades.count,
        ] { all.append(Int64(count)) }
        for fade in stream.fades {
          all.append(Int64(fade.startScalar))
          all.append(Int64(fade.endScalar))
          all.append(parts(of: fade.opacity))
        }
      }
    case .anchor:
      guard let point = snapshot.stillPoint else { return }
      all.append(name(point.id))
      all.append(Int64(point.block))
      all.append((point.y + snapshot.offset).rawValue)
    case .state: appendState(of: snapshot, to: &all, name: name)
    }
  }

  private static func appendState(
    of snapshot: FrameSnapshot,
    to all: inout [Int64],
    name: (MessageID) -> Int64
  ) {
    all.append(snapshot.mode == .animated ? 0 : 1)
    let (kind, message): (Int64, MessageID?) =
      switch snapshot.follow {
      case .free: (0, nil)
      case .following: (1, nil)
      case .pinning(let id): (2, id)
      case .pinned(let id): (3, id)
      }
    all.append(kind)
    all.append(message.map(name) ?? -1)
    all.append(Int64(activities.firstIndex(of: snapshot.scroll) ?? 0))
    all.append(Int64(buttons.firstIndex(of: snapshot.button) ?? 0))
    all.append(snapshot.showsJumpToEnd ? 1 : 0)
    var shown: Int64 = 0
    for (index, edge) in edges.enumerated() where snapshot.loaders.contains(edge) {
      shown |= 1 << Int64(index)
    }
    all.append(shown)
    all.append(LayoutUnit(nearest: snapshot.reveal).rawValue)
    all.append(parts(of: snapshot.answerOpacity))
    guard let look = snapshot.entrance else { return }
    for value in [look.opacity, look.offset, look.scale] { all.append(parts(of: value)) }
  }

  // MARK: Reading

  /// Puts the numbers of a group into a frame; false when they are none of such a group.
  static func put(
    _ numbers: [Int64],
    of group: Group,
    into frame: inout ScreenFrame,
    names: [String]
  ) -> Bool {
    func name(_ number: Int64) -> String? {
      names.indices.contains(Int(clamping: number)) ? names[Int(number)] : nil
    }
    func lengths(_ count: Int) -> [LayoutUnit]? {
      numbers.count == count ? numbers.map(LayoutUnit.init(rawValue:)) : nil
    }
    switch group {
    case .extent:
      guard let all = lengths(6) else { return false }
      (frame.viewportHeight, frame.topInset, frame.blank) = (all[0], all[1], all[2])
      (frame.composer, frame.covered, frame.shift) = (all[3], all[4], all[5])
    case .place:
      guard let all = lengths(1) else { return false }
      frame.offset = all[0]
    case .content:
      guard let all = lengths(2) else { return false }
      (frame.contentTop, frame.contentBottom) = (all[0], all[1])
    case .items:
      guard numbers.count % 5 == 0 else { return false }
      frame.items = []
      for start in stride(from: 0, to: numbers.count, by: 5) {
        let flags = Int(clamping: numbers[start + 3])
        guard let id = name(numbers[start]), states.indices.contains(flags >> 2) else {
          return false
        }
        frame.items.append(
          ScreenFrame.Item(
            id: id,
            top: LayoutUnit(rawValue: numbers[start + 1]),
            height: LayoutUnit(rawValue: numbers[start + 2]),
            state: states[flags >> 2],
            showsLoadingDots: flags & 1 != 0,
            isEstimated: flags & 2 != 0,
            version: Int(numbers[start + 4])
          )
        )
      }
    case .streams: return putStreams(numbers, into: &frame, name: name)
    case .anchor:
      frame.anchor = nil
      if numbers.isEmpty { return true }
      guard numbers.count == 3, let id = name(numbers[0]) else { return false }
      frame.anchor = ScreenFrame.Anchor(
        id: id,
        block: Int(numbers[1]),
        top: LayoutUnit(rawValue: numbers[2])
      )
    case .state: return putState(numbers, into: &frame, name: name)
    }
    return true
  }

  private static func putStreams(
    _ numbers: [Int64],
    into frame: inout ScreenFrame,
    name: (Int64) -> String?
  ) -> Bool {
    frame.streams = []
    var rest = numbers[...]
    while !rest.isEmpty {
      let head = Array(rest.prefix(6))
      guard head.count == 6, let id = name(head[0]), head[5] >= 0,
        head[5] <= Int64((rest.count - 6) / 3)
      else { return false }
      rest = rest.dropFirst(6)
      var stream = ScreenFrame.Stream(
        id: id,
        receivedScalars: Int(head[1]),
        releasedScalars: Int(head[2]),
        heldScalars: Int(head[3]),
        backlogChunks: Int(head[4]),
        fades: []
      )
      for _ in 0..<head[5] {
        let fade = Array(rest.prefix(3))
        rest = rest.dropFirst(3)
        stream.fades.append(
          ScreenFrame.Fade(
            startScalar: Int(fade[0]),
            endScalar: Int(fade[1]),
            opacity: Double(fade[2]) / parts
          )
        )
      }
      frame.streams.append(stream)
    }
    return true
  }

  private static func putState(
    _ numbers: [Int64],
    into frame: inout ScreenFrame,
    name: (Int64) -> String?
  ) -> Bool {
    guard numbers.count == 9 || numbers.count == 12,
      activities.indices.contains(Int(clamping: numbers[3])),
      buttons.indices.contains(Int(clamping: numbers[4]))
    else { return false }
    frame.mode = numbers[0] == 0 ? .animated : .fallback
    switch (numbers[1], name(numbers[2])) {
    case (0, _): frame.follow = .free
    case (1, _): frame.follow = .following
    case (2, let id?): frame.follow = .pinning(MessageID(rawValue: id))
    case (3, let id?): frame.follow = .pinned(MessageID(rawValue: id))
    default: return false
    }
    frame.scroll = activities[Int(numbers[3])]
    frame.button = buttons[Int(numbers[4])]
    frame.showsJumpToEnd = numbers[5] != 0
    frame.loaders = edges.indices.filter { numbers[6] & (1 << Int64($0)) != 0 }.map { edges[$0] }
    frame.reveal = LayoutUnit(rawValue: numbers[7])
    frame.answerOpacity = Double(numbers[8]) / parts
    frame.entrance =
      numbers.count == 12
      ? Entrance.Look(
        opacity: Double(numbers[9]) / parts,
        offset: Double(numbers[10]) / parts,
        scale: Double(numbers[11]) / parts
      ) : nil
    return true
  }
}
