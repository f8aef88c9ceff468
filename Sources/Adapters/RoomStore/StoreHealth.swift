/// Whether writes reach the disk.
///
/// `healthy` → `failing` when a commit fails or takes too long; `failing` → `healthy` when one succeeds.
package enum StoreHealth: Hashable, Sendable {
    case healthy
    case failing(StoreTrouble)
}

/// What keeps writes from the disk. The text is for people and names no file.
package enum StoreTrouble: Hashable, Sendable, CustomStringConvertible {
    case diskFull
    case readOnly
    /// The oldest write waits for so many milliseconds.
    case slow(milliseconds: Int64)
    /// Anything else, in the words of the database.
    case failed(String)

    package var description: String {
        switch self {
        case .diskFull: "the disk is full"
        case .readOnly: "the disk cannot be written"
        case .slow(let milliseconds): "the disk has not answered for \(milliseconds) ms"
        case .failed(let text): "the disk fails: \(text)"
        }
    }
}
