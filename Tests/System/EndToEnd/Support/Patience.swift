import Foundation
import TestPeers

/// How long a test waits for something that should come at once: only a broken program or a machine under great load
/// takes longer, so a generous bound costs nothing when all is well.
enum Patience {
    static let seconds = WaitLimit.seconds

    static var deadline: Date { Date(timeIntervalSinceNow: seconds) }
}

/// Something that should have happened did not.
struct Impatience: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, instead: String = "nothing") {
        description = "waited for \(what); there was \(instead)"
    }
}
