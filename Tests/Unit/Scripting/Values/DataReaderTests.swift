import Testing

@testable import Scripting

@Suite struct DataReaderTests {
    private func table(_ text: String, _ format: DataFormat = .csv) throws(DataProblem) -> DataTable {
        let plan = DataPlan(name: "people", format: format, path: "people.csv")
        return try DataReader.table(Array(text.utf8), of: plan) { line in
            // Enough of JSON for these tests: {name:value,name:value}.
            guard line.first == UInt8(ascii: "{") else { return nil }
            return String(decoding: line.dropFirst().dropLast(), as: UTF8.self).split(separator: ",").map { pair in
                let parts = pair.split(separator: ":").map(String.init)
                return (parts[0], parts[1])
            }
        }
    }

    private func complaint(_ text: String, _ format: DataFormat = .csv) -> DataProblem? {
        do {
            _ = try table(text, format)
            return nil
        } catch {
            return error
        }
    }

    @Test func quotesHoldCommasQuotesAndLines() throws {
        let table = try table("\u{FEFF}name,note\r\nAnn,\"a, \"\"b\"\"\"\r\n\"Ben\nB.\",\n\nCy,ü")
        #expect(table.columns == ["name", "note"])
        #expect(table.rows == [["Ann", "a, \"b\""], ["Ben\nB.", ""], ["Cy", "ü"]])
    }

    @Test func otherBytesThanUTF8AreRefused() throws {
        let plan = DataPlan(name: "people", format: .csv, path: "people.csv")
        let latin = Array("name,x\nann,1\ncaf".utf8) + [0xE9] + Array(",1\n".utf8)
        #expect(throws: DataProblem(line: 3, message: "expected UTF-8, got other bytes; save the file as UTF-8")) {
            try DataReader.table(latin, of: plan) { _ in nil }
        }
    }

    @Test func errorsNameTheLine() {
        #expect(
            complaint("")
                == DataProblem(line: 1, message: "expected the names of the columns in the first line, got none")
        )
        #expect(complaint("a,b\n") == DataProblem(line: 1, message: "expected at least one row, got none"))
        #expect(complaint("a,b\n\"x\ny\",2\n1\n")?.line == 4)
        #expect(complaint("a,b\n1,2,3\n")?.message == "expected 2 values as in the first line, got 3")
        #expect(complaint("a,a\n1,2\n")?.message == "the column `a` is there twice; give each its own name")
        #expect(complaint("a b\n1\n")?.line == 1)
        #expect(complaint("a\n1\n\"2\n")?.message == "expected a closing quote, got the end of the file")
        #expect(complaint("a\n\"1\" \n")?.message == "expected a comma or the end of the line behind a closing quote")
    }

    @Test func linesOfJSONHaveTheFieldsOfTheFirst() throws {
        let table = try table("{a:1,b:x}\n\n{b:y,c:9,a:2}\n", .jsonl)
        #expect(table.columns == ["a", "b"])
        #expect(table.rows == [["1", "x"], ["2", "y"]])
        #expect(
            complaint("{a:1}\n{b:2}\n", .jsonl)
                == DataProblem(line: 2, message: "expected a field `a` as in the first line, got none"))
        #expect(complaint("{a:1}\nx\n", .jsonl)?.line == 2)
    }

    private static func script(_ file: String, _ step: String = "tap: '${people.name}'") -> String {
        "riffle: 1\ndata: {people: \(file)}\nactors: [{name: ann, users: 2, steps: [{\(step)}]}]\n"
    }

    private func complaints(_ script: String, _ text: String) -> [String] {
        var inputs = ScriptInputs()
        inputs.file = { path in path == "p.csv" ? Array(text.utf8) : [] }
        do {
            _ = try ScriptReader.read(script, file: "f", inputs: inputs)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    @Test func aScriptIsCheckedAgainstItsData() {
        #expect(complaints(Self.script("{csv: p.csv}"), "name\nAnn\n") == [])
        #expect(
            complaints(Self.script("{csv: p.csv}"), "name,x\nAnn\n")
                == ["p.csv:2:1: expected 2 values as in the first line, got 1"])
        #expect(
            complaints(Self.script("{csv: p.csv}"), "nam\nAnn\n") == [
                "f:3:46: unknown column `name` of `p.csv`; expected nam (did you mean `nam`?)"
            ])
        #expect(
            complaints(Self.script("{csv: p.csv}", "jump: '${people.page}'"), "page\nx\n")
                == ["f:3:47: `jump`: expected a page number, got `x`"])
        #expect(complaints(Self.script("{csv: p.csv}", "jump: '${people.page}'"), "page\n4\n") == [])
        #expect(
            complaints(Self.script("{csv: p.csv, jsonl: q}"), "name\nAnn\n").first?.contains("expected one of") == true)
    }
}
