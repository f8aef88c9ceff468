import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Whole messages there and back, whatever their size and their pieces.
    @Suite struct Messages {
        static func letters(_ count: Int) -> [UInt8] { (0..<count).map { 97 + UInt8($0 % 23) } }

        @Test(arguments: [0, 1, 125, 126, 2_048, 65_535, 65_536, 100_000, 900_000])
        func echoes(count: Int) throws {
            let server = try Server(.init(isEchoing: true))
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let message = Self.letters(count)
            try peer.send(.text, message)
            let frame = try peer.readFrame()
            #expect(frame.opcode == 1 && frame.isFinal)
            #expect(frame.payload == message)
        }

        @Test func joinsFragmentsAroundAPing() throws {
            let server = try Server(.init(isEchoing: true))
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let message = Self.letters(900_000)
            let step = 90_000
            for (index, start) in stride(from: 0, to: message.count, by: step).enumerated() {
                let piece = Array(message[start..<min(start + step, message.count)])
                try peer.send(index == 0 ? .text : .continuation, piece, isFinal: start + step >= message.count)
                if index == 4 { try peer.send(.ping, [1, 2, 3]) }
            }
            let first = try peer.readFrame()
            #expect(first == .init(kind: .pong, payload: [1, 2, 3]))
            #expect(try peer.readFrame().payload == message)
        }

        @Test func splitsManyMessagesOfOneWrite() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            let messages = (0..<300).map { Array("message \($0) é".utf8) }
            try peer.send(messages.flatMap { RawPeer.frame(1, $0) })
            let connection = try server.recorder.opened()
            #expect(try server.recorder.received(by: connection, count: 300) == messages)
        }

        @Test func broadcastsOnePacketIntact() throws {
            let server = try Server()
            defer { server.stop() }
            let peers = try (0..<50).map { _ in try RawPeer.upgraded(port: server.port) }
            _ = try server.recorder.opened(skip: 49)
            let connections = (0..<50).compactMap { try? server.recorder.opened(skip: $0) }
            let short = Array("{\"type\":\"offset\"}".utf8)
            let long = Self.letters(70_000)
            let outcomes = server.loop.perform { loop in
                [short, long, short].map(Packet.init).flatMap { packet in
                    connections.map { loop.send(packet, to: $0) }
                }
            }
            #expect(outcomes.allSatisfy { $0 != .gone })
            for peer in peers {
                #expect(try peer.readFrame().payload == short)
                #expect(try peer.readFrame().payload == long)
                #expect(try peer.readFrame().payload == short)
            }
        }

        @Test func clientRoleLeavesASharedPacketAsItWas() throws {
            let server = try Server()
            defer { server.stop() }
            let client = try LoopThread()
            defer { client.stop() }
            let endpoint = server.endpoint("/rooms/a?x=1")
            let message = Self.letters(5_000)
            let (one, two) = client.perform { ($0.connect(endpoint), $0.connect(endpoint)) }
            _ = try client.recorder.opened(skip: 1)
            let isUntouched = client.perform { loop in
                let packet = Packet(message)
                _ = loop.send(packet, to: one)
                _ = loop.send(packet, to: two)
                return packet.withBytes { $0.elementsEqual(message) }
            }
            #expect(isUntouched)
            for skip in 0..<2 {
                let connection = try server.recorder.opened(skip: skip)
                #expect(try server.recorder.received(by: connection, count: 1) == [message])
            }
            #expect(server.recorder.all.contains { if case .opened(_, "/rooms/a") = $0 { true } else { false } })
        }
    }
}
