import Foundation
import TestPeers
import Testing

@testable import WebSocketLoop

extension CommandScenes {
    /// The way of a message to many members into the kernel: what was asked for, or what the machine has.
    @Suite struct SendMethodTests {
        private static let serve = ["serve", "--listen", "127.0.0.1:0", "--room", "a=carousel", "--loops", "2"]

        /// Whether this machine lets a program use io_uring.
        private static let hasRing = (try? SendRing()) != nil
        private static let methods: [(String, String, Double)] =
            hasRing
            ? [("auto", "uring", 2), ("uring", "uring", 2), ("write", "write", 0)]
            : [("auto", "write", 0), ("write", "write", 0)]

        @Test(arguments: methods)
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

        /// A sandbox may allow a ring and forbid its use.
        @Test(.enabled(if: SystemCalls.areVisible && hasRing, "strace and io_uring are needed"))
        func withoutUseOfARingMessagesAreWritten() throws {
            let server = try SystemCalls.run(Self.serve, failing: "io_uring_enter", with: "EPERM")
            defer { server.end() }
            try server.waitForComplaint("method=write reason=expected io_uring, got an error (Operation not permitted)")
            #expect(try server.nextLine().hasPrefix("listening on "))
        }

        @Test func aServerWithTLSWrites() throws {
            let server = try SecureServer()
            defer { server.end() }
            try server.program.waitForComplaint(
                "method=write reason=expected connections without TLS for io_uring, got TLS")
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
