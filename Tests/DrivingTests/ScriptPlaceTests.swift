import Driving
import Foundation
import Testing

/// Where in a page's scripts something was done, as its stacks and source maps tell.
@Suite struct ScriptPlaceTests {
  @Test func aStackIsReadWithoutOurOwnScriptsAndTheBrowsers() {
    let stack = """
      Error
          at stackOf (stillpoint::18:14)
          at HTMLDivElement.set (stillpoint::70:40)
          at Object.stick (http://127.0.0.1:8000/chat.js:41:10)
          at Array.forEach (<anonymous>)
          at async Chat.onToken [as handle] (http://127.0.0.1:8000/chat.js?v=2:88:3)
          at http://127.0.0.1:8000/:12:5
          at HTMLButtonElement.<anonymous> (http://127.0.0.1:8000/a/b.js:7:1)
      """
    let places = ScriptPlace.stack(stack)
    #expect(
      places.map(\.words) == [
        "stick (chat.js:41)", "onToken (chat.js:88)", "a function (the page:12)",
        "a function (b.js:7)",
      ]
    )
    #expect(places[0].column == 10)
  }

  /// The map of two lines, the second of which has three places of two sources, as ECMA-426 writes them.
  @Test func aMapSaysWhereAPlaceStoodBefore() throws {
    let text = """
      {"version": 3, "sources": ["webpack://app/./src/Chat.tsx", "../node_modules/react/index.js"],
       "names": [], "mappings": ";AAUA,UAEI,SCTA"}
      """
    let map = try #require(SourceMap(Array(text.utf8)))
    func original(_ line: Int, _ column: Int) -> ScriptPlace? {
      map.original(
        of: ScriptPlace(function: "f", file: "http://x/a.js", line: line, column: column)
      )
    }
    #expect(original(1, 1) == nil)
    #expect(original(2, 1)?.words == "f (src/Chat.tsx:11)")
    #expect(original(2, 10)?.words == "f (src/Chat.tsx:11)")
    #expect(original(2, 11)?.words == "f (src/Chat.tsx:13)")
    #expect(original(2, 12)?.column == 5)
    let library = try #require(original(2, 30))
    #expect(library.words == "f (node_modules/react/index.js:4)" && library.isOfLibrary)
    #expect(original(3, 1) == nil)
  }

  @Test(arguments: ["", "{}", "[]", "{\"version\": 3, \"sources\": [], \"mappings\": \"A!\"}"])
  func whatIsNoMapIsNone(text: String) { #expect(SourceMap(Array(text.utf8)) == nil) }

  @Test func aMoveIsToldByTheAppsOwnFunctions() throws {
    let json = """
      [{"what": "scrollTop", "phase": "scroll event", "stack": "", "scrolled": 62, "head": 0,
        "messages": {"4": -62}}]
      """
    var move = try #require(try JSONDecoder().decode([PageMove].self, from: Data(json.utf8)).first)
    #expect(move.words == "scrollTop in a script without a file, in a scroll event")
    func place(_ file: String, _ line: Int) -> ScriptPlace {
      ScriptPlace(function: "f", file: file, line: line, column: 1)
    }
    move.places = [place("node_modules/a/b.js", 1), place("src/c.ts", 2), place("src/d.ts", 3)]
    #expect(
      move.words == "scrollTop in f (src/c.ts:2), called by f (src/d.ts:3), in a scroll event"
    )
    move.places = [place("node_modules/a/b.js", 1)]
    #expect(move.words == "scrollTop in f (node_modules/a/b.js:1), in a scroll event")
  }
}
