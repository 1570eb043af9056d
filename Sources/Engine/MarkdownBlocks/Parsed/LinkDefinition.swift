/// A link reference definition, in a form of its parser's own.
package struct LinkDefinition: Hashable, Sendable {
  /// The label as the parser compares labels.
  package var label: [UInt8]
  /// Where the link leads, as the parser keeps it.
  package var destination: [UInt8]

  /// Makes a definition.
  ///
  /// - Parameters:
  ///   - label: The label as the parser compares labels.
  ///   - destination: Where the link leads.
  package init(label: [UInt8], destination: [UInt8]) {
    self.label = label
    self.destination = destination
  }
}
