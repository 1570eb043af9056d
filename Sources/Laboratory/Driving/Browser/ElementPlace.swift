/// Where an element is on the screen.
package struct ElementPlace: Codable, Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  package var tag: String
  package var text: String
}
