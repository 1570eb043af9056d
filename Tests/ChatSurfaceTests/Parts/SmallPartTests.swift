import ChatSurface
import Lengths
import Testing
import Timebase
import TokenStreaming
import ViewportPlacing

/// Parts of few lines, each against what it is said to do.
@Suite struct SmallPartTests {
  @Test func aHandleSetIsASet() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    var set = HandleSet()
    var model: Set<UInt32> = []
    for _ in 0..<PropertySettings.iterations(2_000) {
      let handle = UInt32(generator.nextIndex(below: 300))
      switch generator.nextIndex(below: 40) {
      case 0:
        set.removeAll()
        model.removeAll()
      case 1..<18:
        set.remove(handle)
        model.remove(handle)
      default:
        set.insert(handle)
        model.insert(handle)
      }
      #expect((0..<330).allSatisfy { set.contains($0) == model.contains($0) })
    }
  }

  /// A typing indicator stands like a message; a disclaimer only under an answer.
  @Test func whatStandsBesideTheMessagesAddsUp() {
    var auxiliaries = Auxiliaries()
    let spacing = points(12)
    func trailing(_ endsWithAnswer: Bool) -> LayoutUnit {
      auxiliaries.trailing(endsWithAnswer: endsWithAnswer, spacing: spacing)
    }
    #expect(auxiliaries.leading == .zero && trailing(true) == .zero)
    auxiliaries.setHeader(points(50))
    auxiliaries.setLoader(.top, isVisible: true)
    #expect(auxiliaries.leading == points(94))
    auxiliaries.setDisclaimer(points(24))
    #expect(trailing(true) == points(24) && trailing(false) == .zero)
    auxiliaries.setTyping(true)
    #expect(trailing(false) == points(44))
    auxiliaries.setLoader(.end, isVisible: true)
    auxiliaries.setFooter(points(7))
    #expect(trailing(true) == points(24 + 44 + 44 + 7))
    auxiliaries.setActions(points(32), below: 4)
    #expect(auxiliaries.actions(below: 4) == points(32))
    #expect(auxiliaries.actions(below: 5) == .zero)
    auxiliaries.forgetMessages()
    #expect(auxiliaries.actions(below: 4) == .zero && auxiliaries.messagesWithActions.isEmpty)
    #expect(trailing(true) == points(119))
  }

  /// Covered is what the specification says of it, at rest and under a finger.
  @Test(arguments: Device.all, [false, true])
  func insetsAddUp(device: Device, isDraggedInProportion: Bool) {
    var insets = Insets(
      top: device.safeTop,
      safeBottom: device.safeBottom,
      composer: points(48),
      isDraggedInProportion: isDraggedInProportion
    )
    var keyboard = Keyboard()
    for height in [0, 8, 216, 336, 20] {
      _ = keyboard.take(height: points(height), pace: .keyboard, at: .zero)
      insets.cover(keyboard)
      let expected =
        height == 0 ? device.safeBottom : max(device.safeBottom, points(height + 8))
      #expect(insets.covered == expected)
      insets.setBlank(points(height))
      #expect(insets.bottom == expected + points(48 + height))
      insets.checkInvariants()
    }
  }

  /// What was there counts as received, complete and released.
  @Test func anAnswerBeginsWithWhatIsShown() {
    let answer = Answer(
      handle: 1,
      number: 1,
      text: Array("seen ".utf8),
      chunker: WordChunker(rule: Profile.reference.chunking, boundaries: nil)
    )
    #expect(answer.releasedUTF8 == 5 && answer.heldScalars == 0)
    #expect(answer.isOpen && answer.receivedUTF8 == 5 && answer.completedScalars == 5)
    #expect(!answer.isDone)
    answer.checkInvariants()
    #expect(Answer.scalarCount(of: Array("é日🇫🇷".utf8)[...]) == 4)
  }
}
