import FramePacing
import Records
import Running
import Testing
import WordDictionary

/// What was written down when the declared costs were fitted.
@Suite struct DeclaredCostsTests {
  @Test(arguments: MeasurerChoice.allCases)
  func theCommittedCostsFitEachPhaseOnTheirMachine(measurer: MeasurerChoice) throws {
    let costs = try DeclaredCosts.builtIn()
    #expect(!costs.machine.isEmpty && costs.machine != "unknown")
    let ratios = try #require(costs.modelledOverCPU?[measurer.rawValue])
    #expect(ratios.count == 6)
    for phase in Phase.allCases {
      let ratio = try #require(ratios[phase.name], "\(phase.name)")
      #expect((0.7...1.5).contains(ratio), "\(phase.name)")
    }
  }

  @Test func everyOperationHasACost() throws {
    let costs = try DeclaredCosts.builtIn()
    for measurer in MeasurerChoice.allCases {
      let table = costs.table(for: measurer)
      for operation in FramePacing.Operation.allCases {
        #expect(table[picosecondsOf: operation] >= 1)
      }
    }
  }

  @Test func everyCostSaysWhereItComesFrom() throws {
    let costs = try DeclaredCosts.builtIn()
    for operation in FramePacing.Operation.allCases {
      #expect(costs.origins[operation.name] == CostOrigin(of: operation), "\(operation.name)")
    }
    #expect(costs.origins.count == FramePacing.Operation.allCases.count)
  }

  /// What is known is kept, what is not is found, finer than a nanosecond where that is asked for.
  @Test func aFitFindsCostsAndKeepsWhatIsKnown() {
    var truth = OperationCosts()
    truth[picosecondsOf: .arrayElementMoved] = 250
    truth[picosecondsOf: .arrayElementLoaded] = 4_500
    truth[.layoutPhase] = 700
    let samples = (1...20).map { number in
      var counts = OperationCounts()
      counts[.arrayElementMoved] = 400_000 * number
      counts[.arrayElementLoaded] = 90_000 * (21 - number)
      counts[.layoutPhase] = 8_000
      return CostFit.Sample(counts: counts, nanoseconds: Int64(truth.charge(counts)))
    }
    var start = OperationCosts()
    start[.layoutPhase] = 700
    start[.event] = 3
    let alone = samples.map { sample in
      // In samples of their own, so that nothing else decides.
      var counts = OperationCounts()
      counts[.itemMade] = sample.counts[.arrayElementMoved] / 400_000
      return CostFit.Sample(counts: counts, nanoseconds: Int64(900 * counts[.itemMade]))
    }
    let unknown = CostFit.fit(alone, from: start)
    #expect(unknown[.itemMade] == 900, "nothing pulls a cost that is not known towards 0")
    let fitted = CostFit.fit(samples, from: start, keeping: [.layoutPhase, .event], least: 1)
    #expect(abs(fitted[picosecondsOf: .arrayElementMoved] - 250) <= 10)
    #expect(abs(fitted[picosecondsOf: .arrayElementLoaded] - 4_500) <= 40)
    #expect(fitted[.layoutPhase] == 700 && fitted[.event] == 3)
  }

  /// An element is neither free nor as dear as an item that is taken in.
  @Test func layoutsAloneSayWhatTheirElementsCost() throws {
    let start = try DeclaredCosts.builtIn().table(for: .fixed)
    let costs = LayoutCosts.measure(from: start)
    for operation in FramePacing.Operation.allCases {
      let isApart = LayoutCosts.operations.contains(operation)
      #expect(isApart || costs[picosecondsOf: operation] == start[picosecondsOf: operation])
    }
    let moved = costs[picosecondsOf: .arrayElementMoved]
    let rewritten = costs[picosecondsOf: .arrayElementRewritten]
    let loaded = costs[picosecondsOf: .arrayElementLoaded]
    #expect(moved > 0 && rewritten > 0, "\(moved), \(rewritten) ps")
    #expect(loaded > moved && loaded > rewritten, "\(loaded) ps")
    #expect(costs[picosecondsOf: .indexElementLoaded] > moved)
  }

  /// A look-up is dearer than a byte that is taken in, and cheaper than a block that is measured; nothing
  /// else is touched, and without a dictionary nothing at all.
  @Test func lookUpsAloneSayWhatTheyCost() throws {
    let start = try DeclaredCosts.builtIn().table(for: .pango)
    #expect(DictionaryCosts.measure(from: start, boundaries: nil) == start)
    let boundaries = try #require(SystemWordBoundaries())
    var costs = DictionaryCosts.measure(from: start, boundaries: boundaries)
    #expect(costs[picosecondsOf: .wordLookup] > start[picosecondsOf: .byteChunked])
    costs[picosecondsOf: .wordLookup] = start[picosecondsOf: .wordLookup]
    #expect(costs == start)
  }

  /// A byte of Thai or Arabic that is looked at costs more than one of a word that is scanned; a measurer
  /// that breaks at spaces says nothing of it, and nothing else is touched.
  @Test func answersInManyScriptsSayWhatLineBreaksCost() throws {
    let start = try DeclaredCosts.builtIn().table(for: .pango)
    #expect(LineBreakCosts.measure(from: start, tools: try TextTools.make(.fixed)) == start)
    var costs = LineBreakCosts.measure(from: start, tools: try TextTools.make(.pango))
    #expect(costs[picosecondsOf: .byteLineBroken] > start[picosecondsOf: .byteChunked])
    costs[picosecondsOf: .byteLineBroken] = start[picosecondsOf: .byteLineBroken]
    #expect(costs == start)
  }

  /// A byte that is looked at costs less than one that is parsed; nothing else is touched.
  @Test func aBlockThatGrowsSaysWhatLookingForSignsCosts() throws {
    let start = try DeclaredCosts.builtIn().table(for: .pango)
    var costs = SignCosts.measure(from: start)
    #expect((1..<start[picosecondsOf: .byteParsed]).contains(costs[picosecondsOf: .byteLookedAt]))
    costs[picosecondsOf: .byteLookedAt] = start[picosecondsOf: .byteLookedAt]
    #expect(costs == start)
  }

  /// A token costs more than one of its bytes; nothing else is touched.
  @Test func framesOfManyTokensSayWhatOneCosts() throws {
    let start = try DeclaredCosts.builtIn().table(for: .fixed)
    var costs = TokenCosts.measure(from: start, tools: try TextTools.make(.fixed))
    #expect(costs[picosecondsOf: .tokenTaken] > costs[picosecondsOf: .byteChunked])
    for operation in TokenCosts.operations {
      costs[picosecondsOf: operation] = start[picosecondsOf: operation]
    }
    #expect(costs == start)
  }
}
