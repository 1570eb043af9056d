import FramePacing
import MarkdownBlocks
import Profiling

/// Work that is done in one phase of every frame although nothing needs it, so that it can be tried
/// whether a gate notices.
package struct PlantedWork: Hashable, Sendable {
  package var phase: Phase
  /// Rounds of a counted loop in each frame.
  package var steps = 0
  /// Requests for memory in each frame.
  package var allocations = 0
  /// Paragraphs parsed, and charged for, in each frame.
  package var parses = 0
  /// Operations that are charged for in each frame, and not performed.
  package var charged = OperationCounts()

  /// Plants nothing yet.
  package init(phase: Phase) { self.phase = phase }

  static let paragraph = Array("One *planted* paragraph, parsed for nothing.".utf8)
  /// A block of three runs.
  private static let nodes = 4

  /// What a frame's planted work is counted as.
  var counts: OperationCounts {
    var counts = charged
    counts[.byteParsed] += parses * Self.paragraph.count
    counts[.nodeParsed] += parses * Self.nodes
    return counts
  }

  /// Does a frame's planted work.
  func perform(with parser: any BlockParser) {
    PlantedLoop.perform(steps: steps)
    PlantedAllocations.perform(count: allocations)
    for _ in 0..<parses {
      precondition(!parser.parse(Self.paragraph).blocks.isEmpty, "the paragraph has no block")
    }
  }
}
