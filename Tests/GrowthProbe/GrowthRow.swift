import ChatSurface
import FramePacing
import GrowthTexts
import LoadGeneration
import Running
import Scenarios

/// Something whose frames are counted at two sizes.
struct GrowthRow {
  /// What it is.
  let name: String
  /// What is asked of it: a script that is compared with Latin, or `text`; `word`, where a mark is looked after
  /// for 16 KiB and a word is parsed as a whole, and `whole`, which no rule can cut: there the model alone is
  /// held to grow as what is measured does; `planted`, where growth has to be found; `event`; or `input`, of
  /// which twice as much takes twice as long.
  let kind: String
  /// Makes what is counted ready at a size.
  let prepare: (GrowthTools, Int) -> PreparedRow

  /// The sizes: characters of an answer, messages of a conversation.
  var sizes: [Int] {
    switch kind {
    case "event": [1_000, 100_000]
    case "input": [4_000, 8_000]
    default: [3_000, 48_000]
    }
  }

}

/// What rows are made with.
struct GrowthTools {
  var tools: TextTools
  var costs: OperationCosts
}

/// A conversation, and the events of the frames that are counted.
struct PreparedRow {
  var conversation: Conversation
  var frames: [[SurfaceEvent]]

  /// Makes the frames.
  mutating func run() { for events in frames { conversation.frame(events) } }
}

extension GrowthRow {
  /// Hostile shapes, constructs that mark text, and a paragraph with bold words in every script.
  static var texts: [GrowthRow] {
    HostileShape.all.map { shape in
      let kind =
        whole.contains(shape.name) ? "whole" : words.contains(shape.name) ? "word" : "text"
      return answer(shape.name, kind) { String(decoding: shape.text(bytes: 4 * $0), as: UTF8.self) }
    }
      + [GrowthConstruct.answer, .links, .notes, .notesAtEnd, .table, .nestedList].map {
        construct in
        answer("\(construct.rawValue), Latin", "text") {
          construct.text(ScriptText.all[0], words: $0)
        }
      }
      + ScriptText.all.map { script in
        answer("bold words, \(script)", script.name) {
          GrowthConstruct.styled.text(script, words: $0)
        }
      }
      + [
        answer("bold words, planted scan", "planted") {
          GrowthConstruct.styled.text(ScriptText.all[0], words: $0)
        }
      ]
  }

  /// Words without end and marks that nothing closes.
  private static let words: Set = [
    "\"[\" flood", "\"![a\" flood", "\"a**b\" flood", "\"`a\" flood", "\"a@\" flood",
    "\"[a](\" flood",
    "\"[a](<b\" flood", "one word", "one URL", "backticks", "mails in one word",
    "links in closed brackets", "addresses before brackets", "addresses before quotes",
    "addresses before entities", "marks on one letter",
  ]
  /// A line, a row or a list whose last place where it can be cut lies far back, or nowhere.
  private static let whole: Set = [
    "\">\" flood", "\"- \" flood", "\"> > - \" flood", "list 400 deep", "2,000 columns", "cells",
    "definitions", "escaped bars", "delimiter rows", "short rows of a wide table",
    "lazy lines in nested quotes",
  ]

  /// How many characters come together in a frame; in one that is not counted.
  private static let (token, longToken) = (33, 480)
  private static let countedFrames = 40

  /// An answer that streams into the reference, a token a frame; its last frames are counted.
  private static func answer(
    _ name: String,
    _ kind: String,
    _ make: @escaping (Int) -> String
  ) -> GrowthRow {
    GrowthRow(name: name, kind: kind) { tools, size in
      var tools = tools
      tools.tools.measurer.forgetTexts()
      if kind == "planted" { tools.tools.measurer = ScanningMeasurer(tools.tools.measurer) }
      let answer: MessageID = "answer"
      let text = make(size).unicodeScalars.prefix(size)
      func tokens(_ text: Substring.UnicodeScalarView, of count: Int) -> [[SurfaceEvent]] {
        var (rest, frames) = (text, [[SurfaceEvent]]())
        while !rest.isEmpty {
          frames.append([.token(answer, Array(String(rest.prefix(count)).utf8))])
          rest = rest.dropFirst(count)
        }
        return frames
      }
      var conversation = Conversation(.reference, tools.tools, tools.costs)
      conversation.frame([
        .append(Message(id: answer, role: .assistant, text: "")), .streamBegin(answer),
      ])
      let counted = countedFrames * token
      for frame in tokens(text.dropLast(counted), of: longToken) { conversation.frame(frame) }
      // What came in long tokens is shown before short ones come.
      for _ in 0..<60 { conversation.frame() }
      conversation.forgetOutcome()
      return PreparedRow(
        conversation: conversation,
        frames: tokens(text.suffix(counted), of: token)
      )
    }
  }

  /// Every kind of event that may cost more in a longer conversation, in every design that measures what is
  /// seen: one that measures every message when it is loaded takes as long for that alone as all of these.
  static var events: [GrowthRow] {
    Profile.all.filter { $0.measuring != .eagerly }.flatMap { profile in
      kinds.map { kind in
        GrowthRow(name: "\(profile.name), \(kind.name)", kind: "event") { tools, size in
          let history = SyntheticHistory(seed: 1, count: size, lengths: .oasst)
          var conversation = Conversation(profile, tools.tools, tools.costs)
          conversation.frame(kind.name == "load" ? [] : [.load(history)])
          for _ in 0..<30 { conversation.frame() }
          for events in kind.before(history) { conversation.frame(events) }
          for _ in 0..<10 { conversation.frame() }
          conversation.forgetOutcome()
          // A correction may come a frame late.
          return PreparedRow(conversation: conversation, frames: [kind.events(history), [], []])
        }
      }
    }
  }

  /// What an app or a network may send much of, in the reference.
  static var inputs: [GrowthRow] {
    let begun: [SurfaceEvent] = [
      .append(Message(id: "u", role: .user, text: "?")), .streamBegin("a"),
    ]
    func token(_ index: Int) -> SurfaceEvent {
      .tokenAt("a", Array("word \(10_000 + index) ".utf8), scalar: 11 * index)
    }
    return [
      input("hidden messages") { count in
        let hidden = (0..<count).map { index in
          Message(
            id: MessageID(rawValue: "h\(index)"),
            role: .assistant,
            text: "a call",
            suppliedHeight: .zero
          )
        }
        return ([[.load(ListedMessages(hidden))], begun], (0..<40).map { [token($0)] })
      },
      input("tokens beyond a hole") { count in
        ([begun], [(1..<count).reversed().map(token) + [token(0)]])
      },
      input("a replay") { count in
        let tokens = (0..<count).map(token)
        return ([begun, tokens] + Array(repeating: [], count: 600), [tokens])
      },
      input("a whole list") { count in
        let history = SyntheticHistory(seed: 1, count: count, lengths: .oasst)
        var messages = (0..<count).map { history.message(at: $0) }
        let before: [[SurfaceEvent]] = [[.load(ListedMessages(messages))], [], []]
        messages[1].text = "other words"
        return (before, [[.replaceAll(ListedMessages(messages))]])
      },
    ]
  }

  private static func input(
    _ name: String,
    _ make: @escaping (Int) -> (before: [[SurfaceEvent]], counted: [[SurfaceEvent]])
  ) -> GrowthRow {
    GrowthRow(name: name, kind: "input") { tools, size in
      var conversation = Conversation(.reference, tools.tools, tools.costs)
      let (before, counted) = make(size)
      for events in before { conversation.frame(events) }
      conversation.forgetOutcome()
      return PreparedRow(conversation: conversation, frames: counted)
    }
  }

  private struct Kind {
    var name: String
    var before: (SyntheticHistory) -> [[SurfaceEvent]] = { _ in [] }
    var events: (SyntheticHistory) -> [SurfaceEvent]
  }

  private static let news = Message(id: "new", role: .assistant, text: "some words of it")

  private static var kinds: [Kind] {
    [
      Kind(name: "load") { [.load($0)] },
      Kind(name: "append") { _ in [.append(news)] },
      Kind(name: "appendPage") { [.appendPage($0.page(before: false))] },
      Kind(name: "prepend") { [.prepend($0.page(before: true))] },
      Kind(name: "insert in the middle") { [.insert(index: $0.count / 2, news)] },
      Kind(name: "remove in the middle") { [.remove($0.id(at: $0.count / 2))] },
      Kind(name: "removeAll") { _ in [.removeAll] },
      Kind(name: "move over the half") { [.move($0.id(at: $0.count / 2), index: $0.count - 2)] },
      Kind(name: "update in the middle") {
        [.update($0.id(at: $0.count / 2), text: "other words")]
      },
      Kind(name: "replaceID") { [.replaceID($0.id(at: $0.count / 2), with: "new")] },
      Kind(name: "replaceAll without one") { history in
        let kept = (0..<history.count).filter { $0 != history.count / 2 }
        return [.replaceAll(ListedMessages(kept.map { history.message(at: $0) }))]
      },
      Kind(name: "setHeight") { [.setHeight($0.id(at: $0.count / 2), .init(points: 99))] },
      Kind(name: "send") { _ in [.send("sent", text: "some words")] },
      Kind(name: "regenerate") { [.regenerate($0.id(at: $0.count - 1))] },
      Kind(name: "streamBegin") { _ in [.streamBegin("new"), .token("new", Array("a".utf8))] },
      Kind(name: "scroll to the top") { _ in [.scroll(to: .top, isAnimated: false)] },
      Kind(name: "scroll to the tenth") {
        [.scroll(to: .message($0.id(at: 10), .top), isAnimated: false)]
      },
      Kind(
        name: "scroll to the end",
        before: { [[.scroll(to: .message($0.id(at: 10), .top), isAnimated: false)]] },
        events: { _ in [.scroll(to: .end, isAnimated: false)] }
      ),
      Kind(name: "select") { [.select($0.id(at: $0.count - 1), 0..<1)] },
      Kind(name: "resize") { _ in [.resize(width: .init(points: 360), height: .init(points: 700))]
      },
      Kind(name: "textSize") { _ in [.textSize(.extraLarge)] },
      Kind(name: "composer") { _ in [.composer(lines: 3)] },
      Kind(name: "keyboard") { _ in [.keyboard(height: .init(points: 300))] },
      Kind(name: "typing") { _ in [.typing(true)] },
      Kind(name: "loader") { _ in [.loader(.top, isVisible: true)] },
      Kind(name: "memoryPressure") { _ in [.memoryPressure] },
      Kind(name: "fling") { _ in [.fling(velocity: -4_000)] },
    ]
  }
}

extension SyntheticHistory {
  /// Fifty messages before it, or others that come after it.
  fileprivate func page(before: Bool) -> SyntheticHistory {
    before
      ? olderPage(1, of: 50)
      : SyntheticHistory(seed: seed, first: first + count, count: 50, lengths: lengths)
  }
}
