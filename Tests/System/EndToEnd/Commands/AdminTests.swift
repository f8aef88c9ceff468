import Foundation
import Glibc
import TestPeers
import Testing

extension CommandScenes {
    /// The admin endpoint for operators, and its protection.
    @Suite struct AdminTests {
        private func with(
            loops: Int = 1, options: [String] = [], _ play: (WatchedServer) throws -> Void
        ) throws {
            let server = try WatchedServer(loops: loops, options: options)
            defer { server.program.end() }
            try play(server)
        }

        @Test(arguments: EndToEnd.loops) func theMetricsMatchTheRoom(loops: Int) throws {
            try with(loops: loops) { server in
                let (ann, bob) = (try server.raw(), try server.raw())
                try ann.join()
                try bob.join()
                ann.send(#"{"type":"step","id":2,"by":1,"from":0}"#)
                let ack = try ann.next("ack")
                #expect(ack.number("seq") ?? 0 > 0)
                bob.send(#"{"type":"fly","id":2}"#)
                try bob.next("reject")
                try bob.next("completed")
                let metrics = try server.metrics("the flight's end") {
                    $0.value("riffle_flights_ended_total", ["outcome": "completed"]) == 1
                }
                let expected: [(String, [String: String], Double)] = [
                    ("connections", [:], 2), ("connections_opened_total", [:], 2), ("rooms", [:], 1),
                    ("members", [:], 2), ("flights", [:], 0), ("journal_pending", [:], 0),
                    ("inputs_total", ["type": "join", "outcome": "accepted"], 2),
                    ("inputs_total", ["type": "step", "outcome": "accepted"], 1),
                    ("inputs_total", ["type": "unreadable", "outcome": "unknownType"], 1),
                    ("resumes_total", ["outcome": "recovered"], 0),
                ]
                for (name, labels, value) in expected {
                    #expect(metrics.value("riffle_\(name)", labels) == value, "\(name) \(labels)")
                }
                let room = try #require(try rooms(server)["numbers"])
                #expect(metrics.value("riffle_events_total") == (room["seq"] as? Int).map(Double.init))
                #expect(room["members"] as? Int == 2 && room["phase"] as? String == "idle", "\(room)")
                #expect(metrics.value("riffle_deliveries_total") ?? 0 >= 6, "welcomes, events, answers")
                let sent = metrics.value("riffle_sent_bytes_total") ?? 0
                #expect(sent > Double(ann.received.count + bob.received.count) / 2)
                #expect(metrics.value("riffle_received_bytes_total") ?? 0 > 100)
            }
        }

        private func rooms(_ server: WatchedServer) throws -> [String: [String: Any]] {
            let page = try server.ask("/rooms")
            #expect(page.status == 200)
            let object = try JSONSerialization.jsonObject(with: Data(page.body.utf8)) as? [String: Any]
            let rows = try #require(object?["rooms"] as? [[String: Any]])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"] as? String ?? "", $0) })
        }

        @Test func theSideThatClosedAConnectionIsCounted() throws {
            try with { server in
                let silent = try RawSocket(port: server.port)
                #expect(try server.raw(room: "nowhere").end() == 4_104)
                let leaving = try server.raw()
                try leaving.join()
                leaving.send(bytes: [0x03, 0xE8], as: .close)
                _ = try leaving.end()
                let lost = try server.raw()
                try lost.join()
                lost.cut()
                let refused = try RawClient(port: server.port, path: "/rooms/numbers", subprotocol: "other.v9")
                #expect(refused.status == 400)
                let name = "riffle_connections_closed_total"
                try server.metrics("three ends, and two refusals: one at once, one after five seconds") { metrics in
                    metrics.value(name, ["code": "4104", "by": "server"]) == 1
                        && metrics.value(name, ["code": "1000", "by": "peer"]) == 1
                        && metrics.value(name, ["code": "none", "by": "peer"]) == 1
                        && metrics.value("riffle_connections") == 0
                        && metrics.value("riffle_connections_refused_total") == 2
                }
                withExtendedLifetime(silent) {}
            }
        }

        @Test func refusedConnectionsAreCounted() throws {
            try with(options: ["--max-connections", "1"]) { server in
                let ann = try server.raw()
                try ann.join()
                #expect(try server.raw().status == 503)
                let metrics = try server.metrics()
                #expect(metrics.value("riffle_connections_refused_total") == 1)
                #expect(metrics.value("riffle_refusals_total", ["reason": "connections"]) == 1)
                #expect(metrics.value("riffle_refusals_total", ["reason": "handshakes"]) == 0)
                #expect(metrics.value("riffle_connections_opened_total") == 1)
            }
        }

        @Test func aFloodLeavesOneLineInTheLog() throws {
            try with(options: ["--max-connections", "1"]) { server in
                let ann = try server.raw()
                try ann.join()
                for _ in 0..<50 { #expect(try server.raw().status == 503) }
                _ = try ann.everything(pingID: 2)
                try server.program.waitForComplaint("connections refused")
                let lines = server.program.complaints.split(separator: "\n").filter {
                    $0.contains("connections refused")
                }
                #expect(lines.count <= 2 && lines.allSatisfy { $0.contains(" connections=") }, "\(lines)")
            }
        }

        @Test func theProcessAndItsBuildAreMeasured() throws {
            try with { server in
                let metrics = try server.metrics()
                let start = try #require(metrics.value("process_start_time_seconds"))
                #expect(abs(start - Date().timeIntervalSince1970) < 2 * WaitLimit.seconds)
                #expect(metrics.value("process_cpu_seconds_total") ?? 0 > 0)
                #expect(metrics.value("process_resident_memory_bytes") ?? 0 > 1_000_000)
                let (open, limit) = (metrics.value("process_open_fds") ?? 0, metrics.value("process_max_fds") ?? 0)
                #expect(open > 8 && limit > 1_000 && open < limit)
                let build = try #require(metrics["riffle_build_info"]?.samples.first)
                #expect(build.value == 1 && build.labels["subprotocol"] == "riffle.v1")
                #expect(build.labels["version"]?.isEmpty == false)
            }
        }

        @Test func aStoreHasACommitTime() throws {
            let store = try StoreFile()
            try with(options: ["--store", store.path]) { server in
                try server.raw().join()
                try server.metrics("a record that is safe") { metrics in
                    metrics.value("riffle_journal_commit_seconds_count") ?? 0 > 0
                        && metrics.value("riffle_journal_pending") == 0
                }
            }
        }

        @Test func timerDelaysAreMeasured() throws {
            try with { server in
                let ann = try server.raw()
                try ann.join()
                try server.metrics("a second's look at the connections") {
                    $0.value("riffle_loop_lag_seconds_count") ?? 0 > 0
                }
            }
        }

        @Test func thePublicPortHasNoMetrics() throws {
            try with { server in
                for path in ["/metrics", "/rooms"] {
                    let page = try RawClient(port: server.port, path: path, subprotocol: nil, upgrade: false)
                    #expect(page.status == 404, "\(path)")
                }
                for (path, status, text) in [
                    ("/healthz", 200, "alive"), ("/readyz", 200, "ready"), ("/", 404, "/metrics"),
                    ("/metrics/", 404, "/rooms"), ("/../metrics/x", 404, "/rooms"),
                ] {
                    let page = try server.ask(path)
                    #expect(page.status == status && page.body.contains(text), "\(path) \(page)")
                }
                let upgrade = try RawClient(port: server.adminPort, path: "/rooms/numbers")
                #expect(upgrade.status == 404, "no rooms on the admin port")
            }
        }

        /// A web page whose own name points to this machine (DNS rebinding) could read the answer.
        @Test func aWebPageCannotReadTheMetrics() throws {
            try with { server in
                for path in ["/metrics", "/rooms", "/healthz", "/readyz", "/"] {
                    let page = try RawClient(
                        port: server.adminPort, path: path, subprotocol: nil, upgrade: false, host: "evil.example")
                    #expect(page.status == 403 && !page.body.contains("numbers"), "\(path) \(page.body)")
                }
                let page = try RawClient(
                    port: server.adminPort, path: "/rooms", subprotocol: nil, upgrade: false, host: "localhost")
                #expect(page.status == 200 && page.body.contains("numbers"))
            }
        }

        @Test(arguments: EndToEnd.loops) func aDrainingServerIsNotReady(loops: Int) throws {
            try with(loops: loops, options: ["--drain", "120s"]) { server in
                let members = try (0..<2).map { _ in try server.raw() }
                for member in members { try member.join() }
                #expect(try server.ask("/readyz").status == 200)
                server.program.signal(SIGTERM)
                try eventually("a server that is not ready") { try server.ask("/readyz").status == 503 }
                #expect(try server.ask("/readyz").body.contains("going away"))
                #expect(try server.ask("/healthz").status == 200, "alive all the same")
                // The last connection that goes ends the server; it need not wait for its time to be up.
                for member in members { member.cut() }
                #expect(try server.program.exitCode() == 0)
            }
        }

        @Test func theAdminPortIsNotOpenedByAccident() throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers, "--admin", "0.0.0.0:0"]
            let refused = try RunningProgram(arguments: words)
            defer { refused.end() }
            #expect(try refused.exitCode() == 64)
            #expect(refused.complaints.contains("--admin-open"), "\(refused.complaints)")
            let open = try RunningProgram(arguments: words + ["--admin-open"])
            defer { open.end() }
            _ = try open.nextLine()
            #expect(try open.nextLine().hasPrefix("admin on http://0.0.0.0:"))
        }

        @Test func aTakenAddressEndsTheStart() throws {
            try with { server in
                let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers]
                let second = try RunningProgram(arguments: words + ["--admin", "\(server.adminPort)"])
                defer { second.end() }
                #expect(try second.exitCode() == 1)
                #expect(second.complaints.contains("--admin"), "\(second.complaints)")
            }
        }
    }
}
