import Records
import Reporting
import Testing

/// One table in three forms.
struct TableTests {
  private func table() -> Table {
    var table = Table([
      .init("concern", place: .above), .init("design", isKey: true),
      .number("cost").with { ($0.over, $0.under, $0.isMarked) = ("p99 ms", "@60", true) },
      .number("cost").with { ($0.over, $0.under, $0.isMarked) = ("p99 ms", "@120", true) },
      .init("verdict", place: .behind), .init("notice", place: .below),
    ])
    var late = Table.Cell("20", .bad)
    late.mark = "!"
    table.add(
      [
        "a", "one", "1", "2",
      ].map { Table.Cell($0) } + [Table.Cell("pass", Verdict.pass), Table.Cell("")]
    )
    table.add(
      [Table.Cell("a"), Table.Cell("two"), Table.Cell("3"), late]
        + [
          Table.Cell("missed", Verdict.missed),
          Table.Cell("stutters", link: "#two"),
        ]
    )
    table.add([Table.Cell("b"), Table.Cell("three")], rest: "n/a: none")
    return table
  }

  @Test func aTerminalHasGroupsAboveNoticesBelowAndOneHeadOverNeighbours() {
    #expect(
      table().text() == """
                      p99 ms
          design  @60   @120   verdict
        a
          one       1      2   pass
          two       3     20!  missed
            stutters
        b  n/a: none

        """
    )
    for line in table().text(width: 24).split(separator: "\n") { #expect(line.count <= 24) }
    #expect(table().text(width: 24).components(separatedBy: "stutters").count == 2)
    #expect(table().text(isColoured: true).contains("\u{1B}[1;31m20!"))
  }

  @Test func markdownHasEveryColumnAndCountsWhatDoesNotFit() {
    let lines = table().markdown().split(separator: "\n")
    #expect(lines[0] == "| concern | design | cost | cost | verdict | notice |")
    #expect(lines[1] == "| --- | --- | ---: | ---: | --- | --- |")
    #expect(lines[3] == "| a | two | 3 | 20 ! | missed | stutters |")
    #expect(lines[4] == "| b | three | n/a: none |  |  |  |")
    #expect(
      table().markdown(bytesLeft: 150, rest: "x.json").hasSuffix("2 more rows are in x.json.\n")
    )
  }

  @Test func aPageHasOneCellForRowsOfAGroup() {
    let markup = table().markup(label: "All")
    #expect(markup.contains("<th scope=\"row\" rowspan=\"2\" class=\"stick\">a</th>"))
    #expect(markup.contains("<a href=\"#two\">stutters</a>"))
    #expect(
      markup.contains(
        "<td class=\"outcome missed\"><span aria-hidden=\"true\">✗</span> missed</td>"
      )
    )
    #expect(
      markup.contains("<td class=\"missing reason\" colspan=\"4\"><span>n/a: none</span></td>")
    )
    let (opened, closed) = (
      markup.components(separatedBy: "<t"), markup.components(separatedBy: "</t")
    )
    #expect(opened.count == closed.count)
    #expect(Table([.init("a")]).markup() == "")
  }

  /// What somebody else wrote is text in each form.
  @Test func hostileTextIsText() {
    let name = "<script>|`*\u{1B}[31m\u{202E}@you http://x.example"
    let table = Table([.init(name, isKey: true), .init("b", place: .above)], rows: [[name, name]])
    #expect(!table.text().contains("\u{1B}"))
    #expect(!table.markdown().contains("<script>") && !table.markdown().contains(" @you"))
    #expect(!table.markup(label: name, caption: name).contains("<script>"))
  }

  @Test func columnsWithoutAnythingGo() {
    let table = Table(
      [.init("a"), .init("b"), .init("c")],
      rows: [["1", "", "3"], ["4", "", ""]]
    )
    #expect(
      table.withoutEmptyColumns().markdown() == "| a | c |\n| --- | --- |\n| 1 | 3 |\n| 4 |  |\n"
    )
  }
}
