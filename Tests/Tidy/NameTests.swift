import Foundation
import Testing

/// Names say what a thing is.
@Suite struct NameTests {
    @Test(arguments: ["Sources", "Tests"])
    func noEmptyNames(folder: String) throws {
        let pattern = try Regex(#"\b(class|struct|enum|protocol|actor)\s+\w*(Manager|Helper|Util|Utils|Base|Impl)\b"#)
        for file in try SourceFile.all(in: folder) {
            for line in file.lines where try pattern.firstMatch(in: line) != nil {
                Issue.record("\(file.path): \(line): say what it is, not that it helps")
            }
        }
    }

    /// `Room+People.swift` extends `Room`; `Room.swift` declares it.
    @Test func aFileIsNamedForItsNoun() throws {
        for file in try SourceFile.all(in: "Sources") {
            let name = URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
            let noun = name.prefix { $0 != "+" }
            guard !file.lines.contains(where: { $0.contains(noun) && !$0.hasPrefix("import") }) else { continue }
            Issue.record("\(file.path) does not speak of \(noun): name it for what it holds")
        }
    }

    @Test func nothingNamesAMachine() throws {
        for folder in ["Sources", "Tests"] {
            for file in try SourceFile.all(in: folder) where file.module != "Tidy" {
                for line in file.lines where line.contains("/home/") || line.contains("/root/") {
                    Issue.record("\(file.path): \(line): no path of one machine")
                }
            }
        }
    }
}
