import ArgumentParser
import Driving

extension Viewport: ExpressibleByArgument {
  /// Reads `1280x800`.
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String { "\(width)x\(height)" }
}
