/// One child's work.
package struct ChildTask: Hashable, Sendable {
  package var command: ChildCommand
  /// Tasks of one group are alive side by side and take turns; the groups follow each other.
  package var group: Int
  /// A step that is to be alone is so among the tasks of its lane: one lane for each processor.
  package var lane: Int

  /// Makes a task.
  ///
  /// - Parameters:
  ///   - group: Any number; tasks that stand beside each other and have the same one form a group.
  ///   - lane: Any number.
  package init(command: ChildCommand, group: Int, lane: Int = 0) {
    self.command = command
    self.group = group
    self.lane = lane
  }
}
