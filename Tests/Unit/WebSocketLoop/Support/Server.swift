import Foundation

@testable import WebSocketLoop

/// Loops behind one acceptor on a free loopback port.
final class Server: Sendable {
    let loops: [LoopThread]
    let acceptor: Acceptor

    init(
        loops count: Int = 1, options: SocketLoop.Options = .init(), _ behaviour: LoopThread.Behaviour = .init()
    ) throws {
        let loops = try (0..<count).map { _ in try LoopThread(options: options, behaviour) }
        let turn = Rotation()
        self.loops = loops
        acceptor = try Acceptor(host: "127.0.0.1", port: 0) { descriptor in
            loops[turn.next(of: loops.count)].post { $0.adopt(descriptor: descriptor) }
        }
    }

    var loop: LoopThread { loops[0] }
    var recorder: Recorder { loops[0].recorder }
    var port: UInt16 { acceptor.port }

    func endpoint(_ path: String = "/") -> Endpoint { Endpoint(host: "127.0.0.1", port: port, path: path) }

    func stop() {
        acceptor.stop()
        loops.forEach { $0.stop() }
    }
}

private final class Rotation: @unchecked Sendable {
    // Sendable because only the acceptor's thread counts.
    private var count = -1

    func next(of loops: Int) -> Int {
        count += 1
        return count % loops
    }
}
