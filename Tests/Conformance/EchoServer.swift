import Glibc
import TestPeers
import Testing

/// Server with an echo path, and checks of its answers.
struct EchoServer {
    let server: ServedRooms

    /// Runs a server while `body` runs.
    static func with(_ body: (EchoServer) throws -> Void) throws {
        let server = try ServedRooms(
            arguments: ["--conformance", "--loops", "1", "--room", "numbers=threePage:numbers"])
        defer { server.end() }
        try body(EchoServer(server: server))
        #expect(server.isRunning, "the server still runs")
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    func connect() throws -> RawPeer { try .upgraded(port: server.port, path: "/echo") }

    func check(_ cases: [FrameCase]) {
        for frames in cases {
            do {
                try check(frames)
            } catch {
                Issue.record("\(frames.about): \(error)")
            }
        }
    }

    private func check(_ frames: FrameCase) throws {
        let peer = try connect()
        // The server may disconnect before it has read all of a bad frame.
        for piece in pieces(of: frames) where (try? peer.send(piece)) == nil { break }
        for expected in frames.answers {
            let answer = try Self.message(from: peer)
            let isSame = answer == expected
            #expect(isSame, "\(frames.about): \(answer.opcode), \(answer.payload.count): \(answer.payload.prefix(20))")
        }
        if frames.end == .none { try peer.send(Frames.close(1_000)) }
        guard frames.end != .failed else {
            let rest = try peer.readToEnd()
            let isClose = rest.isEmpty || rest.starts(with: [0x88])
            #expect(isClose, "\(frames.about): \(rest.prefix(20))")
            return
        }
        let close = try peer.readFrame()
        #expect(close.opcode == 8 && close.isFinal, "\(frames.about): \(close)")
        switch frames.end {
        case .failed: break
        case .none: #expect(close.closeCode == 1_000, "\(frames.about)")
        case .closed(let code): #expect(close.closeCode == code, "\(frames.about): \(close.closeCode ?? 0)")
        case .closedWithoutCode: #expect(close.payload.isEmpty, "\(frames.about)")
        }
        peer.hangUp()
        #expect(try peer.readToEnd().isEmpty, "\(frames.about): nothing may follow a close")
    }

    private func pieces(of frames: FrameCase) -> [[UInt8]] {
        guard let chop = frames.chop else { return [frames.bytes] }
        return stride(from: 0, to: frames.bytes.count, by: chop).map {
            Array(frames.bytes[$0..<min($0 + chop, frames.bytes.count)])
        }
    }

    /// The next whole message, its fragments joined, or control frame.
    static func message(from peer: RawPeer) throws -> Frame {
        var whole = try peer.readFrame()
        while !whole.isFinal {
            let next = try peer.readFrame()
            whole.payload += next.payload
            whole.isFinal = next.isFinal
        }
        return whole
    }
}
