import CWebSockets

/// Messages and pings of one loop's open connections, in both directions.
final class MessageTraffic {
    /// The most bytes of a received message.
    private let limit: Int
    /// The least receivers of a message for which the ring is used.
    private let ringReceivers: Int
    private let connections: Connections
    private let owner: LoopOwner
    private let writer = FrameWriter()
    private let pingPacket = Packet.ping()
    /// Nil where each message is written on its own.
    private let ring: SendRing?
    /// The connections whose sends are in the ring, in its order.
    private var batch: [BatchedSend] = []

    private struct BatchedSend {
        let connection: ConnectionID
        let index: Int
        let target: Connection.Target
    }

    init(_ options: SocketLoop.Options, ring: SendRing?, _ connections: Connections, _ owner: LoopOwner) {
        (limit, ringReceivers) = (options.maximumMessageBytes, options.ringReceivers)
        self.ring = ring
        self.connections = connections
        self.owner = owner
    }

    // MARK: Sending

    var ringCalls: Int { ring?.calls ?? 0 }

    func send(_ packet: Packet, to connection: ConnectionID) -> SendOutcome {
        guard let index = connections.index(of: connection), let target = connections[index].openTarget else {
            return .gone
        }
        if target.isChoked { return .choked }
        guard !FrameWriter.isFlushing(target.wsi) else {
            // The library is still sending a control frame; a text frame inside it would break its framing.
            connections[index].hold(packet)
            choke(connection, at: index, target.wsi)
            return .choked
        }
        return note(writer.write(packet, to: target), of: connection, at: index, target.wsi)
    }

    /// Sends one message to connections that are all different; tells those that are choked now.
    func send(_ packet: Packet, to receivers: [ConnectionID], choked: (ConnectionID) -> Void) {
        write(packet, to: receivers) { receiver in
            if send(packet, to: receiver) == .choked { choked(receiver) }
        } incomplete: { send, outcome in
            if note(outcome, of: send.connection, at: send.index, send.target.wsi) == .choked {
                choked(send.connection)
            }
        }
    }

    /// Pings connections that are all different.
    func ping(_ receivers: [ConnectionID]) {
        write(pingPacket, to: receivers) {
            ping($0)
        } incomplete: { send, outcome in
            notePing(outcome, of: send.connection, at: send.index, send.target.wsi)
        }
    }

    /// Writes a packet to connections in one call, and to those `alone` for which that cannot be. `incomplete` gets those
    /// whose sockets did not take all of it.
    private func write(
        _ packet: Packet, to receivers: [ConnectionID], alone: (ConnectionID) -> Void,
        incomplete: (BatchedSend, FrameWriter.Outcome) -> Void
    ) {
        guard let ring, receivers.count >= ringReceivers else { return receivers.forEach(alone) }
        for receiver in receivers {
            // The ring is for sockets that are written directly and have nothing waiting.
            guard let index = connections.index(of: receiver), let target = connections[index].openTarget,
                target.descriptor >= 0, !target.isChoked, !FrameWriter.isFlushing(target.wsi)
            else {
                alone(receiver)
                continue
            }
            if !ring.add(packet.frame, to: target.descriptor, place: batch.count) {
                flush(ring, packet, incomplete)
                _ = ring.add(packet.frame, to: target.descriptor, place: 0)
            }
            batch.append(BatchedSend(connection: receiver, index: index, target: target))
        }
        flush(ring, packet, incomplete)
    }

    private func flush(_ ring: SendRing, _ packet: Packet, _ incomplete: (BatchedSend, FrameWriter.Outcome) -> Void) {
        ring.flush { rest in
            let send = batch[rest.place]
            incomplete(send, writer.finish(packet, to: send.target, after: rest.count, error: rest.error))
        }
        batch.removeAll(keepingCapacity: true)
    }

    func isChoked(_ connection: ConnectionID) -> Bool {
        connections.index(of: connection).map { connections[$0].isChoked } ?? false
    }

    /// Whether an accepted message waits for a control frame.
    func isHolding(_ connection: ConnectionID) -> Bool {
        connections.index(of: connection).map { connections[$0].held != nil } ?? false
    }

    func ping(_ connection: ConnectionID) {
        guard let index = connections.index(of: connection), let target = connections[index].openTarget else { return }
        guard !FrameWriter.isFlushing(target.wsi) else {
            connections[index].owePing()
            return LibraryConnection.requestWritable(target.wsi)
        }
        writePing(to: target, of: connection, at: index)
    }

    /// The kernel has room: first the message that waits, then the ping, then the close, then the owner.
    func becameWritable(_ connection: ConnectionID) {
        guard let index = connections.index(of: connection), let target = connections[index].target,
            !FrameWriter.isFlushing(target.wsi)
        else { return }
        if let held = connections[index].takeHeld() {
            let outcome = writer.write(held, to: target)
            guard note(outcome, of: connection, at: index, target.wsi) == .sent else { return }
        }
        if connections[index].takeOwedPing() {
            writePing(to: target, of: connection, at: index)
        }
        if connections[index].stage == .closing {
            connections.resumeClosing(connection)
        } else if connections[index].isChoked {
            connections[index].unchoke()
            owner.delegate?.writable(connection)
        }
    }

    private func note(
        _ outcome: FrameWriter.Outcome, of connection: ConnectionID, at index: Int, _ wsi: OpaquePointer
    ) -> SendOutcome {
        switch outcome {
        case .sent: return .sent
        case .buffered:
            choke(connection, at: index, wsi)
            return .choked
        case .failed: connections.abort(connection, reason: "write failed")
        // The kernel reports this too, and the library then ends the connection. To end it here would end a crowd that
        // has gone in a single `settle`, after one broadcast.
        case .peerGone: connections[index].losePeer("write failed")
        }
        return .gone
    }

    private func writePing(to target: Connection.Target, of connection: ConnectionID, at index: Int) {
        notePing(writer.write(pingPacket, to: target), of: connection, at: index, target.wsi)
    }

    /// The rest of a ping chokes nobody: the owner would not hear of it, and could send what is then dropped.
    private func notePing(
        _ outcome: FrameWriter.Outcome, of connection: ConnectionID, at index: Int, _ wsi: OpaquePointer
    ) {
        _ = note(outcome == .buffered ? .sent : outcome, of: connection, at: index, wsi)
    }

    private func choke(_ connection: ConnectionID, at index: Int, _ wsi: OpaquePointer) {
        connections[index].choke()
        LibraryConnection.requestWritable(wsi)
        connections.expectRoom(of: connection)
    }

    // MARK: Receiving

    func setReading(_ connection: ConnectionID, isOn: Bool) {
        guard let index = connections.index(of: connection), let target = connections[index].openTarget else { return }
        LibraryConnection.setReading(target.wsi, isOn: isOn)
    }

    /// Checks and joins the pieces of messages: text, unless the owner takes binary.
    func receive(_ piece: UnsafeRawBufferPointer, from connection: ConnectionID, _ wsi: OpaquePointer) {
        guard let index = connections.index(of: connection), connections[index].stage == .open else { return }
        let isBinary = lws_frame_is_binary(wsi) != 0
        guard !isBinary || owner.delegate?.takesBinary(connection) == true else {
            return connections.close(connection, code: 1_003, reason: "text messages only")
        }
        let outcome = connections[index].assembler.add(
            piece, remaining: lws_remaining_packet_payload(wsi), isFinal: lws_is_final_fragment(wsi) != 0,
            isBinary: isBinary, limit: limit)
        switch outcome {
        case .incomplete: break
        case .piece: deliver(piece, from: connection, isBinary: isBinary)
        case .joined(let message): message.withUnsafeBytes { deliver($0, from: connection, isBinary: isBinary) }
        case .tooLong: connections.close(connection, code: 1_009, reason: "more than \(limit) bytes")
        case .invalidText: connections.close(connection, code: 1_007, reason: "not UTF-8")
        }
    }

    private func deliver(_ message: UnsafeRawBufferPointer, from connection: ConnectionID, isBinary: Bool) {
        if isBinary {
            owner.delegate?.received(connection, binary: message)
        } else {
            owner.delegate?.received(connection, text: message)
        }
    }

    func receivedPong(from connection: ConnectionID) {
        guard let index = connections.index(of: connection), connections[index].stage == .open else { return }
        owner.delegate?.receivedPong(connection)
    }
}
