import Foundation
import Testing

/// `stillpoint-maintain blocks`, run as a user runs it.
@Suite struct BlocksTests {
  private static let document = """
    # Tides é

    - [x] high *water*
    - low

      > quote

    | a | b |
    |:--|---|
    | 1 | two |

    ```sh
    make
    ```

    ![boat](b.png) [x]

    ![boat](b.png)

    ---

    [x]: /y

    """

  @Test(arguments: ["pango", "fixed"])
  func theBlocksAreTheSameForEverySplit(measurer: String) throws {
    let program = try ShippedProgram()
    defer { try? program.remove() }
    let path = try program.file("tides.md", Self.document)
    let outputs = try ["1", "2", "3", "7", "100000"].map { split in
      let ending = try program.run(
        ["blocks", path, "--split", split, "--measurer", measurer, "--width", "200"],
        of: "stillpoint-maintain"
      )
      #expect(ending.code == 0, "\(ending.errors)")
      return ending.output
    }
    #expect(Set(outputs).count == 1)
    let objects = try outputs[0].split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.map { $0["kind"] as? String } == [
        "heading", "paragraph", "paragraph", "paragraph", "table_row", "table_row", "code",
        "paragraph", "image", "thematic_break",
      ]
    )
    #expect(objects[0]["scalars"] as? [Int] == [0, 9])
    #expect(objects[1]["markers"] as? [String] == ["task done"])
    #expect(objects[1]["is_tight"] as? Bool == false)
    #expect(objects[3]["quote_depth"] as? Int == 1)
    #expect(objects[5]["cells"] as? [String] == ["1", "two"])
    #expect(objects[8]["height_pt"] as? Double == 200)
    #expect(objects.allSatisfy { ($0["height_pt"] as? Double ?? 0) > 0 })
  }

  @Test func faultsNameTheFileAndWhatToDo() throws {
    let program = try ShippedProgram()
    defer { try? program.remove() }
    let missing = try program.run(["blocks", program.path("none.md")], of: "stillpoint-maintain")
    #expect(missing.code == 1)
    #expect(missing.errors.contains("none.md"))
    #expect(missing.errors.contains("no such file"))
    let bytes = try program.file("bytes.md", bytes: [0x61, 0xFF])
    let broken = try program.run(["blocks", bytes], of: "stillpoint-maintain")
    #expect(broken.code == 1)
    #expect(broken.errors.contains("bytes.md"))
    #expect(broken.errors.contains("UTF-8"))
    let folder = try program.run(["blocks", program.folder.path], of: "stillpoint-maintain")
    #expect(folder.code == 1)
    #expect(folder.errors.contains("a directory"))
    let split = try program.run(["blocks", bytes, "--split", "0"], of: "stillpoint-maintain")
    #expect(split.code == 64)
    #expect(split.errors.contains("--split 0"))
  }

  @Test func helpHasExamplesAndAnEmptyInputHasNoBlocks() throws {
    let program = try ShippedProgram()
    defer { try? program.remove() }
    let help = try program.run(["blocks", "--help"], of: "stillpoint-maintain")
    #expect(help.code == 0)
    #expect(help.output.contains("EXAMPLES"))
    let empty = try program.run(["blocks", "-", "--measurer", "fixed"], of: "stillpoint-maintain")
    #expect(empty.code == 0)
    #expect(empty.output.isEmpty)
  }
}
