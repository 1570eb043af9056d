/// One child's work.
package struct ChildTask: Hashable, Sendable {
  /// The child.
  package var command: ChildCommand
  /// Tasks of one group are alive side by side and take turns; the groups follow each other.
  package var group: Int

  /// Makes a task.
  ///
  /// - Parameter group: Any number; tasks that stand beside each other and have the same one form a
  ///   group.
  package init(command: ChildCommand, group: Int) {
    self.command = command
    self.group = group
  }
}
