import CSendRing
import Glibc

/// Sends bytes to many sockets with one system call: a ring of `io_uring(7)` that one thread uses.
///
/// Every send has been tried once when `flush` returns, as if `send` had been called for each in their order, so bytes and
/// descriptors need to live no longer than that call.
final class SendRing {
    /// Bytes that a socket did not take.
    struct Remainder {
        /// The place given to `add`.
        let place: Int
        /// The bytes that the kernel took.
        let count: Int
        /// The error of `send(2)`; 0 when some bytes were taken.
        let error: Int32
    }

    private static let capacity: UInt32 = 512

    private let ring: UnsafeMutablePointer<io_uring>
    /// Calls that sent something.
    private(set) var calls = 0

    /// Makes a ring for the thread that calls; throws `unavailable` where the kernel has none or a sandbox forbids it.
    init() throws(SocketLoopError) {
        guard let ring = riffle_ring_new(Self.capacity) else {
            let reason = String(cString: strerror(errno))
            throw .unavailable("expected io_uring, got an error (\(reason)); the methods auto and write do without it")
        }
        self.ring = ring
    }

    deinit {
        riffle_ring_free(ring)
    }

    /// The ring that a method needs, if any, and the reason why `automatic` has none.
    ///
    /// - Parameter isSecure: whether the connections use TLS, which the library writes one after the other.
    static func found(
        for method: SendMethod, isSecure: Bool
    ) throws(SocketLoopError) -> (ring: SendRing?, trouble: SocketLoopError?) {
        guard method != .write else { return (nil, nil) }
        do throws(SocketLoopError) {
            guard !isSecure else {
                throw SocketLoopError.unavailable(
                    "expected connections without TLS for io_uring, got TLS; use the methods auto or write")
            }
            return (try SendRing(), nil)
        } catch {
            guard method == .automatic else { throw error }
            return (nil, error)
        }
    }

    /// Adds a send; false when the ring is full and has to be flushed before.
    ///
    /// - Parameter place: what `flush` calls this send.
    func add(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, place: Int) -> Bool {
        riffle_ring_add(ring, descriptor, bytes.baseAddress, bytes.count, UInt64(place)) != 0
    }

    /// Tries all sends that were added, and tells those whose bytes were not all taken.
    func flush(_ incomplete: (Remainder) -> Void) {
        // The kernel may take a part of the entries when it has no memory for all.
        while io_uring_sq_ready(ring) > 0 {
            calls += 1
            let tried = riffle_ring_submit(ring)
            precondition(tried >= 0 || tried == -EINTR || tried == -EAGAIN || tried == -EBUSY, "io_uring: \(tried)")
            takeResults(incomplete)
        }
    }

    private func takeResults(_ incomplete: (Remainder) -> Void) {
        var (place, result): (UInt64, Int32) = (0, 0)
        while riffle_ring_next(ring, &place, &result) != 0 {
            incomplete(Remainder(place: Int(place), count: Int(max(0, result)), error: result < 0 ? -result : 0))
        }
    }
}
