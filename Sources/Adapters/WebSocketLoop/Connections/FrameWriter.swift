import CWebSockets
import Glibc

/// Writes frames to the connections of one loop.
final class FrameWriter {
    enum Outcome: Equatable {
        /// The kernel has all of it.
        case sent
        /// The library sends the rest, before any other frame.
        case buffered
        case failed
        /// The peer is gone; the library will report it.
        case peerGone
    }

    /// The copy of a message that the client role masks in place. It grows to the largest message sent.
    private var scratch = Packet(count: 256) { $0.initializeMemory(as: UInt8.self, repeating: 0) }

    /// Whether the library still has bytes of a frame to send; a frame behind them must wait.
    ///
    /// Asked before every frame: the library answers a ping by itself and calls nobody for it, so a part of a pong may
    /// wait at any time.
    static func isFlushing(_ wsi: OpaquePointer) -> Bool { lws_partial_buffered(wsi) != 0 }

    /// Writes a message to a connection that `isFlushing` nothing.
    func write(_ packet: Packet, to target: Connection.Target) -> Outcome {
        let count = FrameWriter.writeDirectly(packet, to: target.descriptor)
        if count == packet.frame.count { return .sent }
        return finish(packet, to: target, after: max(0, count), error: count < 0 ? errno : 0)
    }

    /// Goes on with a message of which the kernel has taken `count` bytes, and then failed with `error` unless it is 0.
    func finish(_ packet: Packet, to target: Connection.Target, after count: Int, error: Int32) -> Outcome {
        if count > 0 { return FrameWriter.writeRest(of: packet, from: count, to: target.wsi) }
        if error == EPIPE || error == ECONNRESET { return .peerGone }
        let payload = target.isClient ? copyToScratch(packet) : packet.payload
        guard lws_write(target.wsi, payload, packet.count, packet.kind.forLibrary) >= 0 else { return .failed }
        return FrameWriter.isFlushing(target.wsi) ? .buffered : .sent
    }

    /// Writes the frame to the socket in one call and returns how many bytes the kernel took. The way through the library
    /// costs a seventh of that call. A client's frames are masked and those of TLS encrypted: they have no descriptor
    /// here. The library finds other errors.
    private static func writeDirectly(_ packet: Packet, to descriptor: Int32) -> Int {
        guard descriptor >= 0 else { return 0 }
        let frame = packet.frame
        return Glibc.send(descriptor, frame.baseAddress, frame.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Leaves the rest of a frame to the library, as bytes without a header.
    private static func writeRest(of packet: Packet, from count: Int, to wsi: OpaquePointer) -> Outcome {
        let rest = packet.frame[count...]
        let bytes = UnsafeMutablePointer(mutating: packet.payload) + (packet.count - rest.count)
        return lws_write(wsi, bytes, rest.count, LWS_WRITE_HTTP) < 0 ? .failed : .buffered
    }

    private func copyToScratch(_ packet: Packet) -> UnsafeMutablePointer<UInt8> {
        if scratch.count < packet.count {
            scratch = Packet(count: packet.count * 2) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
        }
        scratch.payload.update(from: packet.payload, count: packet.count)
        return scratch.payload
    }
}

extension Packet.PacketKind {
    fileprivate var forLibrary: lws_write_protocol {
        switch self {
        case .text: LWS_WRITE_TEXT
        case .binary: LWS_WRITE_BINARY
        case .ping: LWS_WRITE_PING
        }
    }
}
