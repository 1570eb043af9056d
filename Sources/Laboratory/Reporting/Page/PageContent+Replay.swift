import Judging
import Records

// The replay, and the pictures of the worst moments.
extension PageContent {
  /// The most strips of pictures that are shown at once; the others are in a list that opens.
  private static let filmLimit = 6

  /// The template's values of the replay and of the filmstrips.
  var replayValues: [String: Any] {
    let shown = run.cells.indices.filter { run.cells[$0].screen.count > 0 }
    let short = shown.filter { RunVerdict.shortfall(of: run.cells[$0]) != nil }
    // The worst of each first.
    let films = short.flatMap { index in filmstrips(of: index).enumerated().map { (index, $0) } }
      .sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }.map { ($0.0, $0.1.element) }
    let deciding = films.filter { RunVerdict.decides(run.cells[$0.0], in: run) }
    let apart = films.filter { !RunVerdict.decides(run.cells[$0.0], in: run) }
    // What a design misses says more than what is a choice of our model of it.
    let others =
      apart.filter { run.cells[$0.0].verdict.kind != .model }
      + apart.filter { run.cells[$0.0].verdict.kind == .model }
    // Without one that decides, the first of the others stand in front.
    let first = deciding.isEmpty ? others : deciding
    let rest = Array(first.dropFirst(Self.filmLimit)) + (deciding.isEmpty ? [] : others)
    let start = (deciding.isEmpty ? apart : deciding).first?.0 ?? shown.first
    return [
      "hasReplay": !shown.isEmpty, "hasFilms": !films.isEmpty,
      "filmsTitle": deciding.isEmpty
        ? "Where \(verdict.subjects) differ" : "What went wrong, worst moments",
      "areFilmsOfOthers": deciding.isEmpty,
      "films": first.prefix(Self.filmLimit).map(\.1), "moreFilms": rest.map(\.1),
      "hasMoreFilms": !rest.isEmpty, "moreFilmCount": rest.count,
      "player": PlayerContent.values(
        options: shown.map { option(of: $0) },
        first: start,
        tick: start.flatMap { plan.moments[$0].first?.tick },
        isPair: shown.count > 1
      ),
      "isWhole": plan.isWhole,
      "screens": shown.map { ["number": $0, "data": data(of: $0)] as [String: Any] },
    ]
  }

  private func data(of index: Int) -> String {
    ReplayData(
      run.cells[index],
      name: anchors[index],
      moments: plan.moments[index],
      spans: plan.isWhole ? nil : plan.spans[index],
      page: plan.hasPage[index] ? ReplayPage.fileName(of: anchors[index]) : nil
    ).json
  }

  private func option(of index: Int) -> PlayerContent.Option {
    PlayerContent.Option(
      number: index,
      partner: plan.partners[index] ?? run.cells.indices.first { plan.partners[$0] == index },
      words: PlayerContent.words(of: run.cells[index], hasDevices: headline.hasDevices)
    )
  }

  /// A strip for each limit that a cell missed and of which the moment is known; limits of one moment share it.
  private func filmstrips(of index: Int) -> [[String: Any]] {
    let cell = run.cells[index]
    let all = Moment.ofFaults(in: cell).filter(\.isOfLimit)
    // A strip of another moment than what was missed would lead astray.
    return plan.moments[index].filter(\.isOfLimit).map { moment in
      let faults = all.filter { $0 == moment || $0.isNear(moment, Moment.strip) }
      let limits = cell.budgets.filter { check in
        check.isShort && faults.contains { $0.fault?.shows(check) == true }
      }
      let words = faults.map { fault in
        let seconds = DecimalText.short(fault.instant.milliseconds / 1000, places: 2)
        return "at \(seconds) s: \(fault.words)"
      }
      return [
        "number": index, "anchor": anchors[index], "tick": moment.tick,
        "name": PlayerContent.words(of: cell, hasDevices: headline.hasDevices),
        "limits": limits.map(\.title).joined(separator: ", "),
        "words": words.joined(separator: "; "),
      ]
    }
  }
}
