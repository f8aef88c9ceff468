import Foundation
import PagingContent
import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// The rights of roles, and data shown to presenters only.
    @Suite struct RightsTests {
        @Test(arguments: loops) func viewersMayNotTurnAndMembersMayNotEdit(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, eve) = try (fixture.join("ann"), fixture.join("eve", role: .viewer))
                let start = eve.now.sequence
                let page = Page(id: PageID("a"), title: "a")
                #expect(try eve.ask(.step(.forward, from: PageIndex(0))).code == .forbidden)
                #expect(try eve.ask(.dragBegan(DragID(1), viewport: nil)).code == .forbidden)
                #expect(try eve.ask(.jump(PageIndex(3), animated: false)).code == .forbidden)
                #expect(try ann.ask(.content(revision: 0, [page], wrap: nil)).code == .forbidden)
                #expect(try ann.ask(.configure(.slow(milliseconds: 500))).code == .forbidden)
                #expect(try ann.ask(.dragEnabled(false)).code == .forbidden)
                let seen = try expectInStep([ann, eve], since: start)
                #expect(seen.sequence == start, "nothing happened")
            }
        }

        @Test func notesAreSentToPresentersOnly() throws {
            let deck = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString).md")
            let pages = (1...4).map { "# Page \($0)\n\nBody \($0).\n\n<!-- notes: whisper \($0) -->\n" }
            try pages.joined(separator: "---\n").write(to: deck, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: deck) }
            try EndToEndFixture.with(rooms: ["numbers=\(deck.path)"]) { fixture in
                let clients = try ["presenter", "member", "viewer"].map { role in
                    let raw = try fixture.raw()
                    try raw.join(#""role":"\#(role)""#)
                    return raw
                }
                let presenter = clients[0]
                for page in 0..<4 {
                    presenter.send(#"{"type":"jump","id":\#(page + 2),"page":\#(page),"animated":false}"#)
                    try presenter.next("ack")
                }
                let page = #"{"id":"z","title":"Z","body":"Zed","notes":"whisper"}"#
                presenter.send(#"{"type":"content","id":10,"revision":0,"pages":[\#(page)]}"#)
                try presenter.next("ack")
                for client in clients {
                    client.send(#"{"type":"pages","id":20,"from":0,"count":32}"#)
                    try client.next("pages")
                    _ = try client.everything(pingID: 21)
                    let bytes = String(decoding: client.received, as: UTF8.self)
                    #expect(bytes.contains("Body 4") && bytes.contains("Zed"), "it was shown the pages")
                    #expect(bytes.contains("whisper") == (client === presenter))
                }
            }
        }
    }
}
