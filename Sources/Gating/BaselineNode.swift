/// What a baseline file can hold: objects, lists, strings and whole numbers, and the line each of
/// them stands on.
struct BaselineNode {
  /// The kinds of value.
  indirect enum Value {
    case object([(key: String, node: BaselineNode)])
    case list([BaselineNode])
    case string(String)
    case number(Int)
  }

  /// The value.
  var value: Value
  /// The line on which it begins, from 1.
  var line: Int

  /// How the value looks in a message.
  var shown: String {
    switch value {
    case .object: "an object"
    case .list: "a list"
    case .string(let string): "\"\(string)\""
    case .number(let number): String(number)
    }
  }
}
