import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import Profiling
import Records
import Timebase

/// Makes a cell's record in this process, one repetition after the other; see ``CellSession``.
package struct CellRunner {
  private let options: RunOptions
  private let tools: TextTools
  /// Which token is withheld in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedLoss: Int?
  /// By how much content is moved unasked in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedDrift: (at: Instant, by: LayoutUnit)?

  package init(options: RunOptions, tools: TextTools) {
    self.options = options
    self.tools = tools
  }

  /// What comes of a cell.
  package struct Result: Sendable {
    /// The cell's record.
    package var record: CellRecord
  }

  /// Runs `plan`.
  ///
  /// - Parameter writer: Gets each frame of the repetition that is reported, as it is presented; nil
  ///   when none is wanted. Only a run with modelled cost, or of one repetition, can give one.
  package func run(
    _ plan: CellPlan,
    frames writer: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil
  ) throws -> Result {
    try session(plan, frames: writer).result()
  }

  /// Runs `plan`, and returns the session that was made, without a repetition left.
  package func session(
    _ plan: CellPlan,
    frames writer: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil
  ) throws -> CellSession {
    // Other cells of this process came before; the most memory is to be this one's.
    PeakResident.reset()
    var session = CellSession(plan, options: options, tools: tools)
    session.plantedLoss = plantedLoss
    session.plantedDrift = plantedDrift
    while session.next != nil { try session.advance(frames: writer) }
    return session
  }
}
