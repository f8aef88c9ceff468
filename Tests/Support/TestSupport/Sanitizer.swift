import Glibc

/// The sanitizer that the tests and the programs they start are built with (`make sanitize`).
package enum Sanitizer {
    /// Whether there is one. It catches fatal signals itself, ends the process in its own way, and maps terabytes of
    /// addresses.
    package static let isOn = getenv("RIFFLE_SANITIZED") != nil
}
