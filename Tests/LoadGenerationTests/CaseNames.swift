import LoadGeneration
import Testing

// A case is called by its argument's name; all of its tables would fill the runner's log.

extension LoadPreset: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension TextMix: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension SyntheticHistory.Lengths: CustomTestStringConvertible {
  public var testDescription: String { name }
}
