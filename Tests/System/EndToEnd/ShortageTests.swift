import Foundation
import Glibc
import TestPeers
import Testing

extension EndToEnd {
    /// A server without descriptors or places, and the end of a server that a load balancer watches.
    @Suite struct ShortageTests {
        @Test func aServerWithFewDescriptorsRefusesAndStaysWatched() throws {
            let words = [
                "serve", "--listen", "127.0.0.1:0", "--admin", "0", "--loops", "2", "--room", EndToEndFixture.numbers,
            ]
            let line = "ulimit -n 64; exec \"$0\" \"$@\""
            let program = try RunningProgram(
                URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line, Program.riffle.path] + words)
            defer { program.end() }
            let ports = try (0..<2).map { _ in
                try #require(try program.nextLine().split(separator: ":").last.flatMap { UInt16($0) })
            }
            try program.waitForComplaint("connections are admitted")
            func newcomer() throws -> RawClient { try RawClient(port: ports[0], path: "/rooms/numbers") }
            func page(_ path: String) throws -> RawClient {
                try RawClient(port: ports[1], path: path, subprotocol: nil, upgrade: false)
            }
            #expect(try page("/readyz").status == 200)
            var members: [RawClient] = []
            // As many as are admitted: the next one is refused, and readiness must say so.
            while members.count < 60, case let client = try newcomer(), client.status == 101 { members.append(client) }
            #expect((8..<60).contains(members.count), "\(members.count) in")
            let readiness = try page("/readyz")
            #expect(readiness.status == 503 && readiness.body.contains("out of descriptors"), "\(readiness.body)")
            for _ in 0..<30 { #expect(try newcomer().status == 503) }
            for path in ["/healthz", "/metrics"] { #expect(try page(path).status == 200, "\(path)") }
            try members[0].join()
            try program.waitForComplaint("connections refused")
            #expect(program.complaints.contains(" connections="), "\(program.complaints)")
            members.removeLast().cut()
            try eventually("room again") { try newcomer().status == 101 }
            for member in members.suffix(3) { member.cut() }
            try eventually("readiness again") { try page("/readyz").status == 200 }
        }

        /// More half-open requests than the admin port has places, renewed all the time.
        @Test func scrapesPassUnfinishedRequests() throws {
            let server = try WatchedServer()
            defer { server.program.end() }
            var silent: [RawSocket] = []
            for round in 0..<5 {
                for _ in 0..<70 {
                    let socket = try RawSocket(port: server.adminPort)
                    socket.write(Array("GET /metrics HT".utf8))
                    silent.append(socket)
                }
                // Without a place of its own this connection would be closed at once.
                #expect(try server.ask("/metrics").status == 200, "round \(round)")
                if round > 0 { silent.removeFirst(70) }
            }
        }

        @Test func aLoadBalancerSeesTheDrain() throws {
            let server = try WatchedServer(loops: 2, options: ["--drain", "4s"])
            defer { server.program.end() }
            let member = try server.raw()
            try member.join()
            server.program.signal(SIGTERM)
            let closing = try member.next("closing")
            #expect(closing.number("code") == 4_000)
            func isGoingAway() throws -> Bool {
                let ready = try RawClient(port: server.port, path: "/readyz", subprotocol: nil, upgrade: false)
                return ready.status == 503 && ready.body.contains("going away")
            }
            // The member's loop has begun to drain; the other one is asked in turn until it has, too.
            try eventually("503 from both loops") { try (0..<2).allSatisfy { _ in try isGoingAway() } }
            for _ in 0..<4 {
                #expect(try isGoingAway())
                #expect(try server.raw().status == 503, "no new member")
            }
            #expect(try member.end() == 4_000)
            #expect(try server.program.exitCode() == 0)
        }

        /// Nobody has to leave, yet a load balancer gets the time to see it.
        @Test func anEmptyServerIsSeenDraining() throws {
            let server = try WatchedServer(loops: 2, options: ["--drain", "120s"])
            defer { server.program.end() }
            server.program.signal(SIGTERM)
            try eventually("the drain to be visible") {
                let ready = try RawClient(port: server.port, path: "/readyz", subprotocol: nil, upgrade: false)
                return ready.status == 503 && ready.body.contains("going away")
            }
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
        }

        @Test func aDrainEndsWithinItsTime() throws {
            let server = try WatchedServer(options: ["--drain", "1s"])
            defer { server.program.end() }
            // One that answers the close, and one that never does, as it does not read.
            let (ann, silent) = try (server.raw(), server.raw())
            try ann.join()
            try silent.join()
            let watch = Stopwatch()
            server.program.signal(SIGTERM)
            #expect(try ann.end() == 4_000)
            #expect(try server.program.exitCode() == 0)
            #expect(watch.milliseconds < 15_000, "without limits the server waits 30 s for the other's answer")
            #expect(try silent.end() == 4_000, "and the other one was told")
        }

        @Test func aSecondSignalEndsTheDrain() throws {
            let server = try WatchedServer(options: ["--drain", "120s"])
            defer { server.program.end() }
            let member = try server.raw()
            try member.join()
            server.program.signal(SIGTERM)
            try member.next("closing")
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
        }
    }
}
