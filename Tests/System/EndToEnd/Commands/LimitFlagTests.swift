import Foundation
import TestPeers
import Testing

extension CommandScenes {
    /// The limits given to `serve` as flags.
    @Suite struct LimitFlagTests {
        /// A server with one room, `talk`, and these flags.
        private func serve(_ flags: [String], _ play: (UInt16) throws -> Void) throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--loops", "2", "--room", "talk=threePage"]
            let server = try RunningProgram(arguments: words + flags)
            defer { server.end() }
            let greeting = try server.nextLine()
            try play(try #require(greeting.split(separator: ":").last.flatMap { UInt16($0) }))
        }

        private func client(_ port: UInt16, room: String = "talk") throws -> RawClient {
            try RawClient(port: port, path: "/rooms/\(room)")
        }

        @Test func membersOfARoomAreLimited() throws {
            try serve(["--max-members", "1"]) { port in
                try client(port).join()
                let second = try client(port)
                second.send(#"{"type":"join","id":1}"#)
                #expect(try second.end() == 4105)
            }
        }

        @Test func messagesAndContentAreLimited() throws {
            try serve(["--max-message-bytes", "300", "--max-content-bytes", "5000"]) { port in
                let client = try client(port)
                try client.join(#""role":"presenter""#)
                client.send(#"{"type":"ping","id":2,"x":"\#(String(repeating: "x", count: 300))"}"#)
                let refused = try client.next("reject")
                #expect(refused.text("code") == "tooLarge" && refused.number("id") == 2)
                func content(_ id: Int, _ bytes: Int) -> String {
                    let body = String(repeating: "x", count: bytes)
                    let page = #"{"id":"a","title":"A","body":"\#(body)"}"#
                    return #"{"type":"content","id":\#(id),"revision":0,"pages":[\#(page)]}"#
                }
                client.send(content(3, 4_500))
                #expect(try client.next("ack").number("id") == 3)
                client.send(content(4, 5_000))
                #expect(try client.end() == 1009)
            }
        }

        @Test func messagesPerSecondAreLimited() throws {
            try serve(["--max-input-rate", "10"]) { port in
                let client = try client(port)
                try client.join()
                // In one piece, so that the server reads them in one second, however slow the machine is.
                client.send(
                    frame: (2...40).flatMap { id in
                        WebSocketFrame(kind: .text, payload: Array(#"{"type":"ping","id":\#(id)}"#.utf8)).masked
                    })
                let refused = try client.next("reject")
                #expect(refused.text("code") == "rate")
                #expect(refused.text("reason")?.contains("10 a second") == true)
            }
        }

        @Test func namesAndTitlesAreLimited() throws {
            try serve([]) { port in
                let client = try client(port)
                let long = String(repeating: "x", count: 65)
                client.send(#"{"type":"join","id":1,"name":"\#(long)","role":"presenter"}"#)
                #expect(try client.next("reject").text("reason")?.hasPrefix("name:") == true)
                client.send(#"{"type":"join","id":2,"name":"\#(long.dropLast())","role":"presenter"}"#)
                try client.next("welcome")
                let title = String(repeating: "x", count: 513)
                for (id, title) in [(3, title), (4, String(title.dropLast()))] {
                    let page = #"{"id":"a","title":"\#(title)"}"#
                    client.send(#"{"type":"content","id":\#(id),"revision":0,"pages":[\#(page)]}"#)
                }
                #expect(try client.next("reject").text("reason")?.hasPrefix("pages[0].title:") == true)
                #expect(try client.next("ack").number("id") == 4)
            }
        }

        @Test func createdRoomsAreLimited() throws {
            try serve([]) { port in
                let client = try client(port, room: "new")
                #expect(try client.end() == 4104, "by default it may not")
            }
            try serve(["--create", "any", "--max-rooms", "3"]) { port in
                for room in ["one", "two"] {
                    let welcome = try client(port, room: room).join()
                    #expect(welcome.text("room") == room)
                }
                let third = try client(port, room: "three")
                third.send(#"{"type":"join","id":1}"#)
                #expect(try third.end() == 4004)
                let member = try client(port, room: "two").join().number("member")
                #expect(member == 2)
            }
        }

        @Test func anEmptyRoomIsRemovedAndCreatedAgain() throws {
            try serve(["--create", "any", "--keep-empty", "200ms"]) { port in
                let first = try client(port, room: "new")
                let epoch = try first.join().text("epoch")
                first.send(#"{"type":"leave","id":2}"#)
                try first.next("ack")
                first.cut()
                try eventually("another epoch") {
                    // A client that looks is in the room. It has to leave before the room is removed.
                    usleep(400_000)
                    let next = try client(port, room: "new")
                    let again = try next.join().text("epoch")
                    next.send(#"{"type":"leave","id":2}"#)
                    try next.next("ack")
                    next.cut()
                    return again != epoch
                }
            }
        }

        @Test(arguments: [
            (["--create", "token"], "--secret-file"), (["--max-rooms", "1", "--room", "b=threePage"], "--max-rooms 1"),
            (["--create", "some"], "any, token, none"), (["--max-outbox-age", "soon"], "max-outbox-age"),
        ]) func invalidFlagsAreRefused(flags: [String], complaint: String) throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", "a=threePage"] + flags
            let program = try RunningProgram(arguments: words)
            defer { program.end() }
            #expect(try program.exitCode() == 64)
            #expect(program.complaints.contains(complaint), "\(program.complaints)")
        }
    }
}
