import CPlatform
import Glibc

/// Threads with names that the kernel knows, so that `top -H` and `/proc` tell them apart.
package enum NamedThread {
    /// Starts a thread that runs `body` and ends with it.
    ///
    /// Where the system gives no thread, the process ends with 1 and a sentence: others would wait for this one for ever.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(
            ThreadWork {
                setName(name)
                body()
            })
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, runThreadWork, work.toOpaque())
        guard status == 0 else { giveUp(name, status) }
        pthread_detach(thread)
    }

    private static func giveUp(_ name: String, _ status: Int32) -> Never {
        let reason = String(cString: strerror(status))
        let sentence =
            "riffle: expected a thread (\(name)), got none: \(reason); "
            + "allow the process more memory or tasks (ulimit -v, ulimit -u, MemoryMax, TasksMax)\n"
        _ = write(STDERR_FILENO, sentence, sentence.utf8.count)
        exit(1)
    }

    /// Names the calling thread. The kernel keeps the first 15 bytes. Takes no descriptor, not even for a moment: there
    /// may be none left.
    package static func setName(_ name: String) { riffle_name_thread(name) }
}

private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work else { return nil }
    Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
    return nil
}
