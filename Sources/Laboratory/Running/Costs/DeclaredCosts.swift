import Foundation
import FramePacing
import Records

/// What operations are declared to cost, and where that was measured.
///
/// The numbers are fitted from measured runs (`stillpoint-maintain costs`) and committed with
/// the machine's name; a run with modelled cost gives the same bytes on every machine.
package struct DeclaredCosts: Codable, Sendable {
  /// The version of the file's schema.
  package var schema: Int
  /// The machine the costs were fitted on.
  package var machine: String
  /// The compiler they were fitted with.
  package var toolchain: String
  /// Picoseconds of each operation, by measurer.
  package var picoseconds: [String: [String: Int]]
  /// Where each operation's cost comes from.
  package var origins: [String: CostOrigin]
  /// Modelled over measured time of each phase over the runs of the fit, by measurer; nil where it
  /// was not written down.
  package var modelledOverCPU: [String: [String: Double]]?

  package init(
    schema: Int,
    machine: String,
    toolchain: String,
    picoseconds: [String: [String: Int]],
    origins: [String: CostOrigin],
    modelledOverCPU: [String: [String: Double]]? = nil
  ) {
    self.schema = schema
    self.machine = machine
    self.toolchain = toolchain
    self.picoseconds = picoseconds
    self.origins = origins
    self.modelledOverCPU = modelledOverCPU
  }

  /// The costs that were built in.
  ///
  /// - Throws: `DecodingError` when the built-in file is damaged.
  package static func builtIn() throws -> DeclaredCosts {
    try JSONDecoder().decode(
      DeclaredCosts.self,
      from: Data(PackageResources.declared_costs_json)
    )
  }

  /// The table for runs with `measurer`; an operation that is not listed is free.
  package func table(for measurer: MeasurerChoice) -> OperationCosts {
    var costs = OperationCosts()
    for operation in Operation.allCases {
      costs[picosecondsOf: operation] = picoseconds[measurer.rawValue]?[operation.name] ?? 0
    }
    return costs
  }
}
