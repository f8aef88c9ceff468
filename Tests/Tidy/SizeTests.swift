import Testing

/// Files and functions stay small enough to be read at a glance.
@Suite struct SizeTests {
    private static let functionLines = 70

    @Test(arguments: [("Sources", 400), ("Tests", 400)])
    func filesAreShort(folder: String, limit: Int) throws {
        for file in try SourceFile.all(in: folder) {
            // What ends the last line does not begin another.
            let lines = file.lines.count - 1
            guard lines > limit else { continue }
            Issue.record("\(file.path) has \(lines) lines: is it one noun? split it")
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func functionsFitAScreen(folder: String) throws {
        for file in try SourceFile.all(in: folder) {
            for (name, length) in Self.functions(in: file.lines) where length > Self.functionLines {
                Issue.record("\(file.path): \(name) has \(length) lines: let helpers compute and the parent decide")
            }
        }
    }

    @Test func aLongFunctionWouldBeSeen() {
        let body = Array(repeating: "        work()", count: 80)
        let functions = Self.functions(in: ["    func long() {"] + body + ["    }"])
        #expect(functions.first?.length == 82)
    }

    /// Functions and initializers by the indentation of their first and last line, as the formatter leaves them.
    private static func functions(in lines: [String]) -> [(name: String, length: Int)] {
        var found: [(String, Int)] = []
        for (start, line) in lines.enumerated() {
            let words = line.split(separator: " ").map(String.init)
            guard words.contains("func") || words.contains(where: { $0.hasPrefix("init(") }), !line.contains("//")
            else {
                continue
            }
            let indent = line.prefix { $0 == " " }
            guard let end = lines[start...].firstIndex(of: indent + "}") else { continue }
            found.append((line.drop { $0 == " " }.description, end - start + 1))
        }
        return found
    }
}
