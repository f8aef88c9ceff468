import Glibc

extension TerminalDevice {
    /// Gives the terminal back and stops the process as Ctrl-Z does; returns when it is continued, the terminal still
    /// given back. Where nobody could continue it, it is not stopped.
    ///
    /// `SIGTSTP` may be blocked, as it is while it waits at a descriptor.
    package func suspend() {
        restore()
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // Raised while it is blocked it waits for the unblocking, and the process stops there.
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        raise(SIGTSTP)
        var open = before
        sigdelset(&open, SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &open, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Takes the terminal again after another program has had it, or may have: all modes are set once more.
    package func retake() throws(TerminalError) {
        restore()
        try enter()
    }
}
