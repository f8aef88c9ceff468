import Foundation
import Glibc
import TestPeers
import Testing

extension CommandScenes {
    /// The verbose log: connections, rooms and codes, but no token, page, notes or member name.
    @Suite struct LogTests {
        /// RFC 3339 with milliseconds and zone, at the place of the time in either format.
        private static var time: Regex<(Substring, Substring)> {
            /(?:^|"time":")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)[ "]/
        }

        private static let page = "Zanzibar"
        private static let notes = "Quetzal"
        private static let person = "Xiomara"
        private static let junk = "Wolfram"
        private static let forged = "eyJhbGciOiJIUzI1NiJ9.Vm9sdm94Cg.VGFyYW50dWxh"

        private func token(_ folder: String) throws -> String {
            let secret = try RunningProgram(arguments: ["token", "new-secret", folder + "/secret"])
            #expect(try secret.exitCode() == 0)
            let words = ["--secret-file", folder + "/secret", "--room", "numbers", "--role", "presenter"]
            let program = try RunningProgram(arguments: ["token"] + words + ["--expires", "1h"])
            defer { program.end() }
            return try program.nextLine()
        }

        /// Sends all data of a member that the log must not contain.
        private func play(_ server: WatchedServer, token: String) throws {
            let ann = try server.raw()
            try ann.join(#""role":"presenter","name":"\#(Self.person)","token":"\#(token)""#)
            let page = #"{"id":"a","title":"\#(Self.page)","body":"\#(Self.page)","notes":"\#(Self.notes)"}"#
            ann.send(#"{"type":"content","id":2,"revision":0,"pages":[\#(page)]}"#)
            try ann.next("ack")
            let stranger = try server.raw()
            stranger.send(#"{"type":"join","id":1,"token":"\#(Self.forged)"}"#)
            #expect(try stranger.end() == 4_102)
            for number in 3... {
                ann.send(#"{"type":"\#(Self.junk)","id":\#(number),"\#(Self.junk)":1}"#)
                ann.send(#"{"type":"step","by":1,"from":0,"\#(Self.junk)":1,"\#(Self.junk)":2}"#)
                ann.send(#"{"type":"content","id":1,"revision":0,"pages":[{"id":1,"title":"\#(Self.page)"}]}"#)
                ann.send(#"{"type":"configure","id":1,"preset":"\#(Self.junk)"} \#(Self.junk)"#)
                if number == 6 { break }
            }
            #expect(try ann.end() == 4_100)
        }

        @Test(arguments: ["text", "json"]) func itHasCodesAndNoSecrets(format: String) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let token = try token(folder)
            let options = ["--verbose", "--log-format", format, "--secret-file", folder + "/secret"]
            let server = try WatchedServer(loops: 2, options: options)
            defer { server.program.end() }
            try play(server, token: token)
            try server.metrics("the connections' end") { $0.value("riffle_connections") == 0 }
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
            let log = server.program.complaints
            let secrets =
                [Self.page, Self.notes, Self.person, Self.junk] + Self.forged.split(separator: ".").map(String.init)
            for secret in secrets + token.split(separator: ".").map(String.init) {
                #expect(!log.localizedCaseInsensitiveContains(secret), "\(secret) in \(log)")
            }
            let start = Date(timeIntervalSinceNow: -WaitLimit.seconds)
            for line in log.split(separator: "\n") {
                let time = try #require(line.firstMatch(of: Self.time)?.1, "\(line)")
                let date = try Date(String(time), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
                #expect(start < date && date <= Date(), "\(line)")
            }
            if format == "json" {
                try check(log.split(separator: "\n").map { try RawObject(line: String($0)) })
            } else {
                for words in ["connection=", "room=numbers", "code=4100", "code=4102", "role=presenter", "ending"] {
                    #expect(log.contains(words), "\(words) in \(log)")
                }
            }
        }

        private func check(_ lines: [RawObject]) throws {
            #expect(lines.allSatisfy { $0.text("time") != nil && $0.text("level") != nil })
            func said(_ message: String) -> [RawObject] { lines.filter { $0.text("message") == message } }
            let joined = try #require(said("joined").first)
            #expect(joined.text("room") == "numbers" && joined.text("role") == "presenter")
            let opened = said("opened").compactMap { $0.text("connection") }
            #expect(opened.count == 2 && Set(opened).count == 2)
            #expect(opened.contains(joined.text("connection") ?? ""))
            #expect(Set(said("closing").compactMap { $0.text("code") }) == ["4100", "4102"])
            #expect(Set(said("closed").compactMap { $0.text("connection") }) == Set(opened))
            #expect(said("closed").allSatisfy { $0.text("by") == "server" })
        }
    }
}
