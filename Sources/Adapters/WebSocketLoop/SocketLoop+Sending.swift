import CWebSockets
import Glibc

extension SocketLoop {
    /// Sends one message, at once if the kernel takes it.
    ///
    /// `.choked` means the message is accepted and the rest goes out by itself: wait for `writable` before the next.
    /// Sending to a connection that is choked already sends **nothing** and says `.choked` again (see `isChoked`).
    package func send(_ packet: Packet, to connection: ConnectionID) -> SendOutcome {
        guard let index = table.index(of: connection), table[index].stage == .open, let wsi = table[index].wsi
        else { return .gone }
        if table[index].isChoked { return .choked }
        guard lws_partial_buffered(wsi) == 0 else {
            // The library is still flushing a control frame; a text frame behind it would confuse its framing.
            table[index].held = packet
            choke(connection, at: index, wsi)
            return .choked
        }
        return write(packet, to: connection, at: index, wsi)
    }

    /// Whether a `writable` is owed, so that sending is pointless for now.
    package func isChoked(_ connection: ConnectionID) -> Bool {
        table.index(of: connection).map { table[$0].isChoked } ?? false
    }

    /// Sends a ping; `receivedPong` follows when the peer is well. A ping never waits behind unsent messages
    /// of ours for longer than they take, and is not sent twice while it waits.
    package func ping(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), table[index].stage == .open, let wsi = table[index].wsi
        else { return }
        guard lws_partial_buffered(wsi) == 0 else {
            table[index].owesPing = true
            lws_callback_on_writable(wsi)
            return
        }
        writePing(to: connection, at: index, wsi)
    }

    private func writePing(to connection: ConnectionID, at index: Int, _ wsi: OpaquePointer) {
        // With a payload: the library does not report pongs that are empty.
        let payload = scratch.payload
        for offset in 0..<4 { payload[offset] = UInt8(ascii: "?") }
        if lws_write(wsi, payload, 4, LWS_WRITE_PING) < 0 { drop(connection, reason: "write failed") }
    }

    private func write(
        _ packet: Packet, to connection: ConnectionID, at index: Int, _ wsi: OpaquePointer
    ) -> SendOutcome {
        switch writeAtOnce(packet, table[index].descriptor) {
        case packet.frame.count: return .sent
        case let taken where taken > 0: return writeRest(of: packet, from: taken, to: connection, at: index, wsi)
        case -1 where errno == EPIPE || errno == ECONNRESET: return letGo(connection, at: index)
        default: break
        }
        let payload = table[index].isClient ? copyToScratch(packet) : packet.payload
        guard lws_write(wsi, payload, packet.count, packet.isBinary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT) >= 0 else {
            drop(connection, reason: "write failed")
            return .gone
        }
        guard lws_partial_buffered(wsi) == 0 else {
            choke(connection, at: index, wsi)
            return .choked
        }
        return .sent
    }

    /// How many bytes of the frame the kernel took in one call, without the library, whose way there costs a seventh of
    /// what the call does. Nothing for a client, whose frames are masked, and for TLS; an error is the library's to find.
    private func writeAtOnce(_ packet: Packet, _ descriptor: Int32) -> Int {
        guard descriptor >= 0 else { return 0 }
        let frame = packet.frame
        return Glibc.send(
            descriptor, frame.baseAddress, frame.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Leaves the rest of a frame to the library, as bytes that need no header: it sends them before anything else.
    private func writeRest(
        of packet: Packet, from taken: Int, to connection: ConnectionID, at index: Int, _ wsi: OpaquePointer
    ) -> SendOutcome {
        let rest = packet.frame[taken...]
        let bytes = UnsafeMutablePointer(mutating: packet.payload) + (packet.count - rest.count)
        guard lws_write(wsi, bytes, rest.count, LWS_WRITE_HTTP) >= 0 else {
            drop(connection, reason: "write failed")
            return .gone
        }
        choke(connection, at: index, wsi)
        return .choked
    }

    /// The peer has gone. The kernel reports that too, and the library ends the connection then: if a crowd has gone, one
    /// broadcast would otherwise end it whole in a single `settle`.
    private func letGo(_ connection: ConnectionID, at index: Int) -> SendOutcome {
        note("write failed", for: connection)
        table[index].stage = .closing
        return .gone
    }

    private func copyToScratch(_ packet: Packet) -> UnsafeMutablePointer<UInt8> {
        if scratch.count < packet.count {
            scratch = Packet(count: packet.count * 2) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
        }
        scratch.payload.update(from: packet.payload, count: packet.count)
        return scratch.payload
    }

    private func choke(_ connection: ConnectionID, at index: Int, _ wsi: OpaquePointer) {
        table[index].isChoked = true
        lws_callback_on_writable(wsi)
        chokeChecks.append(connection, atMilliseconds: Self.now() + Self.chokeCheckMilliseconds)
        armDeadlines()
    }

    /// The library says there is room: first what we owe, then the close, then the owner.
    func becameWritable(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), let wsi = table[index].wsi else { return }
        guard lws_partial_buffered(wsi) == 0 else { return }
        if let held = table[index].held {
            table[index].held = nil
            guard write(held, to: connection, at: index, wsi) == .sent else { return }
        }
        if table[index].owesPing, table[index].stage == .open {
            table[index].owesPing = false
            writePing(to: connection, at: index, wsi)
        }
        if table[index].stage == .closing {
            closers.append(connection)
        } else if table[index].isChoked {
            table[index].isChoked = false
            delegate?.writable(connection)
        }
    }
}
