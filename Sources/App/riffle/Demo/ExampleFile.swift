import FoundationEssentials

/// Decks and scripts that come with the program.
enum ExampleFile {
    /// The path of `name` in `Examples` of this folder, or else below the prefix where `program` is installed.
    static func path(
        _ name: String, program: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    ) -> String {
        let own = "Examples/\(name)"
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let installed = "\(prefix.path)/share/riffle/\(name)"
        return !exists(own) && exists(installed) ? installed : own
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
