import Foundation
import TestPeers
import TestSupport

typealias RunningProgram = TestPeers.RunningProgram
typealias ExpectationError = TestPeers.ExpectationError

/// Where the programs under test are.
enum Program {
    /// The project's top folder.
    static let root = Repository.root

    /// The executable of this build.
    static let riffle = ServedRooms.executable

    /// The interpreter with what the stranger's client needs, or nil where nobody has installed it.
    static var python: URL? {
        let python = root.appendingPathComponent(".build/python/bin/python")
        return FileManager.default.isExecutableFile(atPath: python.path) ? python : nil
    }
}
