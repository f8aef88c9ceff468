import CTimeSlice

/// Time that a thread asks the kernel to run at once while other threads want its core.
///
/// A loop works in short turns and waits often. Linux runs a thread that asks for less time sooner (EEVDF, since 6.12);
/// the thread's share of the machine stays the same.
enum TimeSlice {
    /// The shortest that Linux grants.
    static let shortNanoseconds: UInt64 = 100_000

    /// Time of the calling thread; 0 where the kernel does not report it.
    static var nanoseconds: UInt64 { riffle_time_slice() }

    /// Asks for short turns of the calling thread. Has no effect where the kernel does not allow it.
    static func shorten() {
        _ = riffle_time_slice_set(shortNanoseconds)
    }
}
