import CPlatform
package import Foundation

/// Threads with names that the kernel knows, so that `top -H` and `/proc` tell them apart. `Thread.name` stays inside the
/// process.
package enum NamedThread {
    /// Starts a thread that runs `body` and ends with it.
    @discardableResult
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread {
            setName(name)
            body()
        }
        thread.name = name
        thread.start()
        return thread
    }

    /// Names the calling thread. The kernel keeps the first 15 bytes. Takes no descriptor, not even for a moment: there
    /// may be none left.
    package static func setName(_ name: String) { riffle_name_thread(name) }
}
