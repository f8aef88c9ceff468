/// Limits of a link in each direction.
package enum LinkLimits {
    /// Items, their bytes and their age without an acknowledgement; beyond one of them the link ends.
    package static let items = 1_024
    package static let bytes = 16 << 20
    package static let milliseconds: Int64 = 2_000

    /// Time until the first unacknowledged items are sent again, doubled each time.
    package static let firstResendMilliseconds: Int64 = 100
    package static let longestResendMilliseconds: Int64 = 500
    /// Bytes that are sent again at once, or one item that is larger: a slow network must not get everything twice.
    static let resendBytes = 256 << 10
    /// Bytes of a frame that needs no parts.
    static let frameBytes = Envelope.maximumPayloadBytes - LinkFrame.headerBytes
}
