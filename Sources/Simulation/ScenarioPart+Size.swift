import LoadGeneration
import Timebase

extension ScenarioPart {
  /// About how many events it makes, pages counted by their messages: known before any is made.
  ///
  /// - Complexity: O(parts).
  var size: Double {
    switch self {
    case .reply(let reply): Self.size(of: reply)
    case .replay(let replay): Double(replay.stream.entries.count)
    case .pages(let pages): Double(pages.count) * Double(max(1, pages.messages))
    case .flings(let flings): Double(flings.count)
    case .drags(let drags): Double(drags.count) * Self.touches(during: drags.moving)
    case .opens(let opens):
      Double(opens.count) * Double(2 * opens.viewports + 1)
        * Self.touches(during: TimelineComposer.openingDrag)
    case .document(let document):
      // Models cut a word into 1.5 tokens; other cuts make fewer than one a character.
      Double(document.words) * (document.cut == .model ? 1.5 : 6)
    case .turns(let turns): Double(turns.count) * Self.size(of: turns.reply)
    case .touches(let touches): Double(touches.count) * Double(touches.stream.count)
    case .typing(let typing): Double(typing.count) * Double(typing.characters)
    case .rotations(let rotations): Double(rotations.count)
    case .keyboards(let keyboards): 2 * Double(keyboards.count)
    case .composers(let composers): 6 * Double(composers.count)
    case .textSizes(let sizes): Double(sizes.count)
    case .edits(let edits): Double(edits.count)
    case .drops(let drops): Double(drops.count)
    case .windows(let windows):
      Double(windows.names.count) * windows.parts.reduce(2) { $0 + $1.size }
    case .events(let events): Double(events.count)
    }
  }

  private static func size(of reply: Reply) -> Double {
    switch reply.limit {
    case .tokens(let count): Double(count)
    case .duration(let length): length.seconds * reply.preset.tokensPerSecond
    }
  }

  private static func touches(during moving: Nanoseconds) -> Double {
    (moving + TimelineComposer.holding) / TimelineComposer.touchInterval + 2
  }
}
