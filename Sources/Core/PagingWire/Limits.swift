/// Limits of messages, each with its reason.
package struct Limits: Hashable, Sendable {
    /// Bytes of an object other than `content`: useful ones are far smaller, and decoding takes microseconds.
    package var messageBytes: Int
    /// Bytes of a `content` or `asset` object: a long deck as text, or a picture.
    package var contentBytes: Int
    /// Objects per second from one connection: four drags at 60 Hz.
    package var objectsPerSecond: Int

    package init(messageBytes: Int = 4_096, contentBytes: Int = 1 << 20, objectsPerSecond: Int = 240) {
        self.messageBytes = messageBytes
        self.contentBytes = contentBytes
        self.objectsPerSecond = objectsPerSecond
    }

    /// Nesting of objects and arrays.
    package static let depth = 8
    /// Bytes of UTF-8 in a member's name: fits a status line.
    package static let nameBytes = 64
    /// Bytes of UTF-8 in a page id.
    package static let pageIDBytes = 128
    /// Bytes of UTF-8 in a page title: one line of a wide terminal.
    package static let titleBytes = 512
    /// Pages of one content: every room holds the list in memory.
    package static let pages = 10_000
    /// Bytes of the address of a picture, as pages write it.
    package static let addressBytes = 2_048
    /// Pixels of a picture in one direction.
    package static let picturePixels = 16_384
    /// Titles in a strip of tabs: no terminal has space for more.
    package static let tabs = 64
    /// Pages in one `pages` request.
    package static let requestedPages = 32
    /// Bytes of a token, a session or an epoch.
    package static let secretBytes = 2_048
}
