import PagingClient
import PagingEngine
import PagingRoom

/// One window on a room: keys and events of the room in, requests and pictures out, at the pace of the display.
///
/// The same for a terminal of this process and for one behind a connection. The host has the connection to the room.
final class SessionWindow {
    private unowned let host: any SessionHost
    private let display: any Display
    private let controller: SessionController
    private var frames: FramePace
    private var cutPage = CutPage()

    init(
        host: any SessionHost, display: any Display, room: String, settings: RoomSessionSettings, at now: Instant
    ) {
        self.host = host
        self.display = display
        controller = SessionController(host: host, room: room, settings: settings, at: now)
        frames = FramePace(framesPerSecond: settings.framesPerSecond)
    }

    /// The size of the window; nil where there is none.
    var size: WindowSize? { display.size }

    /// Shows a note in the status line; nil removes the one shown.
    func notify(_ text: String?) { controller.notify(text) }

    func handle(_ effect: ClientEffect, at now: Instant) { controller.handle(effect, at: now) }

    /// Reads the keys that were typed; false at the end of the input.
    func readKeys(at now: Instant) -> Bool {
        guard let keys = display.keys(at: now) else { return false }
        frames.touched(at: now)
        controller.read(keys, at: now)
        return true
    }

    /// Carries out everything whose time has come and draws; returns when to come again.
    func settle(at now: Instant) -> Instant? {
        controller.read(display.waitingKeys(at: now), at: now)
        controller.advance(at: now)
        display.setMouse(controller.wantsMouse)
        let frame = draw(at: now)
        return [frame, controller.nextDeadline, display.keyDeadline].compactMap(\.self).min()
    }

    func setNeedsDisplay() { frames.setNeedsDisplay() }

    /// The window has another size.
    func resized(at now: Instant) {
        frames.touched(at: now)
        controller.resized(at: now)
    }

    /// Ends the gesture under way.
    func cancelGesture(at now: Instant) { controller.cancelGesture(at: now) }

    /// The terminal may show something else; the next picture is drawn whole.
    func forgetPicture() { display.forgetPicture() }

    /// The terminal is back with the same picture or another one.
    func retouched(at now: Instant) { frames.touched(at: now) }

    /// Draws what has changed, however short the time since the last picture.
    func finish(at now: Instant) {
        if frames.isDirty { draw(at: now, evenIfEarly: true) }
        display.finish()
    }

    /// Draws when something has changed or moves by itself, at most at the frame rate; returns when to come again.
    @discardableResult
    private func draw(at now: Instant, evenIfEarly: Bool = false) -> Instant? {
        guard host.core.replica != nil else { return nil }
        let isMoving = controller.isMoving(at: now, since: frames.lastDrawn)
        guard frames.isDue(at: now) || isMoving else { return frames.changesAt }
        guard frames.next <= now || evenIfEarly else { return frames.next }
        controller.willDraw()
        guard let view = controller.view(at: now) else { return nil }
        frames.drawn(at: now, changesAt: controller.nextChange(view, at: now))
        host.needAssets(view.assets)
        display.show(view)
        if let isCut = cutPage.next(view, size) { host.setCut(isCut) }
        return isMoving ? frames.frame(after: now) : frames.changesAt
    }
}
