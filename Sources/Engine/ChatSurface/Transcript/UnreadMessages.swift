/// News that no frame has shown: what a button to the end counts.
///
/// Complexity: O(1) each.
package struct UnreadMessages {
  private var handles: Set<UInt32> = []

  package var count: Int { handles.count }
  package var messages: [UInt32] { Array(handles) }

  /// A message came at the end; an answer that streams is none.
  package mutating func come(_ handle: UInt32) { handles.insert(handle) }

  /// A message was seen, or is gone.
  package mutating func forget(_ handle: UInt32) { if !handles.isEmpty { handles.remove(handle) } }
}
