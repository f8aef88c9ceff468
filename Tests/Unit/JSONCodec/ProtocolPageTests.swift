import Foundation
import PagingRoom
import PagingWire
import TestSupport
import Testing

/// The tables of Protocol/README.md have every code and every message type, and no other.
@Suite struct ProtocolPageTests {
    /// The cells of the table rows of a section, without the line below a head.
    private static func rows(_ section: String) throws -> [[String]] {
        let page = try String(contentsOf: Repository.file("Protocol/README.md"), encoding: .utf8)
        let sections = page.components(separatedBy: "\n## ")
        let text = try #require(sections.first { $0.hasPrefix(section + "\n") }, "no section \(section)")
        return text.components(separatedBy: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The words in backticks.
    private static func words(_ cells: [String]) -> [String] {
        cells.flatMap { $0.matches(of: /`([A-Za-z]+)`/).map { String($0.1) } }
    }

    /// The message types with a schema: `client` or `server`.
    private static func types(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.file("Protocol/schemas/\(folder)").path)
            .map { $0.replacing(".schema.json", with: "") }.sorted()
    }

    private static func codes(_ file: String) throws -> [Any] {
        let data = try Data(contentsOf: Repository.file("Protocol/schemas/server/\(file).schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        return try #require((properties["code"] as? [String: Any])?["enum"] as? [Any])
    }

    @Test func closeCodesAreThoseOfTheProgram() throws {
        let rows = try Self.rows("Close codes")
        let listed = rows.compactMap { UInt16($0[0]) }.filter { $0 >= 4_000 }
        #expect(listed == CloseCode.allCases.map(\.rawValue))
        for row in rows where UInt16(row[0]).map({ $0 >= 4_000 }) == true {
            let returns = UInt16(row[0]).flatMap(CloseCode.init)?.invitesReturn
            #expect(returns == row[3].hasPrefix("yes"), "\(row)")
        }
        #expect(try Self.codes("closing").compactMap { ($0 as? NSNumber)?.uint16Value } == listed)
    }

    @Test func rejectCodesAreThoseOfTheProgram() throws {
        let rows = try Self.rows("Request × reject code")
        let head = try #require(rows.firstIndex { $0.first == "code" })
        let known = Refusal.Code.allCases.map(\.rawValue).sorted()
        #expect(Self.words(rows[head...].map { $0[0] }).sorted() == known)
        #expect(try (Self.codes("reject") as? [String])?.sorted() == known)
        // Any request may get these four, so they have no column.
        let columns = rows[0].dropFirst().dropLast() + ["badRequest", "tooLarge", "unknownType", "rate"]
        #expect(columns.sorted() == known)
    }

    @Test func everyRequestHasARow() throws {
        let types = try Self.types("client")
        let requests = Self.words(try Self.rows("Requests").prefix { $0[0] != "request" }.map { $0[0] }) + ["join"]
        #expect(requests.sorted() == types)
        // Without an answer, so without a reject.
        let silent: Set = ["dragMoved", "stripMoved", "drawn"]
        let refused = try Self.rows("Request × reject code").prefix { $0[0] != "code" }.map { $0[0] }
        #expect(Self.words(Array(refused)).sorted() == types.filter { !silent.contains($0) })
    }

    @Test func everyMessageOfTheServerHasARow() throws {
        let rows = try Self.rows("Events and offsets") + Self.rows("Answers and messages to one client")
        let listed = Set(Self.words(rows.map { $0[0] })).subtracting(["offsets", "keyframes", "frames", "none"])
        // The text beside the tables describes an offset.
        #expect(listed.union(["offset"]).sorted() == (try Self.types("server")))
    }
}
