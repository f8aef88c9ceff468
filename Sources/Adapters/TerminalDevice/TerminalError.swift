import Glibc

/// Error of a terminal or another descriptor.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The descriptor is a file, a pipe, or closed.
    case notATerminal(descriptor: Int32)
    /// Another terminal is entered in this process; at its end the process can restore only one.
    case anotherIsInUse
    /// The other end is closed (`EPIPE`, or `EIO` of a terminal).
    case hungUp
    /// The other end accepted no bytes within the time limit.
    case stalled(writtenBytes: Int)
    /// A system call failed with this `errno`.
    case failed(call: String, code: Int32)

    package var description: String {
        switch self {
        case .notATerminal(let descriptor): "descriptor \(descriptor) is not a terminal"
        case .anotherIsInUse: "expected one terminal for each process, got a second"
        case .hungUp: "the other end is closed"
        case .stalled(let bytes): "timeout: the other end accepted \(bytes) bytes and then no more"
        case .failed(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}
