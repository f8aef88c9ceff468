package import Foundation
import Platform

/// A `riffle serve` of this build on a loopback port, a free one unless it is given. The caller must end it.
package final class ServedRooms {
    package let port: UInt16
    private let process = Process()

    package struct Failure: Error {
        package let what: String
    }

    /// The executable stands beside the bundle that runs the tests.
    package static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("riffle")

    package init(arguments: [String], port: UInt16 = 0) throws {
        process.executableURL = ServedRooms.executable
        process.arguments = ["serve", "--listen", "127.0.0.1:\(port)"] + arguments
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        process.standardError = FileHandle.nullDevice
        try process.start()
        var greeting = ""
        while !greeting.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            greeting += String(decoding: byte, as: UTF8.self)
        }
        guard let digits = greeting.split(whereSeparator: { $0 == ":" || $0 == "\n" }).last, let port = UInt16(digits)
        else {
            process.terminate()
            throw Failure(what: "no server: \(greeting)")
        }
        self.port = port
    }

    package var isRunning: Bool { process.isRunning }

    package var processID: Int32 { process.processIdentifier }

    package func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
