import CTimeSlice

/// How long a thread asks the kernel to run at a time while others want its core.
///
/// A loop works in short turns and has much to wait for. Linux lets who asks for less run sooner (EEVDF, since 6.12); a
/// thread's share of the machine stays what it is.
enum TimeSlice {
    /// The shortest there is.
    static let shortNanoseconds: UInt64 = 100_000

    /// Of the calling thread, in nanoseconds; 0 where the kernel does not tell.
    static var nanoseconds: UInt64 { riffle_time_slice() }

    /// Asks for short turns of the calling thread. Where it may not ask, or is not heard, all stays as it was.
    static func shorten() {
        _ = riffle_time_slice_set(shortNanoseconds)
    }
}
