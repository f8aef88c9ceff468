import Foundation
import PagingContent
import PagingEngine
import TestSupport
import Testing

@testable import PagingRoom

/// The digests strangers compare with.
@Suite struct DigestTests {
    private struct File: Decodable {
        let rows: [Row]
    }

    private struct Row: Decodable {
        let about: String
        let state: State
        let line: String
        let digest: String
    }

    private struct State: Decodable {
        struct Slot: Decodable {
            let page: Int64
            let id: String
        }

        let settled: Int64
        let target: Int64
        let origin: Int64
        let revision: Int64
        let count: Int
        let shown: Int?
        let wrap: String
        let window: [Slot]
    }

    private static func rows() throws -> [Row] {
        let data = try Data(contentsOf: Repository.file("Protocol/vectors/digest.json"))
        return try JSONDecoder().decode(File.self, from: data).rows
    }

    @Test func vectors() throws {
        let rows = try Self.rows()
        #expect(rows.count > 3, "the vectors were found")
        for row in rows {
            let replica = try #require(Self.replica(row.state), "\(row.about)")
            #expect(replica.digestLine == row.line, "\(row.about)")
            #expect(replica.digest.text == row.digest, "\(row.about)")
            #expect(Digest(text: row.digest) == replica.digest, "\(row.about)")
        }
    }

    private static func replica(_ state: State) -> Replica? {
        guard let wrap = PageOrder.Wrap(rawValue: state.wrap) else { return nil }
        var replica = Scene().snapshot(at: 0)
        replica.settled = PageIndex(state.settled)
        replica.target = PageIndex(state.target)
        replica.origin = PageIndex(state.origin)
        replica.revision = state.revision
        replica.count = state.count
        replica.shown = state.shown ?? 0
        replica.wrap = wrap
        replica.window = state.window.map {
            WindowPage(index: PageIndex($0.page), item: nil, page: Page(id: PageID($0.id), title: ""))
        }
        return replica
    }

    @Test(arguments: ["", "abc", "ABCDEF0123456789", "0123456789abcdeg", "+123456789abcdef", "0123456789abcdef0"])
    func textThatIsNoDigest(text: String) {
        #expect(Digest(text: text) == nil)
    }

    @Test func shortNumbersAreFilledUp() {
        #expect(Digest(value: 0xAB).text == "00000000000000ab")
    }
}
