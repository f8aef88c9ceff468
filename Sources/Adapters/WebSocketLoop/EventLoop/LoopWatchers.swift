import CEventLoop

/// The watchers of one loop for its owner: the waker, the timer, the turns and the descriptors.
final class LoopWatchers {
    /// Calls from the watchers, on the loop.
    struct Actions {
        var woken: () -> Void
        /// Before the loop waits for events, outside every other callback.
        var settle: () -> Void
        var timerExpired: () -> Void
    }

    private let loop: EventLoop
    private let waker: Waker
    private let wake: Watcher<ev_async>
    private let prepare: Watcher<ev_prepare>
    private let turn: TurnWatcher
    private let timer: TimerWatcher
    private var descriptors: [Int32: Watcher<ev_io>] = [:]

    init(_ loop: EventLoop, waker: Waker, _ actions: Actions) {
        self.loop = loop
        self.waker = waker
        wake = Watcher(loop, waker: waker, action: actions.woken)
        prepare = Watcher(loop, beforeWaiting: actions.settle)
        let timer = TimerWatcher(loop, action: actions.timerExpired)
        self.timer = timer
        turn = TurnWatcher(loop: loop) { [wake] in
            wake.feedIfSent()
            timer.feedIfDue()
        }
    }

    deinit {
        waker.detach()
    }

    /// Notes an event of a socket (see `TurnWatcher`).
    func noteSocketServed() { turn.noteSocketServed() }

    /// Sets the timer; nil switches it off.
    func setTimer(atMilliseconds milliseconds: Int64?) { timer.set(atMilliseconds: milliseconds) }

    func watch(descriptor: Int32, alsoWritable: Bool, action: @escaping () -> Void) {
        // The old watcher ends before the new one begins.
        descriptors[descriptor] = nil
        descriptors[descriptor] = Watcher(loop, ready: descriptor, alsoWritable: alsoWritable, action: action)
    }

    func unwatch(descriptor: Int32) {
        descriptors[descriptor] = nil
    }
}
