import PagingEngine
import PagingRoom
import PagingServer
import Testing
import WebSocketLoop

@testable import riffle

/// The answers of the admin listener, in failure too.
@Suite struct AdminPagesTests {
    @Test func aLoopThatDoesNotAnswerIsReported() {
        let stuck = Mailbox<LoopCommand>()
        let reports = LoopReportRequest.send(to: [stuck], withRooms: false, withinMilliseconds: 20)
        #expect(reports == nil)
        for path in AdminPages.paths {
            let page = AdminPages.page(path, reports)
            #expect(page.status == 503 && String(decoding: page.body, as: UTF8.self).contains("does not answer"))
        }
        #expect(stuck.drain().count == 1, "it was asked")
    }

    @Test func oneDrainingLoopMakesTheServerNotReady() {
        let here = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        let leaving = LoopReport(metrics: .init(), rooms: [], isDraining: true)
        #expect(AdminPages.page("/readyz", [here, here]).status == 200)
        #expect(AdminPages.page("/readyz", [here, leaving]).status == 503)
        #expect(AdminPages.page("/healthz", [here, leaving]).status == 200)
        #expect(AdminPages.page("/secrets", [here]).status == 404)
    }

    @Test func roomsAreSortedByName() {
        let rooms = ["b", "a"].map { RoomStatus(name: $0, members: 3, sequence: Sequence(7), phase: .settling) }
        let reports = rooms.map { LoopReport(metrics: .init(), rooms: [$0], isDraining: false) }
        let body = String(decoding: AdminPages.page("/rooms", reports).body, as: UTF8.self)
        let row = #""members":3,"name":"#
        #expect(body == "{\"rooms\":[{\(row)\"a\",\(rest)},{\(row)\"b\",\(rest)}]}\n")
    }

    private let rest = #""phase":"settling","seq":7"#

    @Test(arguments: [
        ("7421", "127.0.0.1:7421"), ("0", "127.0.0.1:0"), ("[::1]:7421", "[::1]:7421"), ("0.0.0.0:1", "0.0.0.0:1"),
    ]) func aPortWithoutHostIsOnLoopback(word: String, address: String) {
        #expect(ListenAddress(portOrAddress: word)?.description == address)
        #expect(OptionSpec.named("admin")?.problem(with: word) == nil)
    }

    @Test(arguments: ["65536", "-1", "localhost", ":7421", "a:b", "7421 "]) func aWrongPortIsAnError(word: String) {
        #expect(ListenAddress(portOrAddress: word) == nil)
        #expect(OptionSpec.named("admin")?.problem(with: word)?.contains("7421") == true)
    }

    @Test func fileAndEnvironmentMaySetIt() throws {
        let file = ServeConfiguration.File(name: "riffle.yaml", text: "admin: 0.0.0.0:7421\nadmin-open: true\n")
        let settings = try ServeConfiguration.resolve(flags: [:], environment: ["RIFFLE_ADMIN": "9000"], file: file)
            .settings
        #expect(settings.admin?.description == "127.0.0.1:9000" && settings.isAdminOpen)
    }
}
