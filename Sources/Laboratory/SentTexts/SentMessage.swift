/// A message as a script gives it.
package struct SentMessage: Sendable {
  package enum Role: Sendable { case user, assistant, placeholder }
  package enum State: Sendable { case optimistic, streaming, ended }

  package var id: String
  package var role: Role
  package var text: String
  /// Nil where the script leaves it open.
  package var state: State?

  package init(id: String, role: Role, text: String, state: State?) {
    (self.id, self.role, self.text, self.state) = (id, role, text, state)
  }
}

/// Messages of a list, which are asked for one by one.
package protocol SentList: Sendable {
  var count: Int { get }
  func name(at index: Int) -> String
  func place(of name: String) -> Int?
  func sent(at index: Int) -> SentMessage
}
