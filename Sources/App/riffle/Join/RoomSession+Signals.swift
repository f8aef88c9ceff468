import Glibc
import PagingEngine
import TerminalDevice

/// What the system says.
extension RoomSession {
    func receiveSignals() {
        for signal in (try? signals.read()) ?? [] {
            switch signal {
            case SIGWINCH:
                frames.touched(at: ClientLoop.now)
                resized()
            case SIGTSTP: suspend()
            case SIGCONT:
                display.forgetPicture()
                frames.touched(at: ClientLoop.now)
            default:
                self.signal = signal
                shell.handle(.leave, seat: seat)
            }
        }
    }

    /// Stops as any program does on Ctrl-Z, and goes on where the room is by then.
    func suspend() {
        let now = ClientLoop.now
        for gesture in gestures.focusLost() { take(gesture, at: now) }
        display.suspend()
        // The signal that continued the process waits to be read, and means nothing any more.
        let waiting = ((try? signals.read()) ?? []).filter { $0 != SIGCONT && $0 != SIGTSTP }
        if let signal = waiting.first(where: { $0 != SIGWINCH }) {
            self.signal = signal
            return shell.handle(.leave, seat: seat)
        }
        frames.touched(at: ClientLoop.now)
        resized()
    }

    private func resized() {
        tellSize()
        guard let view = picture(at: ClientLoop.now), let size = display.size,
            let viewport = view.viewport(size)
        else { return }
        ownDrag.resize(viewport)
        hand?.resize(viewport)
    }

    /// Tells the room the size of the own window.
    func tellSize() {
        guard let size = display.size else { return }
        shell.request(.resize(width: Int64(size.columns), height: Int64(size.rows)), seat: seat)
    }
}
