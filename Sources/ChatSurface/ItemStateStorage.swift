/// States of messages, of whatever kind.
protocol ItemStateStorage: AnyObject {
  /// Gives a message's state to another name.
  func rename(_ old: MessageID, to new: MessageID)
}

extension ItemStates: ItemStateStorage {}
