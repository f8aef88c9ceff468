import Metrics
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
            let page = AdminPages.page(path, reports, process)
            #expect(page.status == 503 && String(decoding: page.body, as: UTF8.self).contains("does not answer"))
        }
        #expect(stuck.drain().count == 1, "it was asked")
    }

    @Test func oneDrainingLoopMakesTheServerNotReady() {
        let here = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        let leaving = LoopReport(metrics: .init(), rooms: [], isDraining: true)
        #expect(AdminPages.page("/readyz", [here, here], process).status == 200)
        #expect(AdminPages.page("/readyz", [here, leaving], process).status == 503)
        #expect(AdminPages.page("/healthz", [here, leaving], process).status == 200)
        #expect(AdminPages.page("/secrets", [here], process).status == 404)
    }

    @Test func aServerWithoutFreeDescriptorsIsNotReady() {
        let here = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        var process = process
        process.openDescriptors = process.maximumDescriptors - 2
        let page = AdminPages.page("/readyz", [here], process)
        #expect(page.status == 503 && String(decoding: page.body, as: UTF8.self) == "out of descriptors\n")
        #expect(AdminPages.page("/healthz", [here], process).status == 200)
    }

    private var process: ProcessMetrics {
        var process = ProcessMetrics(version: "1.0", subprotocol: "riffle.v1")
        (process.openDescriptors, process.maximumDescriptors) = (10, 100)
        return process
    }

    @Test func aFailingStoreMakesTheServerNotReady() {
        let here = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        let failing = LoopReport(metrics: .init(), rooms: [], isDraining: false, storeTrouble: "the disk is full")
        let page = AdminPages.page("/readyz", [here, failing], process)
        #expect(page.status == 503)
        #expect(String(decoding: page.body, as: UTF8.self) == "the store fails: the disk is full\n")
        #expect(AdminPages.page("/healthz", [here, failing], process).status == 200)
    }

    @Test func aNodeWithoutItsClusterIsNotReady() {
        let here = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        let alone = LoopReport(
            metrics: .init(), rooms: [], isDraining: false, clusterTrouble: "no connection to NATS")
        let page = AdminPages.page("/readyz", [here, alone], process)
        #expect(page.status == 503)
        #expect(String(decoding: page.body, as: UTF8.self).contains("the cluster fails: no connection to NATS"))
        #expect(AdminPages.page("/healthz", [here, alone], process).status == 200)
    }

    @Test func aDamagedRoomIsListedWithItsDamage() {
        let room = RoomStatus(name: "a", members: 0, sequence: Sequence(0), phase: .idle, damage: "record 7: cut")
        let report = LoopReport(metrics: .init(), rooms: [room], isDraining: false)
        let body = String(decoding: AdminPages.page("/rooms", [report], process).body, as: UTF8.self)
        let row = #"{"damage":"record 7: cut","locked":false,"members":0,"name":"a","phase":"idle","seq":0}"#
        #expect(body == #"{"rooms":["# + row + "]}\n")
    }

    @Test func roomsAreSortedByName() {
        let rooms = ["b", "a"].map { RoomStatus(name: $0, members: 3, sequence: Sequence(7), phase: .settling) }
        let reports = rooms.map { LoopReport(metrics: .init(), rooms: [$0], isDraining: false) }
        let body = String(decoding: AdminPages.page("/rooms", reports, process).body, as: UTF8.self)
        let row = #""locked":false,"members":3,"name":"#
        #expect(body == "{\"rooms\":[{\(row)\"a\",\(rest)},{\(row)\"b\",\(rest)}]}\n")
    }

    private let rest = #""phase":"settling","seq":7"#

    @Test(arguments: [
        ("7421", "127.0.0.1:7421"), ("0", "127.0.0.1:0"), ("[::1]:7421", "[::1]:7421"), ("0.0.0.0:1", "0.0.0.0:1"),
    ]) func aPortWithoutHostIsOnLoopback(word: String, address: String) {
        #expect(ListenAddress(argument: word)?.description == address)
        for option in ["admin", "listen"] { #expect(OptionSpec.named(option)?.problem(with: word) == nil) }
    }

    @Test(arguments: ["65536", "-1", "localhost", ":7421", "a:b", "7421 "]) func aWrongPortIsAnError(word: String) {
        #expect(ListenAddress(argument: word) == nil)
        #expect(OptionSpec.named("admin")?.problem(with: word)?.contains("or a PORT of this machine") == true)
    }

    @Test func fileAndEnvironmentMaySetIt() throws {
        let file = ServeConfiguration.File(name: "riffle.yaml", text: "admin: 0.0.0.0:7421\nadmin-open: true\n")
        let settings = try ServeConfiguration.resolve(flags: [:], environment: ["RIFFLE_ADMIN": "9000"], file: file)
            .settings
        #expect(settings.admin?.description == "127.0.0.1:9000" && settings.isAdminOpen)
    }
}
