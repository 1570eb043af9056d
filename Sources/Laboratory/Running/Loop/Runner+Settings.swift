import ChatSurface
import FramePacing
import Lengths
import Records
import Timebase

extension Runner {
  /// How a run is made.
  @dynamicMemberLookup
  package struct Settings: Sendable {
    /// How it is run, as the command says.
    package var conditions: RunConditions
    package var costs: OperationCosts
    /// Whether allocations are counted; such a run's measured cost is not to be used.
    package var countsAllocations: Bool
    /// Whether a hopelessly late profile is stopped.
    package var stopsBrokenProfile: Bool
    /// Where the run ends although something is still active; nil for never.
    package var limit: Instant?
    /// How many windows may be open at once.
    package var windowLimit = WindowGroup<Surface>.standardLimit
    /// Which token, counted over the run from 0, reaches the surface otherwise than the account of the
    /// text has it: a loss that must be noticed. Nil for none.
    package var plantedLoss: Int?
    /// What becomes of it.
    package var plantedFault = TextFault.lostToken
    /// By how much all content is moved in the first frame at or after an instant, although nothing
    /// asked for it: a drift that must be noticed. Nil for none.
    package var plantedDrift: (at: Instant, by: LayoutUnit)?
    /// What is done in every frame although nothing needs it: work that must be noticed. Nil for
    /// nothing.
    package var plantedWork: PlantedWork?
    /// Whether the processor time of each frame's phases is kept in ``Outcome/processorTime``,
    /// whatever the cost is: with modelled cost the work repeats exactly while its time is taken.
    package var keepsProcessorTime = false
    /// Whether what is shown is judged: drift, latency, text, operations. Else frames are made, and nothing
    /// is known of them but what they cost.
    package var judgesFrames = true
    /// What the frames that are made cost, in order, in place of what they cost now: those of a run that was
    /// not judged, so that it can be judged afterwards. Nil for what they cost.
    package var knownCosts: [FrameCost]?
    /// From which place of the stack on frames are made, as ``StackOffset/bytes(of:)`` counts them: each
    /// ``framesOfStackPlace`` at the next one, so that a repetition's figures do not hang on where its
    /// stack lies. Nil for where the stack is.
    package var firstStackPlace: Int?
    /// So many frames in turn are made at one place: each has to fetch its lines once.
    static let framesOfStackPlace = 16

    package init(
      _ conditions: RunConditions,
      costs: OperationCosts,
      countsAllocations: Bool = false,
      stopsBrokenProfile: Bool = false,
      limit: Instant? = nil
    ) {
      self.conditions = conditions
      self.costs = costs
      self.countsAllocations = countsAllocations
      self.stopsBrokenProfile = stopsBrokenProfile
      self.limit = limit
    }

    /// Makes settings of which the command says no more than the cost and the buffering.
    package init(
      cost: CostChoice = .cpu,
      depth: Int = 0,
      costs: OperationCosts,
      countsAllocations: Bool = false
    ) {
      self.init(
        RunConditions(cost: cost, depth: depth),
        costs: costs,
        countsAllocations: countsAllocations
      )
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<RunConditions, Value>) -> Value {
      get { conditions[keyPath: path] }
      set { conditions[keyPath: path] = newValue }
    }
  }
}
