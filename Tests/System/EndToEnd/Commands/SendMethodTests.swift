import Foundation
import TestPeers
import Testing

extension CommandScenes {
    /// The way of a message to many members into the kernel: what was asked for, or what the machine has.
    @Suite struct SendMethodTests {
        private static let serve = ["serve", "--listen", "127.0.0.1:0", "--room", "a=carousel", "--loops", "2"]

        @Test(arguments: [("auto", "uring", 2.0), ("uring", "uring", 2), ("write", "write", 0)])
        func theMethodIsLoggedAndCounted(asked: String, taken: String, loops: Double) throws {
            let server = try WatchedServer(loops: 2, options: ["--send", asked])
            defer { server.program.end() }
            try server.program.waitForComplaint("method=\(taken)")
            #expect(try server.metrics().value("riffle_ring_loops") == loops)
        }

        @Test(.enabled(if: SystemCalls.areVisible, "strace is needed"))
        func withoutARingMessagesAreWritten() throws {
            let server = try SystemCalls.run(Self.serve, failing: "io_uring_setup", with: "EPERM")
            defer { server.end() }
            try server.waitForComplaint("method=write reason=expected io_uring, got an error (Operation not permitted)")
            #expect(try server.nextLine().hasPrefix("listening on "))
        }

        @Test(.enabled(if: SystemCalls.areVisible, "strace is needed"))
        func aRingThatWasAskedForIsNeeded() throws {
            let words = Self.serve + ["--send", "uring"]
            let server = try SystemCalls.run(words, failing: "io_uring_setup", with: "ENOSYS")
            defer { server.end() }
            #expect(try server.exitCode() == 1)
            let reason = "riffle serve: expected io_uring, got an error (Function not implemented)"
            #expect(server.complaints.contains(reason), "\(server.complaints)")
        }
    }
}
