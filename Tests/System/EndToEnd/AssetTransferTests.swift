import Foundation
import PagingContent
import TestPeers
import Testing
import WebSocketLoop

extension EndToEnd {
    /// Files of pages over real sockets.
    @Suite struct AssetTransferTests {
        /// A file of `count` bytes that no other test has.
        private struct File {
            let name: String
            let data: String

            init(_ count: Int, seed: UInt8 = 1) {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }
                name = ContentHash.sha256(bytes).map { String(format: "%02x", $0) }.joined()
                data = Data(bytes).base64EncodedString()
            }

            /// - Parameter other: bytes in place of those that the name promises.
            func upload(_ id: Int, with other: File? = nil) -> String {
                #"{"type":"asset","id":\#(id),"name":"\#(name)","kind":"png","data":"\#((other ?? self).data)"}"#
            }

            func question(_ id: Int) -> String { #"{"type":"getAsset","id":\#(id),"name":"\#(name)"}"# }
        }

        private func client(_ fixture: EndToEndFixture, _ role: String) throws -> RawClient {
            let client = try fixture.raw()
            try client.join(#""role":"\#(role)""#)
            return client
        }

        @Test(arguments: loops) func aLateViewerGetsWhatThePresenterGave(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let file = File(700_000)
                let presenter = try client(fixture, "presenter")
                presenter.send(file.upload(5))
                #expect(try presenter.next("ack").number("id") == 5)
                let viewer = try client(fixture, "viewer")
                viewer.send(file.question(6))
                let answer = try viewer.next("asset")
                #expect(answer.number("id") == 6)
                #expect(answer.text("name") == file.name && answer.text("kind") == "png")
                #expect(answer.text("data") == file.data)
                viewer.send(file.upload(7))
                #expect(try viewer.next("reject").text("code") == "forbidden")
            }
        }

        @Test func aKilledServerHasForgottenFilesAndTakesThemAgain() throws {
            let store = try ScratchFolder()
            try EndToEndFixture.with(store: store.path("rooms.db")) { fixture in
                let file = File(50_000)
                var presenter = try client(fixture, "presenter")
                presenter.send(file.upload(5))
                try presenter.next("ack")
                try fixture.killServer()
                try fixture.restartServer()
                let viewer = try client(fixture, "viewer")
                viewer.send(file.question(6))
                #expect(try viewer.next("reject").text("code") == "unknownAsset")
                presenter = try client(fixture, "presenter")
                presenter.send(file.upload(5))
                try presenter.next("ack")
                viewer.send(file.question(7))
                #expect(try viewer.next("asset").text("data") == file.data)
            }
        }

        /// A recorder fetches the files of the pages it sees, and a recording has each once.
        @Test func aRecorderFetchesFilesOfPages() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let file = File(2_000)
                let presenter = try client(fixture, "presenter")
                let picture = #"{"address":"a.png","asset":"\#(file.name)","width":4,"height":3}"#
                let page = { (id: String) in
                    #"{"id":"\#(id)","title":"\#(id)","body":"![words](a.png)","format":"markdown","pictures":[\#(picture)]}"#
                }
                presenter.send(
                    #"{"type":"content","id":5,"revision":0,"pages":[\#(page("a")),\#(page("b"))]}"#)
                try presenter.next("ack")
                let recorder = try RunningProgram(
                    arguments: ["record", fixture.server.url(of: "numbers"), "-o", folder.path("a.riffle.jsonl")])
                defer { recorder.end() }
                _ = try folder.contents(of: "a.riffle.jsonl", with: #""type":"snapshot""#)
                // It has asked in vain by now, or asks later; either way it gets the file.
                presenter.send(file.upload(6))
                try presenter.next("ack")
                let text = try folder.contents(of: "a.riffle.jsonl", with: #""type":"asset""#)
                #expect(text.contains(file.data) && text.contains(picture))
                presenter.send(#"{"type":"jump","id":7,"page":1,"animated":false}"#)
                let all = try folder.contents(of: "a.riffle.jsonl", with: #""type":"selected""#)
                #expect(all.components(separatedBy: #""type":"asset""#).count == 2, "once")
            }
        }

        /// A recorder asks for the files of a page in their order, so it has both when the second one is recorded.
        @Test func otherBytesThanANamePromisesAreNotRecorded() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let (wrong, right) = (File(2_000), File(2_000, seed: 2))
                let presenter = try client(fixture, "presenter")
                let pictures = [("a.png", wrong), ("b.png", right)].map {
                    #"{"address":"\#($0.0)","asset":"\#($0.1.name)","width":4,"height":3}"#
                }
                let body = #""title":"a","body":"![a](a.png)\n\n![b](b.png)","format":"markdown""#
                let page = #"{"id":"a",\#(body),"pictures":[\#(pictures.joined(separator: ","))]}"#
                presenter.send(#"{"type":"content","id":5,"revision":0,"pages":[\#(page)]}"#)
                try presenter.next("ack")
                presenter.send(wrong.upload(6, with: right))
                try presenter.next("ack")
                presenter.send(right.upload(7))
                try presenter.next("ack")
                let recorder = try RunningProgram(
                    arguments: ["record", fixture.server.url(of: "numbers"), "-o", folder.path("a.riffle.jsonl")])
                defer { recorder.end() }
                let text = try folder.contents(of: "a.riffle.jsonl", with: #""name":"\#(right.name)""#)
                #expect(!text.contains(#""name":"\#(wrong.name)""#))
            }
        }

        @Test func aFileTooLargeForTheRoomIsRefusedClearly() throws {
            try EndToEndFixture.with(options: ["--max-asset-bytes", "20000"]) { fixture in
                let (small, large) = (File(3_000), File(30_000))
                let presenter = try client(fixture, "presenter")
                presenter.send(small.upload(5))
                try presenter.next("ack")
                presenter.send(large.upload(6))
                let refusal = try presenter.next("reject")
                #expect(refusal.text("code") == "tooLarge")
                #expect(
                    refusal.text("reason")
                        == "data: expected at most 20000 bytes of all files of the room (--max-asset-bytes), got 40512")
                presenter.send(small.question(7))
                #expect(try presenter.next("asset").number("id") == 7, "nothing was lost for it")
            }
        }
    }
}
