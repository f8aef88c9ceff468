import Foundation
import TestPeers
import TestSupport
import Testing

extension LoadTests {
    /// Steps of `before` against a real server with logins, cookies and tickets.
    @Suite struct HTTPSteps {
        private static let login = LoginServer.login

        @Test(arguments: ["1", "2"]) func aLoginGivesACookieAndATicket(workers: String) throws {
            let server = try LoginServer()
            let steps = """
                \(Self.login)
                capture: {name: csrf, header: x-csrf}
                check: {name: a csrf, value: '${csrf}', matches: '^c[+]'}
                http: {get: /ticket, headers: {X-Csrf: '${csrf}'}, expect: [200, 201]}
                capture: {name: ticket, pointer: /ticket}
                """
            let (outcome, report) = try server.play(
                steps, path: "/ws?ticket=${ticket|url}", users: 5,
                thresholds: "[http.p99 < 100s, httpErrors == 0, 'checks{check:a csrf}.failed == 0']",
                ["--workers", workers])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("measures.http.count") == 10 && report.number("measures.reply.count") == 5)
            #expect(report.number("measures.connect.count") == 5)
            let requests = try server.requests()
            #expect(requests.count { $0.hasPrefix("POST /login 200 riffle/") } == 5, "\(requests)")
            #expect(requests.count { $0.hasPrefix("GET /ws?ticket=") && $0.contains(" 101 ") } == 5)
        }

        /// Each user keeps a connection for its requests, and shares it with nobody.
        @Test func aUserHasAConnectionOfItsOwn() throws {
            let server = try LoginServer()
            let (outcome, _) = try server.play(Self.login + "\nhttp: {get: /ticket}", users: 4)
            #expect(outcome.code == 0, "\(outcome.text)")
            let ports = try server.requests().filter { $0.contains("POST ") || $0.contains("/ticket") }.map {
                $0.split(separator: " ").last ?? ""
            }
            #expect(ports.count == 8 && Set(ports).count == 4, "\(ports)")
        }

        @Test func aCookieOpensTheSocketWhereItsPathSays() throws {
            let server = try LoginServer()
            let (outcome, report) = try server.play(Self.login)
            #expect(outcome.code == 0 && report.number("measures.reply.count") == 3, "\(outcome.text)")
            // A user that is refused tries again and again: the first refusal ends the run.
            let elsewhere = Self.login.replacing("password:", with: "path: /other, password:")
            let (refused, other) = try server.play(
                elsewhere, users: 1, thresholds: "[{threshold: 'connectFailures < 1', abort: true}]")
            #expect(refused.code == 69 && refused.text.contains("HTTP status 401"), "\(refused.text)")
            #expect(other.number("measures.http.count") == 1 && other.number("measures.reply.count") ?? 0 == 0)
        }

        @Test func formsAndRedirectsWork() throws {
            let server = try LoginServer()
            let steps = """
                http: {post: /login, form: {name: 'a&b ${user}', password: 'secret of a&b ${user}'}}
                http: {get: /moved, redirects: 1}
                capture: {name: ticket, pointer: /ticket}
                http: {get: /moved, expect: 302}
                http: {get: 'http://127.0.0.1:\(server.port)/ticket'}
                """
            let (outcome, report) = try server.play(steps, path: "/ws?ticket=${ticket|url}")
            #expect(outcome.code == 0 && report.number("measures.http.count") == 12, "\(outcome.text)")
        }

        @Test(arguments: [
            ("http: {post: /login, json: {name: a, password: b}}", "status", "found the status 401"),
            ("http: {get: /moved}", "status", "found the status 302"),
            ("http: {get: /around, redirects: 2}", "broken", "redirects"),
            ("http: {get: /slow, within: 200ms}", "timeout", "timed out"),
            ("http: {get: /broken}", "broken", "found"),
            ("http: {get: /large}", "broken", "more than 1048576 bytes"),
            ("http: {get: 'http://127.0.0.1:1/'}", "refused", "connect"),
            ("http: {get: 'https://127.0.0.1:PORT/'}", "tls", "found"),
        ])
        func aFailedRequestEndsItsUser(step: String, kind: String, reason: String) throws {
            let server = try LoginServer()
            let (outcome, report) = try server.play(step.replacing("PORT", with: server.port))
            #expect(report.number("counts.httpErrors.\(kind)") == 3, "\(outcome.text)")
            #expect(outcome.text.lowercased().contains(reason), "\(outcome.text)")
            #expect(report.number("failureCount") == 3 && report.number("measures.connect.count") ?? 0 == 0)
            #expect(outcome.code == (kind == "status" || kind == "tls" ? 77 : 69), "\(outcome.text)")
        }

        @Test func certificatesAreChecked() throws {
            let authority = try TestAuthority()
            let files = try authority.issue()
            let server = try LoginServer(certificate: files.certificate, key: files.key)
            let (trusted, report) = try server.play(Self.login, ["--tls-ca", authority.certificate])
            #expect(trusted.code == 0 && report.number("measures.reply.count") == 3, "\(trusted.text)")
            let (strange, other) = try server.play(Self.login)
            #expect(strange.code == 77 && other.number("counts.httpErrors.tls") == 3, "\(strange.text)")
        }

        @Test func valuesInJSONKeepTheirKinds() throws {
            let server = try LoginServer()
            let login = Self.login.replacing("password:", with: "n: 5, t: '5', b: true, l: [1], z: 007, password:")
            let steps = """
                \(login)
                check: {name: kinds, pointer: /kinds/n, equals: int}
                check: {name: kinds, pointer: /kinds/t, equals: str}
                check: {name: kinds, pointer: /kinds/b, equals: bool}
                check: {name: kinds, pointer: /kinds/l, equals: list}
                check: {name: kinds, pointer: /kinds/z, equals: str}
                check: {name: kinds, pointer: /kinds/name, equals: str}
                """
            let (outcome, _) = try server.play(steps, thresholds: "['checks == 100%', 'checks.passed == 18']")
            #expect(outcome.code == 0, "\(outcome.text)")
        }

        @Test func manyLoginsAtOnceAreAllAnswered() throws {
            let server = try LoginServer()
            let (outcome, report) = try server.play(Self.login, users: 200)
            #expect(outcome.code == 0 && report.number("measures.http.count") == 200, "\(outcome.text)")
        }

        /// A closed room admits users with the token that the answer of their login holds.
        @Test func aRoomTakesTheTokenOfAnAnswer() throws {
            let server = try LoginServer()
            let secret = server.path("secret")
            #expect(try RunningProgram.run(["token", "new-secret", secret]).code == 0)
            let token = try RunningProgram.run(
                ["token", "--secret-file", secret, "--room", "talk", "--role", "member", "--expires", "1h"])
            let fixture = try LoadFixture(["--secret-file", secret])
            let fields = "{name: '${user}', password: 'secret of ${user}', echo: '\(token.output.joined())'}"
            let text = """
                duration: 120s
                actors:
                  - name: ann
                    users: 3
                    token: '${token}'
                    before:
                      - http: {post: 'http://127.0.0.1:\(server.port)/login', json: \(fields)}
                      - capture: {name: token, pointer: /echo}
                    steps: [{wait: {for: 100ms}}]
                """
            let (outcome, report) = try fixture.run(text)
            #expect(outcome.code == 0 && report.number("measures.join.count") == 3, "\(outcome.text)")
            #expect(report.number("measures.http.count") == 3)
            let (refused, _) = try fixture.run(text.replacing("pointer: /echo", with: "pointer: /kinds"))
            #expect(refused.code == 77, "\(refused.text)")
        }

        @Test func aDryRunMakesNoRequest() throws {
            let server = try LoginServer()
            let (outcome, _) = try server.play(Self.login, ["--dry-run"])
            #expect(outcome.code == 0 && outcome.text.contains("ann: POST /login"), "\(outcome.text)")
            let requests = try server.requests()
            #expect(!requests.contains { $0.contains("login") }, "\(requests)")
        }

        @Test func aSimulationRefusesThem() throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).riffle.yaml")
            defer { try? FileManager.default.removeItem(at: file) }
            try "riffle: 1\nactors: [{name: a, users: 1, before: [{http: {get: /x}}], steps: []}]\n".write(
                to: file, atomically: true, encoding: .utf8)
            let outcome = try RunningProgram.run(["load", file.path, "--sim"])
            #expect(outcome.code == 64 && outcome.text.contains("a script without `before`"), "\(outcome.text)")
        }
    }
}
