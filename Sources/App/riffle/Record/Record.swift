import ArgumentParser
import FoundationEssentials
import Glibc
import PagingClient
import PagingRoom
import PagingWire
import TerminalDevice
import WebSocketLoop

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a room, for riffle replay.",
        discussion: """
            Examples:
              riffle record ws://127.0.0.1:7420/rooms/talk -o rehearsal.riffle.jsonl
              riffle record ws://127.0.0.1:7420/rooms/talk -o - | gzip > rehearsal.gz
              riffle replay rehearsal.riffle.jsonl --speed 4
              riffle replay --times rehearsal.riffle.jsonl

            Ctrl-C ends the recording. Every line is written at once. A lost connection is restored; missed events are \
            added, or the gap is noted. Several URLs are addresses of the same room, tried in turn. A recording has the names of members. It has the notes of presenters only with \
            --notes.

            Ends with 0 when the talk has ended, with 130 or 143 when interrupted, with 77 when the room refused the join \
            or was closed, with 69 without a server, and with 1 when the file cannot be written.
            """)

    @Argument(
        help:
            "Address of the room: HOST/NAME, ws://HOST:PORT/rooms/NAME, or wss://HOST/rooms/NAME with TLS; or several.")
    var url: [String]

    @Option(name: .shortAndLong, help: "Path of the recording, NAME.riffle.jsonl; - is standard output.")
    var output: String

    @Flag(help: "Continue an existing recording of this room.")
    var append = false

    @Flag(help: "Replace an existing file.")
    var overwrite = false

    @Option(help: "Title of the recording.")
    var title: String?

    @Flag(help: "Record the notes of presenters too; needs --role presenter.")
    var notes = false

    @Flag(help: "Add a mark for each line of standard input, with the line as its name.")
    var marks = false

    @OptionGroup var member: MemberOptions

    @Flag(name: [.short, .long], help: "Print errors only.")
    var quiet = false

    @Option(
        help:
            "Connection attempts in a row before giving up; default: 8 when joining, unlimited when reconnecting."
    )
    var attempts: Int?

    func validate() throws {
        if append, overwrite { throw ValidationError("--append and --overwrite exclude each other") }
        if notes, member.role != .presenter { throw ValidationError("--notes needs --role presenter") }
        if let title, title.utf8.count > RecordingHeader.textBytes || title.contains(where: \.isNewline) {
            throw ValidationError("--title: expected one line of at most \(RecordingHeader.textBytes) bytes")
        }
    }

    func run() throws {
        let addresses = try RoomAddresses.parse(url)
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        let join = PagingWire.Join(
            name: member.name ?? "recorder", role: member.role ?? .viewer, token: try member.token())
        let authorities = try member.trust.authorities()
        let sink = try sink(for: addresses.room)
        let recorder = try Recorder(
            addresses, settings: ClientSettings(join: join, attempts: attempts ?? 8, attemptsToReturn: attempts),
            sink: sink, includesNotes: notes, signals: signals, authorities: authorities)
        if !quiet { recorder.report = { StandardStreams.printError("riffle record: \($0)") } }
        recorder.record(marks: marks ? STDIN_FILENO : nil)
        try finish(recorder, sink)
    }

    private func sink(for room: String) throws -> RecordingSink {
        let mode: RecordingSink.Mode = append ? .append : overwrite ? .overwrite : .refuse
        let header = RecordingHeader(room: room, title: title, date: Date())
        do {
            return try RecordingSink(path: output, mode: mode, header: header, isPrivate: notes)
        } catch {
            if error.isUsage { throw ValidationError("-o \(error)") }
            StandardStreams.printError("riffle record: \(error)")
            throw ExitStatus.failure
        }
    }

    private func finish(_ recorder: Recorder, _ sink: RecordingSink) throws {
        if let failure = recorder.failure {
            StandardStreams.printError("riffle record: \(failure)")
            throw ExitStatus.failure
        }
        if !quiet, sink.lineCount > 0 {
            StandardStreams.printError("riffle record: \(sink.lineCount) lines in \(output)")
        }
        if let signal = recorder.signal { throw ExitCode(128 + signal) }
        guard let end = recorder.end, end != .left else { return }
        if !quiet || !end.isInOrder { StandardStreams.printError("riffle record: \(end.sentence)") }
        if !end.isInOrder { throw end.exitCode }
    }
}

extension RecordingHeader {
    /// The header of a recording of `room`, made by this program.
    init(room: String, title: String?, date: Date) {
        self.init(
            room: room, date: date.formatted(.iso8601), title: title, recorder: "riffle \(Riffle.version)")
    }
}
