import Foundation
import PagingContent
import TestPeers
import TestSupport
import Testing

@testable import riffle

extension EndToEnd {
    /// Pictures from the file beside the deck to the windows of others.
    @Suite struct PictureFileTests {
        private static let pictures = Repository.file("Examples/decks/pictures").path
        private static let talk = "# A\n\n![soft hills](a.png)\n"

        /// A folder with a deck of one page, and its picture.
        private func folder(_ picture: String = "hills.png") throws -> ScratchFolder {
            let folder = try ScratchFolder()
            _ = try folder.write(Self.talk, to: "talk.md")
            try put(picture, folder)
            return folder
        }

        /// Puts a picture of the examples in the place of the deck's, as programs do when they save.
        private func put(_ picture: String, _ folder: ScratchFolder) throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.pictures)/\(picture)"))
            try bytes.write(to: URL(fileURLWithPath: folder.path("a.png")), options: .atomic)
        }

        private func asset(_ picture: String) throws -> Asset {
            let deck = try Deck(parsing: "# A\n![a](\(picture))")
            return try #require(DeckPages(deck, path: "\(Self.pictures)/x.md").assets.first)
        }

        private func upload(_ asset: Asset, data: String, id: Int) -> String {
            #"{"type":"asset","id":\#(id),"name":"\#(asset.name.text)","kind":"png","data":"\#(data)"}"#
        }

        /// Asks for a file until it is there with its own bytes.
        private func fetch(_ asset: Asset, _ client: RawClient) throws {
            let data = String(decoding: asset.base64, as: UTF8.self)
            var id = 100
            try eventually("the file with its own bytes", instead: "none") {
                id += 1
                client.send(#"{"type":"getAsset","id":\#(id),"name":"\#(asset.name.text)"}"#)
                while let answer = try? client.next() {
                    if answer.number("id") == id { return answer.text("data") == data }
                }
                return false
            }
        }

        @Test func aPresenterReplacesOtherBytesUnderTheNameOfItsFirstPicture() throws {
            try EndToEndFixture.with { fixture in
                let (folder, hills) = (try folder(), try asset("hills.png"))
                let other = try fixture.raw()
                try other.join(#""role":"presenter""#)
                other.send(upload(hills, data: "AAAA", id: 5))
                try other.next("ack")
                let presenter = try RunningProgram(
                    arguments: ["present", folder.path("talk.md"), "--server", fixture.server.url(of: "numbers")],
                    environment: ["XDG_STATE_HOME": folder.path("state")])
                defer { presenter.end() }
                try fetch(hills, other)
            }
        }

        @Test func aPictureThatChangesAloneReachesAll() throws {
            try EndToEndFixture.with { fixture in
                let folder = try folder()
                let viewer = try fixture.raw()
                try viewer.join(#""role":"viewer""#)
                let presenter = try RunningProgram(
                    arguments: ["present", folder.path("talk.md"), "--server", fixture.server.url(of: "numbers")],
                    environment: ["XDG_STATE_HOME": folder.path("state")])
                defer { presenter.end() }
                try fetch(asset("hills.png"), viewer)
                try put("night.jpg", folder)
                let night = try asset("night.jpg")
                while try !viewer.next().line.contains(night.name.text) {}
                try fetch(night, viewer)
            }
        }

        /// The rows that a picture takes in a window, as text.
        private func rows(_ folder: ScratchFolder, _ window: [String]) throws -> [String] {
            let drawn = try RunningProgram.run(["render", folder.path("talk.md")] + window)
            let rows = drawn.lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 20 }
            try #require(rows.count > 5 && !drawn.lines.contains { $0.contains("soft hills") }, "\(drawn)")
            return Array(rows.dropLast())
        }

        /// The window of the demo is that of `join --frames`.
        @Test func framesAsTextAndReplaysShowPictures() throws {
            let (folder, window) = (try folder(), ["--size", "72x20"])
            let rows = try rows(folder, window)
            try EndToEndFixture.with(rooms: ["talk=\(folder.path("talk.md"))"]) { fixture in
                let url = fixture.server.url(of: "talk")
                let live = try RunningProgram(arguments: ["join", url, "--frames"] + window)
                defer { live.end() }
                let recorder = try RunningProgram(arguments: ["record", url, "-o", folder.path("a.riffle.jsonl")])
                defer { recorder.end() }
                try live.wait(for: "the picture") { lines in
                    rows.allSatisfy { row in lines.contains { $0.contains(row) } }
                }
                _ = try folder.contents(of: "a.riffle.jsonl", with: #""type":"asset""#)
                recorder.signal(SIGINT)
                _ = try recorder.exitCode()
                let replayed = try RunningProgram.run(["replay", folder.path("a.riffle.jsonl"), "--frames"] + window)
                #expect(replayed.code == 0, "\(replayed.complaints)")
                #expect(rows.allSatisfy { row in replayed.lines.contains { $0.contains(row) } }, "\(replayed.lines)")
            }
        }

        @Test func aDeckWithMoreThanARoomKeepsIsRefusedClearly() throws {
            let folder = try folder("night.jpg")
            _ = try folder.write("# A\n\n![night](a.png)\n\n---\n# B\n\n![hills](b.png)\n", to: "talk.md")
            try FileManager.default.copyItem(atPath: "\(Self.pictures)/hills.png", toPath: folder.path("b.png"))
            let (night, hills) = (try asset("night.jpg"), try asset("hills.png"))
            let limit = night.bytesHeld + hills.bytesHeld - 1
            let sentence = "expected at most \(limit) bytes together as they travel, got \(limit + 1)"
            let options = ["--max-asset-bytes", "\(limit)"]
            let talk = try RunningProgram(
                arguments: ["present", folder.path("talk.md"), "--listen", "127.0.0.1:0"] + options,
                environment: ["XDG_STATE_HOME": folder.path("state")])
            defer { talk.end() }
            try talk.waitForComplaint(sentence)
            try EndToEndFixture.with(rooms: ["talk=\(folder.path("talk.md"))"], options: options) { fixture in
                try fixture.server.program.waitForComplaint(sentence)
                let viewer = try fixture.raw(room: "talk")
                try viewer.join(#""role":"viewer""#)
                try fetch(night, viewer)
                viewer.send(#"{"type":"getAsset","id":5,"name":"\#(hills.name.text)"}"#)
                #expect(try viewer.next("reject").text("code") == "unknownAsset")
            }
        }
    }
}
