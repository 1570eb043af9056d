import Foundation

/// The fonts a measurer may use, and no others.
package struct FontSet: Hashable, Sendable {
  /// The files. Of one that is a collection of fonts the named families alone are used, if it has any
  /// of them.
  package var files: [FontFile]
  /// The families of running text, in the order in which a script is looked for. Colour emoji are
  /// found without being named; named here they would take the digits.
  package var textFamilies: [String]
  /// The families of code, likewise.
  package var codeFamilies: [String]

  /// Inter for text, Noto Sans Mono for code, Noto for the other scripts and emoji: where Debian's
  /// packages put them, else in the folder `fonts` beside the program, else where people and Homebrew's casks do.
  package static let standard = FontSet(
    files: ["Regular", "Italic", "Bold", "BoldItalic"].map {
      file(
        "/usr/share/fonts/opentype/inter/Inter-\($0).otf",
        cask: "Inter-\($0).otf",
        package: "fonts-inter (Debian) or font-inter (Homebrew cask)"
      )
    }
      + ["Regular", "Bold"].map {
        noto("NotoSansMono-\($0)", package: "fonts-noto-mono", cask: "font-noto-sans-mono")
      }
      + scripts.flatMap { script in
        ["Regular", "Bold"].map {
          noto(
            "NotoSans\(script)-\($0)",
            package: "fonts-noto-core",
            cask: "font-noto-sans\(script.isEmpty ? "" : "-" + script.lowercased())"
          )
        }
      }
      + ["Regular", "Bold"].map {
        file(
          "/usr/share/fonts/opentype/noto/NotoSansCJK-\($0).ttc",
          cask: "NotoSansCJK.ttc",
          package: "fonts-noto-cjk (Debian) or font-noto-sans-cjk (Homebrew cask)"
        )
      }
      + [noto("NotoColorEmoji", package: "fonts-noto-color-emoji", cask: "font-noto-color-emoji")],
    textFamilies: ["Inter"] + others,
    codeFamilies: ["Noto Sans Mono"] + others
  )

  /// Latin, Greek and Cyrillic beyond Inter's, and the scripts of the suite.
  private static let scripts = [
    "", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Thai", "Lao", "Khmer", "Myanmar",
    "Symbols",
  ]

  private static let others =
    scripts.map { $0.isEmpty ? "Noto Sans" : "Noto Sans \($0)" } + ["Noto Sans CJK SC"]

  private static func noto(_ name: String, package: String, cask: String) -> FontFile {
    file(
      "/usr/share/fonts/truetype/noto/\(name).ttf",
      cask: "\(name).ttf",
      package: "\(package) (Debian) or \(cask) (Homebrew cask)"
    )
  }

  private static let beside = Bundle.main.executablePath.map {
    URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path + "/fonts/"
  }

  private static func file(_ path: String, cask: String, package: String) -> FontFile {
    let name = path.split(separator: "/").last ?? ""
    return FontFile(
      candidates: [path] + (beside.map { [$0 + name] } ?? [])
        + ["~/.local/share/fonts/\(name)", "~/Library/Fonts/\(cask)", "/Library/Fonts/\(cask)"],
      package: package
    )
  }
}
