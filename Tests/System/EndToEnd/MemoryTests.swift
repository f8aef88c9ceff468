import Foundation
import TestPeers
import TestSupport
import Testing

extension EndToEnd {
    /// The memory of a server that shows large pages.
    @Suite struct MemoryTests {
        /// A field of /proc/PID/status in kB.
        private func kilobytes(_ field: String, of process: Int32) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
            return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        }

        /// Each jump sends the window, which here has a megabyte. A history without a limit in bytes holds all of it.
        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer keeps freed memory back for a while"))
        func jumpsOverLargePagesDoNotFillTheMemory() throws {
            try EndToEndFixture.with(loops: 2) { fixture in
                let process = fixture.server.program.processID
                let client = try fixture.raw()
                try client.join(#""role":"presenter","offsets":"none""#)
                let body = String(repeating: "x", count: 340_000)
                let pages = (1...3).map { #"{"id":"\#($0)","title":"A","body":"\#(body)"}"# }.joined(separator: ",")
                client.send(#"{"type":"content","id":2,"revision":0,"wrap":"loop","pages":[\#(pages)]}"#)
                #expect(try client.next("ack").number("id") == 2)
                _ = try client.everything(pingID: 3)
                let before = try kilobytes("VmRSS", of: process)
                for id in 4..<154 {
                    client.send(#"{"type":"jump","id":\#(id),"page":\#(id % 2 * 100),"animated":false}"#)
                    // Read now and then, so that the server neither waits nor ends the connection. A ping would not do:
                    // another loop than that of the room answers it.
                    if id % 10 == 3 { while try client.next("ack").number("id") != id {} }
                }
                #expect(try kilobytes("VmHWM", of: process) - before < 64_000)
                client.cut()
                let other = try fixture.raw()
                try other.join()
                #expect(try kilobytes("VmRSS", of: process) - before < 32_000)
            }
        }
    }
}
