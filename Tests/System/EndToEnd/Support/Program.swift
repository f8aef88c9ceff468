import Foundation
import TestSupport

/// Where the programs under test are.
enum Program {
    /// The project's top folder.
    static let root = Repository.root

    /// The executable of this build: it stands beside the bundle that runs the tests.
    static let riffle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("riffle")

    /// The interpreter with what the stranger's client needs, or nil where nobody has installed it.
    static var python: URL? {
        let python = root.appendingPathComponent(".build/python/bin/python")
        return FileManager.default.isExecutableFile(atPath: python.path) ? python : nil
    }
}
