import Foundation
import Glibc
import Platform

/// A file system of some kilobytes in memory.
package final class SmallDisk {
    package struct Failure: Error {}

    package let path: String

    package init(kilobytes: Int) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path) else {
            rmdir(path)
            throw Failure()
        }
    }

    deinit {
        _ = Self.run("umount", "-l", path)
        rmdir(path)
    }

    package static var isPermitted: Bool { (try? SmallDisk(kilobytes: 64)) != nil }

    /// Leaves no free byte.
    package func fill() throws {
        let descriptor = open(path + "/filler", O_CREAT | O_WRONLY, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 4_096)
        while write(descriptor, block, block.count) > 0 {}
        guard errno == ENOSPC else { throw Failure() }
    }

    /// Takes the filling away.
    package func empty() throws {
        try FileManager.default.removeItem(atPath: path + "/filler")
    }

    private static func run(_ words: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = nil
        guard (try? process.start()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
