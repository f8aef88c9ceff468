import Foundation
import PagingEngine
import PagingRoom
import PagingWire
import TestPeers
import Testing

/// A server and the members of a test. All processes end with the test.
final class EndToEndFixture {
    /// A room of numbers, the default of every fixture.
    static let numbers = "numbers=threePage:numbers"

    private(set) var server: RunningServer
    private let rooms: [String]
    private let loops: Int
    private let store: String?
    private let options: [String]
    private var members: [TestMember] = []

    private init(rooms: [String], loops: Int, store: String?, options: [String]) throws {
        self.rooms = rooms
        self.loops = loops
        self.store = store
        self.options = options
        server = try RunningServer(
            rooms: rooms, loops: loops, port: Loopback.freePort(), store: store, options: options)
    }

    static func with(
        rooms: [String] = [numbers], loops: Int = 1, store: String? = nil, options: [String] = [],
        _ play: (EndToEndFixture) throws -> Void
    ) throws {
        let fixture = try EndToEndFixture(rooms: rooms, loops: loops, store: store, options: options)
        defer { fixture.end() }
        try play(fixture)
    }

    /// Lets somebody in and waits until they know the room. Connections go to the loops in turn, so that members who
    /// come one after the other are on different ones.
    func join(
        _ name: String, role: Role = .member, offsets: Join.Offsets = .keyframes, room: String = "numbers",
        port: UInt16? = nil, pongMilliseconds: Int64? = nil
    ) throws -> TestMember {
        let url = "ws://127.0.0.1:\(port ?? server.port)/rooms/\(room)"
        let member = try TestMember(
            name, url: url, role: role, offsets: offsets, pongMilliseconds: pongMilliseconds)
        members.append(member)
        try member.wait("the room", until: \.isFollowing)
        return member
    }

    func raw(room: String = "numbers") throws -> RawClient {
        try RawClient(port: server.port, path: "/rooms/\(room)")
    }

    /// Asks the server to end, as a service manager does, and returns how it did.
    func stopServer() throws -> Int32 {
        server.program.signal(SIGTERM)
        return try server.program.exitCode()
    }

    /// Ends the server in the middle of whatever it does.
    func killServer() throws {
        server.program.signal(SIGKILL)
        _ = try server.program.exitCode()
    }

    /// Another server with the same rooms where the last one was.
    func restartServer() throws {
        server = try RunningServer(rooms: rooms, loops: loops, port: server.port, store: store, options: options)
    }

    private func end() {
        for member in members { member.end() }
        server.end()
    }
}

extension Configuration {
    /// Three pages that take their time, so that a test is sure to meet them in flight.
    static func slow(milliseconds: Int64) -> Configuration {
        var configuration = Configuration(.threePage)
        configuration.settle = .linear(durationMilliseconds: milliseconds)
        return configuration
    }
}
