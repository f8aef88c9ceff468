import Glibc

/// The permissions of a file with a secret.
package enum FileMode {
    /// A warning when others than its owner may read or change the file at `path`.
    package static func warning(about path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else {
            return nil
        }
        let mode = String(status.st_mode & 0o777, radix: 8)
        return "\(path): expected access for the owner only, got mode \(mode); run: chmod 600 \(path)"
    }
}
