import PagingEngine
import PagingRoom
import PagingWire

/// Limits of one line of JSON in addition to `PagingWire.Limits`, each with its reason.
enum JSONLimits {
    /// Fields of one object: the longest message has 21. Few enough that finding a repeated name stays cheap.
    static let fieldsPerObject = 64
    /// Objects and arrays in one message. The JSON library spends up to a kilobyte on an empty one, so a megabyte of
    /// brackets would take half a gigabyte; the longest content needs one container for each page, and up to two for each
    /// picture, of which a megabyte holds 8,000.
    static let containers = Limits.pages + pictureContainers + 64
    private static let pictureContainers = 20_000
    /// Objects and arrays in one record of a room: one for each page, up to two for each picture, one for each member that has
    /// arrived, each that has left and each with a done request, and for each credential of a removed member.
    static let recordContainers =
        Limits.pages + pictureContainers + 3 * RoomRecord.memberLimit + RoomRecord.removedLimit + 64
    /// Bytes of a server's object: a window of nine pages, each as long as a whole content may be, is less.
    static let serverMessageBytes = 8 << 20
    /// Bytes of all documents in one message, beside the sources of its pages.
    static let documentBytes = 512 << 10
    /// Bytes of a word of the protocol, also one of a later version.
    static let wordBytes = 64
    /// Bytes of a sentence for people: a reason or a notice.
    static let sentenceBytes = 2_048
    /// Pages by which new content may shift a moving position: from one end of the row to the other.
    static let carriedPages: ClosedRange<Int64> = -2 * PageIndex.bound...2 * PageIndex.bound
    /// Milliseconds of an animation: far more than any configuration uses, and few enough that a distance multiplied by
    /// a time fits in 64 bits.
    static let animationMilliseconds: Int64 = 1 << 20
    /// Largest magnitude of an integer that every language represents exactly.
    static let exactInteger: Int64 = 1 << 53
}
