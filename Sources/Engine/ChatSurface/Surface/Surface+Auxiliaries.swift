import AnchoredLayout
import HeightIndexing
import Lengths
import Timebase

// What takes part in the layout and is no message.
extension Surface {
  func setAuxiliary(_ which: Auxiliary, to height: LayoutUnit?) {
    if let height, !(.zero...ContentSpace.tallestItem).contains(height) {
      return context.refuse(.auxiliaryOutOfRange(which, height))
    }
    switch which {
    case .actions(let id), .below(let id): setHeight(height, of: which, below: id)
    case .disclaimer: changeEnds { $0.setDisclaimer(height ?? .zero) }
    case .header: changeEnds { $0.setHeader(height ?? .zero) }
    case .footer: changeEnds { $0.setFooter(height ?? .zero) }
    }
  }

  private func setHeight(_ height: LayoutUnit?, of which: Auxiliary, below id: MessageID) {
    guard let handle = handle(of: id), let index = layout.index(of: handle),
      let record = record(handle)
    else { return context.refuse(.unknown(id)) }
    let before = auxiliaries.actions(below: handle)
    if case .actions = which {
      guard record.role == .assistant else { return context.refuse(.notAnAnswer(id)) }
      transcript.changeAuxiliaries { $0.setActions(height, below: handle) }
    } else {
      transcript.changeAuxiliaries { $0.setFooter(height, below: handle) }
    }
    let added = auxiliaries.actions(below: handle) - before
    guard added != .zero else { return }
    let room = layout.height(at: index)
    guard room > .zero else { return }
    record.markChanged()
    keepingAnchor {
      transcript.setHeight(min(room + added, HeightIndex.maximumHeight), at: index)
    }
  }

  /// Something appears above or below all messages: content extends there.
  private func changeEnds(_ change: (inout Auxiliaries) -> Void) {
    keepingAnchor { transcript.changeAuxiliaries(change) }
  }

  /// A typing indicator that appears near the end is scrolled into view, where no direction decides who
  /// follows the end.
  func setTyping(_ isVisible: Bool, at instant: Instant) {
    guard isVisible != auxiliaries.isTyping else { return }
    changeEnds { $0.setTyping(isVisible) }
    if isVisible { viewport.take(.typing(isNearEnd: wasNearEnd), in: scene(at: instant)) }
  }

  /// A load runs at an edge, or has ended.
  func setLoader(_ edge: ContentEdge, isVisible: Bool) {
    surroundings.setLoading(isVisible, at: edge)
    changeEnds { $0.setLoader(edge, isVisible: isVisible) }
  }

  /// Asks for another page where the viewport has come near an edge.
  func askForPages() {
    let range = scrollRange
    // The loaders themselves bring no edge nearer.
    let above = auxiliaries.showsTopLoader ? Auxiliaries.loaderHeight : .zero
    let below = auxiliaries.showsEndLoader ? Auxiliaries.loaderHeight : .zero
    let content = contentBottom - contentTop - above - below
    let wantsOlder = surroundings.wantsPage(
      at: .top,
      distance: offset - range.lowerBound - above,
      content: content,
      hasMoved: viewport.wasMoved
    )
    let isThere = transcript.older?.isEmpty == false
    context.wantOlder(wantsOlder && isThere)
    if wantsOlder, !isThere { context.notePageWanted(at: .top) }
    if viewport.mayAskAtEnd(isShort: content < surroundings.freeHeight),
      surroundings.wantsPage(
        at: .end,
        distance: contentBottom - below + insets.bottom - insets.blank - device.height - offset,
        content: content,
        hasMoved: viewport.wasMoved
      )
    {
      context.notePageWanted(at: .end)
    }
  }
}
