import ArgumentParser
import Glibc
import Scripting
import TerminalDevice
import TerminalView

/// Shows recordings.
extension Replay {
    func playRecording() throws {
        let file: RecordingFile
        do {
            file = try RecordingFile(path: self.file)
        } catch {
            StandardStreams.printError("riffle replay: \(error)")
            throw error.isMissing ? ExitStatus.failure : ExitStatus.unreadable
        }
        if !quiet { for warning in file.warnings { StandardStreams.printError("riffle replay: \(warning)") } }
        let recording = file.recording
        guard !times else {
            return RehearsalTable.lines(RehearsalTimes(recording)).forEach(StandardStreams.print)
        }
        let first = seek?.milliseconds ?? 0
        let range = first...max(first, until?.milliseconds ?? .max)
        let isTerminal = TerminalDevice.isTerminal(STDIN_FILENO) && TerminalDevice.isTerminal(STDOUT_FILENO)
        guard isTerminal, !frames, !plain, !json else {
            return RecordingPrinter(form: printedForm(of: recording), range: range).play(recording)
        }
        try show(recording, range)
    }

    private func printedForm(of recording: Recording) -> RecordingPrinter.Form {
        if json { return .json }
        if plain { return .plain }
        return .frames(picture(of: recording, .letters), everyMilliseconds: every.value)
    }

    func picture(of recording: Recording, _ style: PictureStyle) -> RecordingPicture {
        var picture = RecordingPicture(
            of: recording, size: size ?? .standard, borders: border.borders, pictureStyle: style)
        picture.measure = text.width
        return picture
    }

    private func show(_ recording: Recording, _ range: ClosedRange<Int64>) throws {
        let marks = OwnMarks(of: recording.header, recording: file)
        if !quiet, let warning = marks.warning { StandardStreams.printError("riffle replay: \(warning)") }
        let style = border.borders == .ascii ? PictureStyle.letters : .blocks
        let player = RecordingPlayer(recording, marks: marks.marks, range: range, speed: speed, loops: loop)
        let viewer = try RecordingViewer(
            player, marks: marks, picture: picture(of: recording, style), size: size,
            framesPerSecond: Replay.framesPerSecond,
            endsItself: until != nil && !loop)
        try viewer.play()
        if let signal = viewer.signal { throw ExitCode(128 + signal) }
    }

    private static let framesPerSecond = 30
}
