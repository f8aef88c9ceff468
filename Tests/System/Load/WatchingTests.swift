import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    /// Runs as programs see them while they go on.
    @Suite struct Watching {
        private static let script = Runs.talk(followers: 3, seconds: 60)

        /// Standard output has the lines alone, and the last one ends with the run.
        @Test(arguments: [1, 2]) func secondsAreWrittenWhileTheRunGoesOn(workers: Int) throws {
            let fixture = try LoadFixture()
            let program = try fixture.start(Self.script, ["--out", "jsonl=-", "--workers", "\(workers)"])
            defer { program.end() }
            func fields(of line: String) throws -> [String: Any] {
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            }
            func joins(in second: [String: Any]) -> Int {
                (second["measures"] as? [String: [String: Int]])?["join"]?["count"] ?? 0
            }
            var lines = [try fields(of: try program.nextLine())]
            // On a slow machine not all users are there after the first second.
            repeat {
                lines.append(try fields(of: try program.nextLine()))
            } while lines.last?["playing"] as? Int != 4 || lines.map(joins).reduce(0, +) == 0
            #expect(program.isRunning)
            program.signal(SIGINT)
            let outcome = try program.outcome()
            #expect(outcome.code == 130, "\(outcome.text)")
            lines += try outcome.output.map(fields)
            #expect(lines.compactMap { $0["second"] as? Int } == Array(0..<lines.count))
            #expect(lines.allSatisfy { $0["run"] as? Int == 1 })
            #expect(lines[0]["workers"] as? Int == workers && lines.last?["playing"] as? Int == 0)
            let report = Report(path: fixture.path("report.json"))
            for field in ["receivedMessages", "sentMessages", "started", "expectedEvents"] {
                let sum = lines.compactMap { $0[field] as? Int }.reduce(0, +)
                #expect(report.number("counts.\(field)") == Double(sum), "\(field)")
            }
            let length = lines.compactMap { $0["microseconds"] as? Int }.reduce(0, +)
            #expect(report.number("durationMicroseconds") == Double(length))
        }

        @Test func aSimulationWritesTheSameLinesAgain() throws {
            let fixture = try LoadFixture()
            let script = try fixture.script(Runs.talk(followers: 5, seconds: 3))
            let texts = try (0..<2).map { number in
                let file = fixture.path("\(number).jsonl")
                let outcome = try RunningProgram.run(["load", script, "--sim", "--out", "jsonl=" + file])
                #expect(outcome.code == 0, "\(outcome.text)")
                return try String(contentsOfFile: file, encoding: .utf8)
            }
            #expect(texts[0] == texts[1] && texts[0].split(separator: "\n").count > 3)
            #expect(texts[0].contains(#""unixMilliseconds": null"#))
        }

        /// A full disk is said at the end, and is nothing to the run.
        @Test func linesThatCannotBeWrittenAreSaid() throws {
            let fixture = try LoadFixture()
            let script = try fixture.script(Runs.talk(followers: 1, seconds: 1))
            let outcome = try RunningProgram.run(["load", script, "--sim", "--out", "jsonl=/dev/full"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.text.contains("/dev/full: the seconds are not complete: No space left"), "\(outcome.text)")
        }

        @Test func prometheusReadsTheRun() throws {
            let fixture = try LoadFixture()
            let program = try fixture.start(Self.script, ["--metrics-address", "0"])
            defer { program.end() }
            try program.waitForComplaint("metrics on http://127.0.0.1:")
            let found = try #require(program.complaints.firstMatch(of: /metrics on http:\/\/127.0.0.1:(\d+)\/metrics/))
            let port = try #require(UInt16(found.1))
            func get(_ path: String, host: String = "localhost") throws -> String {
                let peer = try RawPeer(port: port)
                try peer.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                return String(decoding: try peer.readToEnd(), as: UTF8.self)
            }
            var page: Exposition?
            try eventually("values of a second") {
                let answer = try get("/metrics")
                #expect(answer.contains("text/plain; version=0.0.4"))
                page = try answer.firstRange(of: "\r\n\r\n").map { try Exposition(String(answer[$0.upperBound...])) }
                let joins = page?.value("riffle_load_latency_seconds_count", ["measure": "join"]) ?? 0
                return page?.value("riffle_load_users") == 4 && joins > 0
            }
            #expect(page?.value("riffle_load_elapsed_seconds") ?? 0 >= 1)
            #expect(page?.value("riffle_load_starts_total") == 4)
            #expect(page?["process_cpu_seconds_total"] != nil)
            #expect(
                try get("/metrics", host: "evil.example").contains(" 403 "), "not for a page that a name was bent to")
            #expect(try get("/rooms").contains(" 404 "))
            program.signal(SIGINT)
            #expect(try program.outcome().code == 130)
        }

        @Test func anAddressInUseIsSaid() throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start(Self.script, ["--metrics-address", "\(fixture.server.port)"]).outcome()
            #expect(outcome.code == 1 && outcome.text.contains("--metrics-address 127.0.0.1:"), "\(outcome.text)")
            let simulated = try RunningProgram.run([
                "load", try fixture.script(Self.script), "--sim", "--otlp", "http://127.0.0.1",
            ])
            #expect(simulated.code == 64 && simulated.text.contains("--out jsonl=FILE"), "\(simulated.text)")
        }

        /// A receiver that prints what it gets, and answers after a time.
        ///
        /// - Parameter files: a certificate and its key, for TLS.
        private static func receiver(
            answersAfterSeconds seconds: Int = 0, status: Int = 200, files: [String] = []
        ) throws -> RunningProgram {
            let code = """
                import http.server, ssl, sys, time
                class Receiver(http.server.BaseHTTPRequestHandler):
                    def do_POST(self):
                        body = self.rfile.read(int(self.headers["Content-Length"]))
                        token = self.headers.get("Authorization", "-").replace(" ", "_")
                        print(self.path, self.headers["Content-Type"], token, body.decode(), flush=True)
                        time.sleep(\(seconds))
                        self.send_response(\(status))
                        self.send_header("Content-Length", "2")
                        self.end_headers()
                        self.wfile.write(b"{}")
                    def log_message(self, *words):
                        pass
                server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
                if sys.argv[1:]:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(*sys.argv[1:])
                    server.socket = context.wrap_socket(server.socket, server_side=True)
                print(server.server_port, flush=True)
                server.serve_forever()
                """
            return try RunningProgram(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["python3", "-c", code] + files)
        }

        @Test func aCollectorGetsTheRun() throws {
            let fixture = try LoadFixture()
            let receiver = try Self.receiver()
            defer { receiver.end() }
            let program = try fixture.start(Self.script, ["--otlp", "http://127.0.0.1:\(try receiver.nextLine())"])
            defer { program.end() }
            // The port, and requests while the run goes on.
            try receiver.wait(for: "three requests") { $0.count > 3 }
            program.signal(SIGINT)
            let outcome = try program.outcome()
            #expect(outcome.code == 130 && !outcome.text.contains("--otlp"), "\(outcome.text)")
            receiver.signal(SIGTERM)
            _ = try receiver.exitCode()
            let requests = receiver.remainingLines()
            #expect(requests.count > 3, "one a second, and one at the end")
            let parts = try #require(requests.last).split(separator: " ", maxSplits: 3)
            #expect(parts[0] == "/v1/metrics" && parts[1] == "application/json" && parts[2] == "-")
            let body = try #require(
                try JSONSerialization.jsonObject(with: Data(parts[3].utf8)) as? [String: [[String: Any]]])
            let scope = try #require((body["resourceMetrics"]?.first?["scopeMetrics"] as? [[String: Any]])?.first)
            let metrics = try #require(scope["metrics"] as? [[String: Any]])
            let starts = metrics.first { $0["name"] as? String == "riffle.load.starts" }?["sum"] as? [String: Any]
            let point = (starts?["dataPoints"] as? [[String: Any]])?.first
            #expect(point?["asInt"] as? String == "4")
            #expect(Report(path: fixture.path("report.json")).number("counts.started") == 4)
        }

        /// The token comes from the environment, where other users of the machine do not see it.
        @Test func aCollectorWithTLSGetsTheToken() throws {
            let authority = try TestAuthority()
            let files = try authority.issue()
            let receiver = try Self.receiver(files: [files.certificate, files.key])
            defer { receiver.end() }
            let url = "https://127.0.0.1:\(try receiver.nextLine())/my/metrics"
            func play(_ environment: [String: String]) throws -> RunningProgram.Outcome {
                let fixture = try LoadFixture()
                defer { withExtendedLifetime(fixture) {} }
                return try fixture.start(
                    Runs.talk(followers: 3, seconds: 1), ["--otlp", url], environment: environment
                )
                .outcome()
            }
            let token = "authorization=Bearer%20abc%3D%3D, x-tenant = one"
            let trusted = try play(["SSL_CERT_FILE": authority.certificate, "OTEL_EXPORTER_OTLP_HEADERS": token])
            #expect(trusted.code == 0 && !trusted.text.contains("--otlp"), "\(trusted.text)")
            #expect(try receiver.nextLine().hasPrefix("/my/metrics application/json Bearer_abc== {"))
            let strange = try play([:])
            #expect(strange.code == 0 && strange.text.contains("--otlp \(url): "), "\(strange.text)")
            let wrong = try play(["OTEL_EXPORTER_OTLP_HEADERS": "a=b,secret"])
            #expect(wrong.code == 64 && wrong.text.contains("got another text at entry 2"), "\(wrong.text)")
            #expect(!wrong.text.contains("secret"))
        }

        /// A collector that is away, refuses, or answers late changes nothing but a sentence at the end. On a busy machine a
        /// request may have reached its own limit before the run ends, which is told in other words.
        @Test(arguments: [
            (nil, 200, "Failed to connect"), (0, 503, "HTTP status 503"), (600, 200, "no answer "),
        ])
        func aCollectorThatTakesNothingDisturbsNobody(seconds: Int?, status: Int, reason: String) throws {
            let fixture = try LoadFixture()
            let receiver = try seconds.map { try Self.receiver(answersAfterSeconds: $0, status: status) }
            defer { receiver?.end() }
            let port = try receiver?.nextLine() ?? "1"
            let (outcome, report) = try fixture.run(
                Runs.talk(followers: 3, seconds: 1), ["--otlp", "http://127.0.0.1:\(port)"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(
                outcome.text.contains("riffle load: --otlp http://127.0.0.1:\(port)/v1/metrics: "), "\(outcome.text)")
            #expect(outcome.text.contains("requests failed, the last one with: \(reason)"), "\(outcome.text)")
            #expect(report.number("counts.started") == 4)
        }
    }
}
