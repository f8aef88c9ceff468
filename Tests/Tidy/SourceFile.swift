import Foundation
import TestSupport

/// The project's Swift files as text.
struct SourceFile {
    let path: String
    let lines: [String]

    /// The folder of the target: the third part of `Sources/Core/PagingRoom/Room.swift`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : String(parts[1])
    }

    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(SourceFile.isModifier),
                place + 1 < words.count
            else { return nil }
            return words.last.map { String($0.prefix { $0 != "." }) }
        }
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "private"].contains(word)
    }

    /// All files below `folder`, by path.
    static func all(in folder: String) throws -> [SourceFile] {
        let base = Repository.file(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".swift") }
        return try names.sorted().map { name in
            let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
            return SourceFile(path: "\(folder)/\(name)", lines: text.components(separatedBy: "\n"))
        }
    }
}
