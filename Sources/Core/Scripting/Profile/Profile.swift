/// A protocol on top of WebSocket as data: how a user opens it, stays alive, sends requests, and knows replies and pushes.
///
/// A profile file is YAML (`profile: 1`); `ProfileTable` states its format. Parameters are filled in before it is read, so that
/// a profile as a value has none left.
package struct Profile: Hashable, Sendable {
    /// The version of the format, the value of the key `profile`.
    package static let version: Int64 = 1

    /// The name of the file, for messages.
    package var file: String
    package var title: String
    /// The reason why the profile was never used with a real server; nil: it was.
    package var untested: String?
    package var path = "/"
    package var headers: [PlainEndpoint.Header] = []
    package var subprotocols: [String] = []
    package var framing = ProfileFraming.text
    package var open: [Opening] = []
    package var openWithinMilliseconds = Profile.standardOpenMilliseconds
    package var alive = Alive()
    package var messages: [KeyedValue<CallTemplate>] = []
    package var push: PushRule?
    package var errors: [ErrorRule] = []
    /// Frames that are sent before the connection is closed.
    package var close: [FrameTemplate] = []
    /// Values for templates that each user has its own of.
    package var userValues: [KeyedValue<ReferenceText>] = []

    package static let standardOpenMilliseconds: Int64 = 10_000

    package init(file: String, title: String) {
        self.file = file
        self.title = title
    }

    /// One step between the open socket and the first step of the script.
    package enum Opening: Hashable, Sendable {
        case send(FrameTemplate)
        /// Waits for a frame, and keeps values of it for templates.
        case expect(FrameRule, captures: [KeyedValue<FramePath>])
    }

    /// The signs of life of both sides.
    package struct Alive: Hashable, Sendable {
        package var answers: [Answering] = []
        /// A frame that the user sends at fixed times.
        package var beat: FrameTemplate?
        package var everyMilliseconds: Int64?
        /// The longest silence of a server that is alive.
        package var silenceMilliseconds: Int64?

        package init() {}
    }

    /// A frame of the server that is answered at once, or passed over.
    package struct Answering: Hashable, Sendable {
        package var rule: FrameRule
        package var captures: [KeyedValue<FramePath>]
        /// nil: the frame is passed over.
        package var answer: FrameTemplate?
    }

    /// A message that a script sends with `call`.
    package struct CallTemplate: Hashable, Sendable {
        package var frame: FrameTemplate
        /// nil: the message has no reply.
        package var reply: Reply?
    }

    /// The frame that is the reply to a message.
    package struct Reply: Hashable, Sendable {
        package var rule: FrameRule
        /// The place of the message's number; nil: replies come in the order of their messages.
        package var number: FramePath?
        /// The text at that place.
        package var numberText: TextTemplate
        /// The part of the frame's body that the script sees; nil: all of it.
        package var body: FramePath?
    }

    /// A frame without a request.
    package struct PushRule: Hashable, Sendable {
        package var rule: FrameRule
        package var body: FramePath?
        /// The place of the topic that its sequence numbers belong to.
        package var topic: FramePath?
        /// The place of a number that grows by 1 from push to push.
        package var sequence: FramePath?
    }

    /// A frame that refuses a request, or the whole connection.
    package struct ErrorRule: Hashable, Sendable {
        package var rule: FrameRule
        package var code: FramePath?
        package var number: FramePath?
        package var text: FramePath?
    }

    /// The message of that name.
    package func message(_ name: String) -> CallTemplate? { messages.first { $0.key == name }?.value }

    /// Names that templates of every frame may hold: of the run, and captured while the protocol opens.
    package var knownNames: [String] { ["id", "user"] + userValues.map(\.key) + capturedNames }

    private var capturedNames: [String] {
        open.flatMap { step -> [String] in
            guard case .expect(_, let captures) = step else { return [] }
            return captures.map(\.key)
        }
    }

    /// The arguments of a message: the names in its templates that nothing else fills.
    package func arguments(of message: CallTemplate) -> [String] {
        let names = message.frame.names + (message.reply?.numberText.names ?? [])
        var seen = Set(knownNames)
        return names.filter { seen.insert($0).inserted }
    }
}

/// A value under a key that the file chooses.
package struct KeyedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    package var key: String
    package var value: Value

    package init(key: String, value: Value) {
        self.key = key
        self.value = value
    }
}

/// The limits of a profile.
package enum ProfileLimits {
    static let parameters = 32
    static let parameterBytes = 4_096
    /// Bytes of all texts together once the parameters stand in them.
    static let filledBytes = 1 << 20
    static let openings = 32
    static let answers = 16
    static let messages = 64
    static let errors = 16
    static let closes = 8
    static let names = 32
    /// Bytes of one frame, either way.
    package static let frameBytes = 8 << 20
    /// Requests of one user that may wait for their replies at one time.
    package static let outstanding = 1_024
    /// Topics of one user whose sequence numbers are followed.
    package static let topics = 1_024
    /// The largest request number; the next one is 1 again. MQTT has no larger one.
    package static let requestNumber = 65_535
}
