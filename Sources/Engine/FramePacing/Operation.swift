/// A kind of work that the cost model charges for.
///
/// The model counts work, not calls: a strategy that moves n elements is charged for n.
public enum Operation: Int, CaseIterable, Hashable, Sendable {
  /// The first phase of a frame was run at all. What that costs, the two readings of the clock with it,
  /// differs from phase to phase.
  case inputPhase
  /// The second phase was run.
  case ingestPhase
  /// The third phase was run.
  case revealPhase
  /// The fourth phase was run.
  case measurePhase
  /// The fifth phase was run.
  case layoutPhase
  /// The sixth phase was run.
  case commitPhase
  /// An event was applied.
  case event
  /// A token, or another input of a stream, was taken in.
  case tokenTaken
  /// A byte of a token was scanned by the chunker.
  case byteChunked
  /// The dictionary was asked for a word of a script without spaces.
  case wordLookup
  /// A chunk passed through the scheduler's queue.
  case chunkReleased
  /// A step of the scheduler or a change in the pool.
  case step
  /// The opacity of a fade was evaluated.
  case fadeEvaluated
  /// A byte of text was given to the parser.
  case byteParsed
  /// A block or a run of text was made by the parser.
  case nodeParsed
  /// A byte of text was taken up into its block without the parser.
  case byteTaken
  /// A byte of the block that grows was looked at, again or for the first time, to find which of its signs are
  /// undecided.
  case byteLookedAt
  /// A block was asked for its height and was not in the cache.
  case blockMeasured
  case glyphShaped
  /// A byte was looked at by Unicode's rules of line breaking or a dictionary: plain words of ASCII need
  /// neither.
  case byteLineBroken
  /// The height cache was asked.
  case cacheLookup
  /// A byte of a block was hashed for its cache key.
  case byteHashed
  /// An element of the height index was read or written, but by a load.
  case indexElement
  /// An element of the height index was written by a load of all items.
  case indexElementLoaded
  /// An element of a flat array was pushed along by an insertion or a removal.
  case arrayElementMoved
  /// An element of a flat array was computed and stored.
  case arrayElementRewritten
  /// An item was taken into flat arrays, by a load or an insertion, or its place was computed again from the
  /// item before it, by a move or another scale.
  case arrayElementLoaded
  /// A source was asked whether a message of some name is its own.
  case nameLookup
  /// An item's height was estimated from what its source says of it.
  case itemEstimated
  /// An item was made from its source, text and blocks, or given back.
  case itemMade
  /// A visible item was written into the snapshot.
  case entryWritten

  /// That a phase was run at all.
  @inlinable package init(running phase: Phase) {
    switch phase {
    case .input: self = .inputPhase
    case .ingest: self = .ingestPhase
    case .reveal: self = .revealPhase
    case .measure: self = .measurePhase
    case .layout: self = .layoutPhase
    case .commit: self = .commitPhase
    }
  }

  /// The operation's name in files.
  public var name: String { String(describing: self) }
}
