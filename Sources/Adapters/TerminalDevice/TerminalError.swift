import Glibc

/// What can go wrong with a terminal or another descriptor.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The descriptor is a file, a pipe or closed.
    case notATerminal(descriptor: Int32)
    /// Another device of this process is in use; the exits of a process can mend one.
    case anotherIsInUse
    /// Nobody is at the other end any more (`EPIPE`, `EIO` of a terminal).
    case hungUp
    /// The other end took nothing for the time allowed.
    case stalled(writtenBytes: Int)
    /// A system call failed with this `errno`.
    case failed(call: String, code: Int32)

    package var description: String {
        switch self {
        case .notATerminal(let descriptor): "descriptor \(descriptor) is not a terminal"
        case .anotherIsInUse: "another terminal is in use by this process"
        case .hungUp: "nobody reads any more"
        case .stalled(let bytes): "the other end took \(bytes) bytes and then no more"
        case .failed(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}
