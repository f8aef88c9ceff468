import Foundation
import PagingContent
import PagingEngine
import TestSupport
import Testing

@testable import TerminalView

/// The decks people see first.
@Suite struct ExampleDeckTests {
    private func deck(_ name: String) throws -> Deck {
        let bytes = try Data(contentsOf: Repository.file("Examples/decks/\(name).md"))
        return try Deck(utf8: Array(bytes))
    }

    @Test func theTourIsReadWithoutAWarning() throws {
        let tour = try deck("tour")
        #expect(tour.warnings.isEmpty)
        #expect(tour.title == "A tour of Riffle")
        #expect(tour.preset == .threePage)
        #expect((8...10).contains(tour.pages.count))
        #expect(tour.pages.allSatisfy { !$0.title.isEmpty && !$0.body.isEmpty })
        #expect(!tour.pages.contains { $0.body.contains("<!-- notes") })
        #expect(tour.pages.map(\.steps).reduce(0, +) == 5)
    }

    @Test func everyPageOfTheTourFitsAnOrdinaryTerminal() throws {
        for page in try deck("tour").pages {
            let lines = ColumnText.wrapped(page.body, columns: 74)
            #expect(lines == page.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            #expect(lines.count <= 16 + page.steps, "\(page.title) has \(lines.count) lines")
            let frame = PageFrame(page: page, borders: .ascii).draw(columns: 80, rows: 23)
            #expect(frame.lines.last?.contains("more line") == false, "\(page.title)")
        }
    }

    @Test func theKeysOfTheTourAreTheKeysOfTheTable() throws {
        let body = try #require(try deck("tour").pages.first { $0.title == "Keys" }?.body)
        let names = Set(KeyTable.standard.rows.flatMap(\.sequences).map { $0.map(\.name).joined() })
        var told: [String] = []
        for line in body.split(separator: "\n") where line.hasPrefix("    ") {
            // The keys stand in front of two blanks and more words than keys have.
            let keys = line.prefix(39).split(separator: " ").map(String.init)
            told += keys.filter { Int($0) == nil }
        }
        #expect(told.count > 20)
        for name in told { #expect(names.contains(name), "no key \(name)") }
    }
}
