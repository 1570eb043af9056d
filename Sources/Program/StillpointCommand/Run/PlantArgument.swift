import ArgumentParser
import FramePacing
import Profiling
import Running

/// Planted work as the command line has it: `layout:allocations=1`, `costliest:share=0.05`.
package struct PlantArgument: ExpressibleByArgument {
  /// Nil for the costliest one.
  package var phase: Phase?
  package var kind: String
  package var amount: Double

  package static let kinds = ["share", "steps", "allocations", "parses"]

  package init(phase: Phase?, kind: String, amount: Double) {
    self.phase = phase
    self.kind = kind
    self.amount = amount
  }

  package init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let sides = parts[1].split(separator: "=", maxSplits: 1).map(String.init)
    guard sides.count == 2, Self.kinds.contains(sides[0]), let amount = Double(sides[1]),
      (0...1e9).contains(amount)
    else { return nil }
    if parts[0] != "costliest" {
      guard let named = Phase(name: parts[0]) else { return nil }
      phase = named
    }
    kind = sides[0]
    self.amount = amount
  }

  /// As the command line has it.
  package var text: String { "\(phase?.name ?? "costliest"):\(kind)=\(amount)" }

  /// What processor times take.
  package func plant() throws -> ProcessorTimes.Plant {
    kind == "share" ? .share(amount, of: phase) : .work(try work())
  }

  /// What counts take.
  package func work() throws -> PlantedWork {
    guard let phase, kind != "share" else {
      throw ValidationError("--plant \(text): a share can be planted with cpu alone.")
    }
    var work = PlantedWork(phase: phase)
    switch kind {
    case "steps": work.steps = Int(amount)
    case "allocations": work.allocations = Int(amount)
    default: work.parses = Int(amount)
    }
    return work
  }
}
