import CWebSockets
import Glibc

extension SocketLoop {
    /// Sets the one timer of this loop to a time of `now()`; nil switches it off. Replaces what was set before.
    package func schedule(atMilliseconds milliseconds: Int64?) {
        guard milliseconds != scheduledMilliseconds else { return }
        scheduledMilliseconds = milliseconds
        guard let milliseconds else {
            scheduleTimer?.stop()
            return
        }
        scheduleTimer?.start(afterMilliseconds: milliseconds - Self.now())
    }

    /// Calls `readable` while `descriptor` has something to read: a terminal, a pipe, a signalfd.
    package func watch(descriptor: Int32) {
        guard vhost != nil else { return }
        descriptorWatchers[descriptor] = DescriptorWatcher(loop: events, descriptor: descriptor) { [unowned self] in
            delegate?.readable(descriptor: descriptor)
        }
    }

    /// Ends `watch`; does it before the descriptor is closed.
    package func unwatch(descriptor: Int32) {
        descriptorWatchers[descriptor] = nil
    }

    func scheduleExpired() {
        guard let due = scheduledMilliseconds else { return }
        let remaining = due - Self.now()
        guard remaining <= 0 else {
            // The loop's clock rounds; the promise is "not before".
            scheduleTimer?.start(afterMilliseconds: remaining)
            return
        }
        scheduledMilliseconds = nil
        delegate?.timerFired()
    }

    /// Sets the timer to the next deadline of any kind. The library's own time-outs are of no use for this: on libev
    /// they are only looked at when the loop is idle, and a later one that is armed hides an earlier one.
    func armDeadlines() {
        let first = [handshakeDeadlines, closeDeadlines, chokeChecks].compactMap(\.firstMilliseconds).min()
        guard first != armedMilliseconds else { return }
        armedMilliseconds = first
        guard let first else {
            deadlineTimer?.stop()
            return
        }
        deadlineTimer?.start(afterMilliseconds: first - Self.now())
    }

    func deadlinesExpired() {
        armedMilliseconds = nil
        let now = Self.now()
        while let connection = handshakeDeadlines.popDue(nowMilliseconds: now) {
            let stage = table.stage(of: connection)
            guard stage == .handshaking || stage == .connecting else { continue }
            if stage == .handshaking { refusalCount += 1 }
            drop(connection, reason: "no handshake within \(options.handshakeTimeoutSeconds) s")
        }
        while let connection = closeDeadlines.popDue(nowMilliseconds: now) {
            if table.stage(of: connection) == .closing { drop(connection, reason: "no answer to the close") }
        }
        while let connection = chokeChecks.popDue(nowMilliseconds: now) { checkChoked(connection) }
        armDeadlines()
    }

    /// A peer that does not read and has hung up its half would make the library try to close for ever, as it wants to
    /// flush first: notice it here.
    private func checkChoked(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), table[index].isChoked, let wsi = table[index].wsi else { return }
        guard Self.hasHungUp(descriptor: lws_get_socket_fd(wsi)) else {
            chokeChecks.append(connection, atMilliseconds: Self.now() + Self.chokeCheckMilliseconds)
            return
        }
        drop(connection, reason: "the peer hung up")
    }

    private static func hasHungUp(descriptor: Int32) -> Bool {
        // POLLRDHUP of Linux, which the C library only declares for GNU sources: the peer has ended its half.
        let hangUp: Int16 = 0x2000
        var query = pollfd(fd: descriptor, events: hangUp, revents: 0)
        return poll(&query, 1, 0) > 0 && query.revents & (hangUp | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }
}
