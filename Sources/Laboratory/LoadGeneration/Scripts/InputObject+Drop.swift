import Files
import ChatSurface
import Ornaments

extension InputObject {
  /// Reads what is dropped: `{"kind": "text" | "code" | "image" | "file", "text": ...}`, code with its
  /// `language` if it has one, an image with its `source`; its text says what it shows. That of a file is its name.
  func droppedItem() throws(InputError) -> DroppedItem {
    let item = try InputObject(
      required("item"),
      path: path,
      expected: "an item with kind and text"
    )
    switch try item.choice("kind", of: ["text", "code", "image", "file"]) {
    case "code":
      try item.refuseUnknown(among: ["kind", "text", "language"])
      let language = item.has("language") ? try item.string("language") : ""
      return .code(try item.string("text"), language: language)
    case "image":
      try item.refuseUnknown(among: ["kind", "text", "source"])
      let description = item.has("text") ? try item.string("text") : ""
      return .image(source: try item.string("source"), description: description)
    case "file":
      try item.refuseUnknown(among: ["kind", "text"])
      return .file(name: try item.string("text"))
    default:
      try item.refuseUnknown(among: ["kind", "text"])
      return .text(try item.string("text"))
    }
  }
}
