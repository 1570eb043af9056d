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
    let films = short.compactMap { index in film(of: index).map { (index, $0) } }
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

  private func film(of index: Int) -> [String: Any]? {
    // A strip of another moment than what was missed would lead astray.
    guard let moment = plan.moments[index].first, moment.kind == .fault else { return nil }
    let seconds = DecimalText.short(moment.instant.milliseconds / 1000, places: 2)
    return [
      "number": index, "anchor": anchors[index], "tick": moment.tick,
      "name": PlayerContent.words(of: run.cells[index], hasDevices: headline.hasDevices),
      "words": "at \(seconds) s: \(moment.words)",
    ]
  }
}
