import CPlatform
import Glibc

/// A command in a shell of this machine, in a separate process group. Its output goes to this process's standard error.
///
/// Not a `ChildProcess`: Foundation hands on the signals that this process blocks, so that the command could not be ended,
/// and takes a process that the command leaves behind for the command itself.
package struct ShellCommand: Sendable {
    /// How a command ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// An error of the system, with its number.
    package struct StartFailure: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: pid_t

    /// Starts `/bin/sh -c text`.
    package init(_ text: String) throws(StartFailure) {
        var started: pid_t = 0
        let code = riffle_spawn_shell(text, &started)
        guard code == 0 else { throw StartFailure(description: String(cString: strerror(code))) }
        process = started
    }

    /// Waits for the end of the command, and leaves it to `takeEnd`: its number stays its own until then.
    package func wait() {
        var found = siginfo_t()
        while waitid(P_PID, id_t(process), &found, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Takes the end of a command that has ended.
    package func takeEnd() -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
    }

    /// Sends a signal to the command and to what it has started in its group.
    package func send(_ signal: Int32) {
        kill(-process, signal)
    }
}
