import Glibc
import PagingEngine
import PagingRoom
import Scripting
import TerminalDevice
import TerminalView

/// Shows an offline run: log lines, frames, and on a terminal the window in real time.
struct OfflineShow {
    let frames: Bool
    let everyMilliseconds: Int64
    let speed: Double
    let size: WindowSize?
    /// Columns of running text at most; nil takes the usual number.
    let measure: Int?
    let isQuiet: Bool

    /// Limit in virtual time; longer than any script written by hand.
    private static let limitMilliseconds: Int64 = 86_400_000

    func play(_ stage: inout OfflineStage) {
        let clock = LineClock(isQuiet: isQuiet)
        let isTerminal = TerminalDevice.isTerminal(STDOUT_FILENO)
        guard frames || (isTerminal && !isQuiet) else {
            stage.finish(by: Instant(milliseconds: OfflineShow.limitMilliseconds))
            for line in stage.log { clock.print(line) }
            return
        }
        let size = size ?? WindowSize(columns: 72, rows: 16)
        var picture = MovingPicture(isRedrawn: isTerminal && !frames)
        let documents = DocumentCache()
        while !stage.isFinished, stage.now.milliseconds < OfflineShow.limitMilliseconds {
            stage.advance(to: stage.now.advanced(byMilliseconds: everyMilliseconds))
            for line in stage.log where !picture.isRedrawn { clock.print(line) }
            let caption = stage.log.last.map { "\($0.actor): \($0.text)" }
            stage.log.removeAll(keepingCapacity: true)
            var scene = scene(of: stage, caption: caption ?? picture.caption)
            scene.documents = documents.documents(of: scene.pages.map(\.page) + scene.beyond.map(\.page))
            picture.show(scene.draw(columns: size.columns, rows: size.rows), caption: caption)
            if isTerminal, !frames { usleep(UInt32(min(Double(everyMilliseconds) * 1_000 / speed, 1e6))) }
        }
    }

    private func scene(of stage: OfflineStage, caption: String?) -> Scene {
        let replica = stage.room.snapshot(at: stage.now)
        let name = stage.script.name
        var scene = Scene(
            replica: replica, position: replica.position(at: stage.now), now: stage.now, room: name, note: caption)
        scene.measure = measure ?? scene.measure
        scene.beyond = stage.room.pages(from: replica.target - 1, count: 3)
        return scene
    }
}
