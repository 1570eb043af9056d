import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// Blocks of streamed Markdown, measured as they grow, are as tall as when measured whole.
@Suite struct StreamedBlocksTests {
  private static let document = """
    # The *harbour* and its `tides`

    A paragraph with **bold words**, *italics*, `code`, ~~struck~~ and a [link](https://a.example)
    that goes on for several lines, so that the words wrap and the last line is not the first.  
    A hard break, too: 今天的天气很好，我们一起去公园散步。 مرحبا بالعالم

    1. First item of a list, long enough to wrap at the width that is left to it
       - nested bullet with *style*
         - nested deeper, and deeper still, until little width is left to wrap in
    2. Second item

       with a second paragraph
    - [ ] an open task with some words
    - [x] a task that is done

    > A quote of some length that wraps and wraps,
    > > and a quote in the quote, with `code` and **bold** in it.

    ```swift title.swift
    let harbour = boats.filter { $0.isFree }.map(\\.name).joined(separator: ", and a long line")

    let 名 = 1
    ```

    | Boat | Crew | Notes of some length |
    |:-----|:----:|---------------------:|
    | Ida | 3 | leaves with the tide and comes back **late** |
    | A long name of a boat | `4` | |

    ---

    ![a boat](boat.png)

    <div>
    html of its own
    </div>

    A footnote[^1] at the end.

    [^1]: Its text, with some words to wrap in a narrow place.

    """

  private func check(_ measurer: some TextMeasurer, width: Int, seed: UInt64) {
    let bytes = Array(Self.document.utf8)
    let width = LayoutUnit(points: width)
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    var tails: [TailMeasurement] = []
    var chance = SeededGenerator(seed: seed, index: 1)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + chance.nextIndex(below: 9))
      let change = list.append(Array(bytes[start..<end]))
      start = end
      var fresh = change.inserted.map { _ in TailMeasurement() }
      if let first = change.replaced.first, !fresh.isEmpty { fresh[0] = tails[first] }
      tails.replaceSubrange(change.replaced, with: fresh)
      for index in change.inserted {
        let block = StyledBlock(list[index], role: .assistant)
        let kept = index == change.inserted.lowerBound ? change.keptUTF8Count : 0
        let extended = measurer.extend(
          &tails[index],
          with: block,
          keeping: kept,
          width: width,
          textSize: .large
        )
        let whole = measurer.measure(block, width: width, textSize: .large)
        #expect(
          extended.height == whole.height && extended.lines == whole.lines,
          "SEED=\(seed), width \(width), at \(end), block \(index): \(list[index].string)"
        )
      }
    }
  }

  @Test(arguments: [90, 180, 361])
  func withTheFixedMeasurer(width: Int) {
    for round in 0..<4 {
      check(FixedAdvanceMeasurer(), width: width, seed: TestSettings.seed &+ UInt64(round))
    }
  }

  @Test(arguments: [90, 180, 361])
  func withPango(width: Int) throws {
    check(try PangoMeasurer(), width: width, seed: TestSettings.seed)
  }
}
