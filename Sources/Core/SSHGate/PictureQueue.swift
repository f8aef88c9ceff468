/// The bytes on their way to one terminal: commands for its modes, and at most one picture that has begun to go out.
///
/// A picture is taken only when the one before is gone, so the newest picture wins and memory stays bounded.
package struct PictureQueue: Sendable {
    private var modes: [UInt8] = []
    /// The rest of a picture that was larger than the client's window.
    private var rest: ArraySlice<UInt8> = []

    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { modes.isEmpty && rest.isEmpty }

    /// Adds commands that go out before the next picture.
    package mutating func add(modes bytes: [UInt8]) { modes += bytes }

    /// Sends a picture behind the commands; false when the connection does not take it now.
    ///
    /// - Parameters:
    ///   - takes: whether so many bytes would go out now.
    ///   - write: writes and returns the number of bytes that went out.
    package mutating func take(
        _ picture: [UInt8], takes: (Int) -> Bool, write: (ArraySlice<UInt8>) -> Int
    ) -> Bool {
        guard rest.isEmpty, takes(modes.count + picture.count) else { return false }
        rest = (modes + picture)[...]
        modes = []
        send(write)
        return true
    }

    /// Sends the rest of the last picture, and commands that wait, as far as the connection takes them.
    package mutating func flush(takes: (Int) -> Bool, write: (ArraySlice<UInt8>) -> Int) {
        while !isEmpty {
            if rest.isEmpty {
                rest = modes[...]
                modes = []
            }
            guard takes(rest.count) else { return }
            send(write)
            guard rest.isEmpty else { return }
        }
    }

    private mutating func send(_ write: (ArraySlice<UInt8>) -> Int) {
        let written = write(rest)
        rest = written >= rest.count ? [] : rest.dropFirst(max(0, written))
    }
}
