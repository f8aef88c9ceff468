import CWebSockets
import Glibc

/// The library's object of one connection. Only outside the library's callbacks may a call end the connection.
enum LibraryConnection {
    /// Makes the library report when the kernel has room.
    static func requestWritable(_ wsi: OpaquePointer) {
        lws_callback_on_writable(wsi)
    }

    static func setReading(_ wsi: OpaquePointer, isOn: Bool) {
        lws_rx_flow_control(wsi, isOn ? 1 : 0)
    }

    /// Begins a close with as much of the reason as fits one frame, which `writeClose` writes. The connection may be
    /// gone afterwards.
    static func startCloseHandshake(_ wsi: OpaquePointer, code: UInt16, reason: String) {
        var reason = reason
        while reason.utf8.count > 123 { reason.removeLast() }
        let bytes = Array(reason.utf8)
        bytes.withUnsafeBytes { riffle_ws_close_reason(wsi, code, $0.baseAddress, bytes.count) }
        riffle_ws_close_now(wsi)
    }

    /// Writes the close frame at once: the library keeps it where it keeps the payload of a ping, so a ping that it
    /// reads before it writes the frame would replace the code. The connection may be gone afterwards.
    static func writeClose(_ wsi: OpaquePointer) {
        riffle_ws_write_close(wsi)
    }

    /// Ends TCP. The connection may be gone afterwards.
    static func abort(_ wsi: OpaquePointer) {
        // The library would first flush what is buffered; on a dead socket that fails at once.
        shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
        riffle_ws_close_now(wsi)
    }

    /// The code and reason of a close frame's payload; nil without a code.
    static func ending(of payload: UnsafeRawBufferPointer) -> Connection.Ending? {
        guard payload.count >= 2 else { return nil }
        return Connection.Ending(
            code: UInt16(payload[0]) << 8 | UInt16(payload[1]),
            reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
    }

    /// The close frame that the library sends; nil without one.
    static func ending(sentBy wsi: OpaquePointer) -> Connection.Ending? {
        ending(
            of: UnsafeRawBufferPointer(
                start: lws_get_close_payload(wsi), count: Int(max(0, lws_get_close_length(wsi)))))
    }
}
