import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// One message to many connections, in both ways into the kernel.
    @Suite struct Crowds {
        /// A server and its peers; the connections are those of the peers, in their order.
        private struct Crowd {
            /// As few as the ring is used for.
            static let receivers = SocketLoop.Options().ringReceivers

            let server: Server
            var peers: [RawPeer] = []
            var connections: [ConnectionID] = []

            init(_ method: SendMethod, slow: Int = 0, fast: Int) throws {
                server = try Server(options: .init(sending: method))
                for number in 0..<slow + fast {
                    peers.append(
                        try RawPeer.upgraded(port: server.port, receiveBufferBytes: number < slow ? 4_096 : nil))
                    connections.append(try server.recorder.opened(skip: number))
                }
            }

            /// Sends a message to all; returns those that are choked.
            func send(_ packet: Packet) -> [ConnectionID] {
                let (loop, connections, bytes) = (server.loop, connections, packet.withBytes { Array($0) })
                return loop.perform { loop in
                    var choked: [ConnectionID] = []
                    loop.send(Packet(bytes), to: connections) { choked.append($0) }
                    return choked
                }
            }
        }

        /// Whether this machine lets a program use io_uring.
        static let hasRing = (try? SendRing()) != nil
        static let methods: [SendMethod] = hasRing ? [.uring, .write] : [.write]

        @Test(arguments: methods) func messagesToAllAndToOneKeepTheirOrder(method: SendMethod) throws {
            let crowd = try Crowd(method, fast: Crowd.receivers)
            defer { crowd.server.stop() }
            for round in 0..<20 {
                #expect(crowd.send(Packet(Array("all \(round)".utf8))) == [])
                let connections = crowd.connections
                crowd.server.loop.perform { loop in
                    for connection in connections {
                        #expect(loop.send(Packet(Array("one \(round)".utf8)), to: connection) == .sent)
                    }
                }
            }
            for peer in crowd.peers {
                for round in 0..<20 {
                    #expect(try peer.readFrame().text == "all \(round)")
                    #expect(try peer.readFrame().text == "one \(round)")
                }
            }
        }

        @Test(arguments: methods) func aCrowdIsPingedBetweenItsMessages(method: SendMethod) throws {
            let crowd = try Crowd(method, fast: Crowd.receivers)
            defer { crowd.server.stop() }
            #expect(crowd.send(Packet(Array("before".utf8))) == [])
            let connections = crowd.connections
            crowd.server.loop.perform { $0.ping(connections) }
            #expect(crowd.send(Packet(Array("behind".utf8))) == [])
            for (peer, connection) in zip(crowd.peers, connections) {
                #expect(try peer.readFrame().text == "before")
                let ping = try peer.readFrame()
                #expect(ping.opcode == 9 && ping.payload == Array("????".utf8))
                #expect(try peer.readFrame().text == "behind")
                try peer.send(.pong, ping.payload)
                _ = try crowd.server.recorder.wait("pong") { $0.contains(.pong(connection)) ? true : nil }
            }
        }

        /// A ping that a full socket does not take goes to it later, and the owner is not choked by it behind its back.
        @Test(arguments: methods) func aPingOfThoseThatDoNotReadWaits(method: SendMethod) throws {
            let crowd = try Crowd(method, slow: Crowd.receivers, fast: 0)
            defer { crowd.server.stop() }
            let connections = crowd.connections
            var (choked, number) = (Set<ConnectionID>(), 0)
            while choked.count < connections.count {
                number += 1
                choked.formUnion(crowd.send(Backpressure.message(number)))
            }
            crowd.server.loop.perform { loop in for _ in 0..<3 { loop.ping(connections) } }
            for peer in crowd.peers {
                var frame = try peer.readFrame()
                while frame.opcode == 1 { frame = try peer.readFrame() }
                #expect(frame.opcode == 9 && frame.payload == Array("????".utf8))
            }
        }

        @Test(arguments: methods) func aCrowdMayBeLargerThanTheRing(method: SendMethod) throws {
            let crowd = try Crowd(method, fast: 600)
            defer { crowd.server.stop() }
            for text in ["first", "second"] {
                #expect(crowd.send(Packet(Array(text.utf8))) == [])
                for peer in crowd.peers { #expect(try peer.readFrame().text == text) }
            }
        }

        /// The kernel takes a part of a message, and then nothing: slow readers get every byte of what was accepted all the
        /// same, and others wait for nobody.
        @Test(arguments: methods) func onlyThoseThatDoNotReadAreChoked(method: SendMethod) throws {
            let crowd = try Crowd(method, slow: 2, fast: Crowd.receivers)
            defer { crowd.server.stop() }
            let slow = Set(crowd.connections.prefix(2))
            var accepted: [ConnectionID: Int] = [:]
            var number = 0
            while accepted.count < slow.count {
                number += 1
                for choked in crowd.send(Backpressure.message(number)) {
                    #expect(slow.contains(choked))
                    // The message that chokes a connection is its last.
                    accepted[choked] = accepted[choked] ?? number
                }
                for peer in crowd.peers.dropFirst(2) {
                    let frame = try peer.readFrame()
                    #expect(frame.text.hasPrefix("\(number) ") && frame.payload.count > 20_000)
                }
            }
            for (peer, connection) in zip(crowd.peers, crowd.connections).prefix(2) {
                for number in 1...(try #require(accepted[connection])) {
                    let frame = try peer.readFrame()
                    #expect(frame.text.hasPrefix("\(number) ") && frame.payload.count > 20_000)
                }
                _ = try crowd.server.recorder.wait("writable") { $0.contains(.writable(connection)) ? true : nil }
            }
            #expect(crowd.send(Packet(Array("all".utf8))) == [])
            for peer in crowd.peers { #expect(try peer.readFrame().text == "all") }
        }

        @Test(arguments: methods) func thoseThatAreGoneEndAloneAndSlotsAreUsedAgain(method: SendMethod) throws {
            var crowd = try Crowd(method, fast: Crowd.receivers + 1)
            defer { crowd.server.stop() }
            let gone = crowd.connections[1]
            crowd.peers.remove(at: 1)
            // What comes after its end is answered with a reset, and the next message finds that.
            var rounds = 0
            while crowd.server.recorder.closedCount(gone) == 0, rounds < 1_000 {
                #expect(crowd.send(Packet(Array("\(rounds)".utf8))) == [])
                for peer in crowd.peers { #expect(try peer.readFrame().text == "\(rounds)") }
                rounds += 1
            }
            #expect(try crowd.server.recorder.closed(gone).code == nil)
            let newcomer = try RawPeer.upgraded(port: crowd.server.port)
            crowd.connections.append(try crowd.server.recorder.opened(skip: Crowd.receivers + 1))
            #expect(crowd.send(Packet(Array("last".utf8))) == [])
            for peer in crowd.peers + [newcomer] { #expect(try peer.readFrame().text == "last") }
        }

        @Test(.enabled(if: hasRing, "io_uring is needed")) func manyReceiversAreOneCall() throws {
            for (receivers, calls) in [(Crowd.receivers - 1, 0), (Crowd.receivers, 1), (600, 2)] {
                let crowd = try Crowd(.uring, fast: receivers)
                defer { crowd.server.stop() }
                #expect(crowd.send(Packet(Array("all".utf8))) == [])
                let connections = crowd.connections
                crowd.server.loop.perform { $0.ping(connections) }
                for peer in crowd.peers {
                    #expect(try peer.readFrame().text == "all")
                    #expect(try peer.readFrame().opcode == 9)
                }
                #expect(crowd.server.loop.perform { $0.ringCalls } == 2 * calls, "\(receivers) receivers")
            }
        }

        @Test(.enabled(if: hasRing, "io_uring is needed")) func aLoopSaysHowItSends() throws {
            for method in SendMethod.allCases {
                let server = try Server(options: .init(sending: method))
                defer { server.stop() }
                let (hasRing, hasTrouble) = server.loop.perform { ($0.sendsWithRing, $0.ringTrouble != nil) }
                #expect(hasRing == (method != .write) && !hasTrouble)
            }
        }

        /// The library writes TLS, a connection at a time.
        @Test func aRingIsNotForTLS() throws {
            let (ring, trouble) = try SendRing.found(for: .automatic, isSecure: true)
            #expect(ring == nil && trouble.map { "\($0)" }?.contains("got TLS") == true)
            #expect(throws: SocketLoopError.self) { try SendRing.found(for: .uring, isSecure: true) }
        }
    }
}
