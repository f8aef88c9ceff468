public import Foundation

/// Files of the repository that tests read or run.
public enum Repository {
    /// The folder with `Package.swift`.
    public static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// - Parameter path: relative to the root, for example `Protocol/vectors`.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
