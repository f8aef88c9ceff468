// Declares the flags of `send` and `recv`, which Glibc alone shows to some builds only.
import CWebSockets
import Glibc

/// A descriptor that is given up to refuse a connection when the process has no other left. Without it, newcomers would
/// wait in the kernel's queue and hear nothing.
struct ReserveDescriptor {
    private var descriptor: Int32 = -1

    init() {
        refill()
    }

    /// Accepts one connection, sends it `response` and closes it; false when that was not possible.
    mutating func refuse(from listener: Int32, with response: HTTPResponse?) -> Bool {
        guard descriptor >= 0 else {
            refill()
            return false
        }
        end()
        defer { refill() }
        var peer: IPAddress?
        let refused = ListeningSocket.accept(listener, from: &peer)
        guard refused >= 0 else { return false }
        if let response {
            _ = response.encoded.withUnsafeBytes {
                send(refused, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
        }
        shutdown(refused, Int32(SHUT_WR))
        _ = close(refused)
        return true
    }

    mutating func end() {
        if descriptor >= 0 { _ = close(descriptor) }
        descriptor = -1
    }

    private mutating func refill() {
        descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
