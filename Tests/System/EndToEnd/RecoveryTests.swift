import PagingContent
import PagingEngine
import PagingRoom
import TestPeers
import Testing

extension EndToEnd {
    /// Lost messages are detected and recovered.
    @Suite struct RecoveryTests {
        /// Long enough for a few dozen windows to fill the buffers of small sockets.
        private static let longPages = "abc".map {
            Page(id: PageID(String($0)), title: "\($0)", body: String(repeating: "x", count: 1_000))
        }

        @Test(arguments: loops) func aLostEventIsDetectedAndRecovered(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let proxy = try Proxy(before: fixture.server.port)
                defer { proxy.end() }
                let ann = try fixture.join("ann")
                let ben = try fixture.join("ben", port: proxy.port)
                let start = try #require([ann, ben].map(\.now.sequence).max())
                proxy.loseMessage(with: #""type":"animation""#)
                let end = try ann.achieve(.step(.forward, from: PageIndex(0)))
                try ben.wait("the gap") { !$0.waits.isEmpty }
                try ben.wait("the room again") { $0.welcomes.count == 2 }
                let seen = try expectInStep([ann, ben], since: end)
                #expect(proxy.losses == 1)
                #expect(seen.words(after: start) == ["target", "animation", "completed", "selected", "shift"])
                let known = ben.now
                #expect(known.words(after: start) == seen.words(after: start), "what was lost came with the return")
                #expect(known.welcomes.map(\.recovered) == [false, true])
                #expect(known.snapshots == 1)
                #expect(known.waits.count == 1 && known.waits[0].contains("too early"))
            }
        }

        @Test(arguments: loops) func aResumeSendsExactlyTheMissedEvents(loops: Int) throws {
            try EndToEndFixture.with(loops: loops, options: TestMember.floodOptions) { fixture in
                let ann = try fixture.join("ann")
                let raw = try fixture.raw()
                let welcome = try raw.join(#""role":"viewer""#)
                let since = try #require(try raw.next("snapshot").number("seq"))
                raw.cut()
                try ann.wait("the viewer gone") { $0.events.contains { $0.change.isGoing } }
                let last = try ann.flood(events: 900)
                let again = try fixture.raw()
                let (epoch, session) = (welcome.text("epoch") ?? "", welcome.text("session") ?? "")
                let back = try again.join(
                    #""session":"\#(session)","since":{"epoch":"\#(epoch)","seq":\#(since)}"#)
                #expect(back.flag("recovered") == true)
                #expect(back.number("member") == welcome.number("member"))
                let newest = try #require(back.number("seq"))
                #expect(newest >= Int(last.number))
                let objects = try again.everything(pingID: 2)
                #expect(!objects.contains { $0.type == "snapshot" })
                let numbers = objects.filter(\.isEvent).compactMap { $0.number("seq") }
                #expect(numbers == Array(since + 1...newest), "each once, in order")
            }
        }

        @Test(arguments: ["beyond the ring", "another epoch"]) func withoutHistoryASnapshotIsSent(why: String) throws {
            try EndToEndFixture.with(options: TestMember.floodOptions) { fixture in
                let ann = try fixture.join("ann")
                let welcome = try #require(ann.now.welcomes.first)
                let isOld = why == "beyond the ring"
                if isOld { try ann.flood(events: 1_100) }
                let epoch = isOld ? welcome.epoch.text : "another"
                let raw = try fixture.raw()
                let back = try raw.join(
                    #""since":{"epoch":"\#(epoch)","seq":\#(welcome.sequence.number)}"#)
                #expect(back.flag("recovered") == false)
                let objects = try raw.everything(pingID: 2)
                #expect(objects.map(\.type) == ["snapshot"], "and nothing else")
                #expect(objects.first?.number("seq") == back.number("seq"))
                #expect(objects.first?.text("digest") == ann.now.replica?.digest.text)
            }
        }

        @Test(arguments: loops) func aSlowClientGetsEveryEventOnceOrASnapshot(loops: Int) throws {
            try EndToEndFixture.with(loops: loops, options: TestMember.floodOptions) { fixture in
                let ann = try fixture.join("ann", role: .presenter)
                try ann.achieve(.content(revision: 0, Self.longPages, wrap: .finite))
                let slow = try RawClient(port: fixture.server.port, path: "/rooms/numbers", narrow: true)
                try slow.join(#""role":"viewer""#)
                var last = try #require(try slow.next("snapshot").number("seq"))
                let newest = try ann.flood(events: 1_600)
                var snapshots = 0
                for object in try slow.everything(pingID: 2) {
                    let number = try #require(object.number("seq"))
                    if object.type == "snapshot" {
                        #expect(number > last)
                        snapshots += 1
                    } else {
                        #expect(object.isEvent && number == last + 1, "\(object.type)")
                    }
                    last = number
                }
                #expect(last == newest.number)
                #expect(snapshots == 1, "more was missed than the ring holds")
            }
        }

        @Test(arguments: loops) func aMemberThatStopsReadingEndsInStep(loops: Int) throws {
            try EndToEndFixture.with(loops: loops, options: TestMember.floodOptions) { fixture in
                let proxy = try Proxy(before: fixture.server.port, narrow: true)
                defer { proxy.end() }
                let ann = try fixture.join("ann", role: .presenter)
                let ben = try fixture.join("ben")
                // The flood may take longer than a client waits for a pong.
                let patience = Int64(WaitLimit.milliseconds)
                let slow = try fixture.join("slow", port: proxy.port, pongMilliseconds: patience)
                let start = try ann.achieve(.content(revision: 0, Self.longPages, wrap: .finite))
                try slow.wait("the pages") { $0.sequence >= start }
                proxy.pause(true)
                let last = try ann.flood(events: 1_600)
                let seen = try expectInStep([ann, ben], since: last)
                #expect(seen.events(after: start).count >= 1_600)
                #expect(ben.now.snapshots == 1 && ben.now.welcomes.count == 1, "nobody else notices")
                #expect(slow.now.sequence < last, "it does not read")
                proxy.pause(false)
                try expectInStep([ann, ben, slow], since: last)
                #expect(slow.now.snapshots == 2, "more was missed than the ring holds")
                #expect(slow.now.welcomes.count == 1, "on the same connection")
            }
        }
    }
}

extension Event.Change {
    fileprivate var isGoing: Bool {
        if case .member(_, let change) = self { change == .away || change == .left } else { false }
    }
}
