import ArgumentParser
import Foundation
import PagingClient
import PagingRoom
import PagingWire
import TerminalDevice
import WebSocketLoop

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write down what happens in a room, to be replayed.",
        discussion: """
            Examples:
              riffle record ws://127.0.0.1:7420/rooms/talk -o rehearsal.riffle.jsonl
              riffle record ws://127.0.0.1:7420/rooms/talk -o - | gzip > rehearsal.gz
              riffle replay rehearsal.riffle.jsonl --speed 4
              riffle replay --times rehearsal.riffle.jsonl

            Ctrl-C ends it. Every line is written at once; a lost connection comes back by itself, and what was missed
            meanwhile is added, or the gap is noted. Names of members are part of a recording; presenters' notes are
            not, unless a presenter asks for them with --notes.
            Ends with 130 or 143 when interrupted, 77 when the room let nobody in, 69 without a server, 1 when the file
            cannot be written.
            """)

    @Argument(help: "The room, ws://HOST:PORT/rooms/NAME, or with TLS wss://HOST/rooms/NAME.")
    var url: String

    @Option(name: .shortAndLong, help: "The file, NAME.riffle.jsonl; - is standard output.")
    var output: String

    @Flag(help: "Continue a recording of this room.")
    var append = false

    @Flag(help: "Replace the file if there is one.")
    var overwrite = false

    @Option(help: "What the recording is called.")
    var title: String?

    @Flag(help: "With what pages say to presenters alone; needs --role presenter.")
    var notes = false

    @Flag(help: "Take each line of standard input as the name of a mark in the recording.")
    var marks = false

    @OptionGroup var member: MemberOptions

    @Flag(name: [.short, .long], help: "Only speak of failures.")
    var quiet = false

    @Option(
        help: "Connection attempts in a row before giving up; by default 8 to get in, and no end of them to come back.")
    var attempts: Int?

    func validate() throws {
        if append, overwrite { throw ValidationError("--append and --overwrite exclude each other") }
        if notes, member.role != .presenter { throw ValidationError("--notes needs --role presenter") }
        if let title, title.utf8.count > RecordingHeader.textBytes || title.contains(where: \.isNewline) {
            throw ValidationError("--title: one line of at most \(RecordingHeader.textBytes) bytes")
        }
    }

    func run() throws {
        let endpoint = try Endpoint.parse(url)
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        let join = PagingWire.Join(
            name: member.name ?? "recorder", role: member.role ?? .viewer, token: try member.token())
        let authorities = try member.trust.authorities()
        let sink = try sink(for: endpoint)
        let recorder = try Recorder(
            endpoint, settings: ClientSettings(join: join, attempts: attempts ?? 8, attemptsToReturn: attempts),
            sink: sink, includesNotes: notes, signals: signals, authorities: authorities)
        if !quiet { recorder.say = { StandardStreams.say("riffle record: \($0)") } }
        recorder.record(marks: marks ? STDIN_FILENO : nil)
        try finish(recorder, sink)
    }

    private func sink(for endpoint: Endpoint) throws -> RecordingSink {
        let mode: RecordingSink.Mode = append ? .append : overwrite ? .overwrite : .refuse
        let header = RecordingHeader(endpoint, title: title, date: Date())
        do {
            return try RecordingSink(path: output, mode: mode, header: header)
        } catch {
            if error.isUsage { throw ValidationError("-o \(error)") }
            StandardStreams.say("riffle record: \(error)")
            throw ExitStatus.failure
        }
    }

    private func finish(_ recorder: Recorder, _ sink: RecordingSink) throws {
        if let failure = recorder.failure {
            StandardStreams.say("riffle record: \(failure)")
            throw ExitStatus.failure
        }
        if !quiet, sink.lineCount > 0 { StandardStreams.say("riffle record: \(sink.lineCount) lines in \(output)") }
        if let signal = recorder.signal { throw ExitCode(128 + signal) }
        guard let end = recorder.end, end.exitCode != .success else { return }
        StandardStreams.say("riffle record: \(end.sentence)")
        throw end.exitCode
    }
}

extension RecordingHeader {
    /// The header of a recording of the room at `endpoint`, made by this program.
    init(_ endpoint: Endpoint, title: String?, date: Date) {
        let path = endpoint.path.prefix { $0 != "?" }
        self.init(
            room: path.split(separator: "/").last.map(String.init) ?? endpoint.path,
            date: date.formatted(.iso8601), title: title, recorder: "riffle \(Riffle.version)")
    }
}
