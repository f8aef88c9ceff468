import CNATS
import Platform

/// The socket of one connection as the library tells of it. The library calls from its own threads, with its locks
/// held, so nothing is done here but to note and to wake.
final class NATSSocket: Sendable {
    struct State {
        /// The socket that the library wants watched; nil while it has none.
        var descriptor: Int32?
        var wantsToWrite = false
        /// How often the library had a new socket.
        var attachments = 0
    }

    private let state = Locked(State())
    private let wake: NATSWake
    private let report: @Sendable (String) -> Void

    init(wake: NATSWake, report: @escaping @Sendable (String) -> Void) {
        self.wake = wake
        self.report = report
    }

    var current: State { state.withLock { $0 } }

    /// Forgets a socket that turned out to be closed, unless the library has a new one; that one may have its number.
    func lose(_ lost: State) {
        state.withLock { state in
            if state.attachments == lost.attachments { state.descriptor = nil }
        }
    }

    /// Makes the library call this object. It is retained once: `release` it when the connection was not made, else the
    /// library's last call does.
    func install(in options: OpaquePointer) -> natsStatus {
        let data = Unmanaged.passRetained(self).toOpaque()
        let status = natsOptions_SetEventLoop(
            options, data,
            { place, loop, _, socket in
                place?.pointee = loop
                NATSSocket.at(loop)?.attach(socket)
                return NATS_OK
            },
            { data, isOn in
                if !isOn { NATSSocket.at(data)?.detach() }
                return NATS_OK
            },
            { data, isOn in
                NATSSocket.at(data)?.setWriting(isOn)
                return NATS_OK
            },
            // Called after the last call, when this object may be gone.
            { _ in NATS_OK })
        guard status == NATS_OK else { return status }
        natsOptions_SetErrorHandler(
            options,
            { _, _, status, data in
                NATSSocket.at(data)?.report(natsStatus_GetText(status).map { String(cString: $0) } ?? "unknown error")
            }, data)
        return natsOptions_SetClosedCB(
            options,
            { _, data in
                if let data { Unmanaged<NATSSocket>.fromOpaque(data).release() }
            }, data)
    }

    func release() { Unmanaged.passUnretained(self).release() }

    private static func at(_ data: UnsafeMutableRawPointer?) -> NATSSocket? {
        data.map { Unmanaged<NATSSocket>.fromOpaque($0).takeUnretainedValue() }
    }

    private func attach(_ descriptor: Int32) {
        riffle_limit_silence(descriptor, NATSFabric.silenceSeconds)
        state.withLock { $0 = State(descriptor: descriptor, attachments: $0.attachments + 1) }
        wake.wake()
    }

    private func detach() {
        state.withLock { $0.descriptor = nil }
        wake.wake()
    }

    private func setWriting(_ isOn: Bool) {
        state.withLock { $0.wantsToWrite = isOn }
        if isOn { wake.wake() }
    }
}

/// Wakes the thread of a fabric.
final class NATSWake: Sendable {
    let descriptor: Int32

    init?() {
        descriptor = riffle_wake_new()
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    func wake() { riffle_wake(descriptor) }
    func clear() { riffle_wake_clear(descriptor) }
}
