import Foundation
import Glibc

/// A command in a shell of this machine, in a process group of its own. Its output goes to this process's standard error.
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
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: pid_t

    /// Starts `/bin/sh -c text`.
    package init(_ text: String) throws(Failure) {
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        let words = ["/bin/sh", "-c", text].map { strdup($0) }
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { (words + environment).forEach { free($0) } }
        var started: pid_t = 0
        let code = posix_spawn(&started, "/bin/sh", &actions, &attributes, words + [nil], environment + [nil])
        guard code == 0 else { throw Failure(description: String(cString: strerror(code))) }
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
