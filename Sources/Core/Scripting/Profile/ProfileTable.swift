import PagingContent
import Support

/// The mappings of a profile file.
enum ProfileTable {
    static let profile = Mapping<ProfileFields>(
        definition: "profile", text: "A protocol on top of WebSocket.", empty: ProfileFields(),
        fields: ProfileFields.head + ProfileFields.body)

    static let rule = Mapping<FrameRule>(
        definition: "rule", text: "A condition on a frame; all parts of it have to hold.", empty: FrameRule(),
        fields: [
            Field("kind", \.kind, .text, "The kind of frame, such as PUBLISH of MQTT."),
            Field("body", \.body, .text, "The whole body."),
            Field(
                "where", \.equal,
                ValueKind<[KeyedValue<String>]>.keyed(.text, "places", isKey: { FramePath($0).isValid }),
                standard: [], "Texts at places: a JSON Pointer, body, or a field of the frame."),
            Field("has", \.present, .places, standard: [], "Places that have a value."),
            Field("lacks", \.absent, .places, standard: [], "Places without a value."),
        ])

    static let frame = Mapping<FrameTemplate>(
        definition: "frame", text: "A frame to send.", empty: FrameTemplate(),
        fields: [
            Field("kind", \.kind, .text, standard: "", "The kind of frame."),
            Field(
                "fields", \.fields, .keyed(.frameText, "fields", isKey: { FramePath($0).isValid }), standard: [],
                "The fields of the framing."),
            Field("body", \.body, .frameText, standard: .empty, "The body."),
        ])
}

/// The fields of a profile file.
struct ProfileFields: Sendable {
    var version: Int64?
    var title: String?
    var untested: String?
    var path = "/"
    var headers: [PlainEndpoint.Header]?
    var subprotocols: [String]?
    var parameters: [KeyedValue<String?>]?
    var framing = ProfileFraming.text
    var open: [OpeningFields] = []
    var openWithin = Profile.standardOpenMilliseconds
    var alive: AliveFields?
    var messages: [KeyedValue<MessageFields>] = []
    var push: PushRuleFields?
    var errors: [FailureFields] = []
    var close: [FrameTemplate] = []

    static let head: [Field<ProfileFields>] = [
        Field("profile", \.version, .profileVersion, required: true, "The version of the format."),
        Field("title", \.title, .text, required: true, "The protocol and its version."),
        Field("untested", \.untested, .text, "The reason why no server of the protocol has been tried."),
        Field("path", \.path, .path, standard: "/", "The path, unless the script has one."),
        Field("headers", \.headers, .headers, "Headers of the handshake."),
        Field("subprotocols", \.subprotocols, .list(of: .token, "subprotocols"), "The subprotocols to ask for."),
        Field("parameters", \.parameters, .parameters, "Names that scripts give values, and their defaults."),
        Field("framing", \.framing, .word("framing"), standard: .text, "How frames stand in WebSocket messages."),
    ]

    static let body: [Field<ProfileFields>] = [
        Field(
            "open", \.open, .list(of: OpeningFields.mapping.kind, "steps", most: ProfileLimits.openings), standard: [],
            "Frames sent and expected once the socket is open, in this order."),
        Field(
            "openWithin", \.openWithin, .time(least: 1), standard: Profile.standardOpenMilliseconds,
            "The longest time that `open` may take."),
        Field("alive", \.alive, AliveFields.mapping.kind, "Signs of life."),
        Field(
            "messages", \.messages,
            .keyed(MessageFields.mapping.kind, "messages", most: ProfileLimits.messages, isKey: TextTemplate.isName),
            standard: [], "The messages that scripts send with `call`."),
        Field("push", \.push, PushRuleFields.mapping.kind, "Frames that come without a request."),
        Field(
            "errors", \.errors, .list(of: FailureFields.mapping.kind, "errors", most: ProfileLimits.errors),
            standard: [], "Frames that refuse a request or the connection."),
        Field(
            "close", \.close, .list(of: .frame, "frames", most: ProfileLimits.closes), standard: [],
            "Frames sent before the connection is closed."),
    ]

    func profile(file: String) -> Profile {
        var profile = Profile(file: file, title: title ?? "")
        profile.untested = untested
        (profile.path, profile.headers, profile.subprotocols) = (path, headers ?? [], subprotocols ?? [])
        (profile.framing, profile.openWithinMilliseconds) = (framing, openWithin)
        profile.open = open.compactMap(\.step)
        if let alive { profile.alive = alive.alive }
        profile.messages = messages.compactMap { entry in
            entry.value.message.map { KeyedValue(key: entry.key, value: $0) }
        }
        profile.push = push?.push
        profile.errors = errors.compactMap(\.failure)
        profile.close = close
        return profile
    }
}

/// The fields of a step of `open`.
struct OpeningFields: Equatable, Sendable {
    var send: FrameTemplate?
    var expect: FrameRule?
    var captures: [KeyedValue<FramePath>] = []

    static let mapping = Mapping<OpeningFields>(
        definition: "opening", text: "A frame to send or to wait for.", empty: OpeningFields(),
        fields: [
            Field("send", \.send, .frame, "The frame to send."),
            Field("expect", \.expect, ProfileTable.rule.kind, "The frame to wait for; others are passed over."),
            Field("capture", \.captures, .captures, standard: [], "Names for values of the frame, used in templates."),
        ], rules: [.exactlyOne(["send", "expect"]), .requires("capture", "expect")])

    var step: Profile.Opening? { send.map { .send($0) } ?? expect.map { .expect($0, captures: captures) } }
}

/// The fields of `alive`.
struct AliveFields: Sendable {
    var answers: [AnsweringFields] = []
    var every: Int64?
    var send: FrameTemplate?
    var silence: Int64?

    static let mapping = Mapping<AliveFields>(
        definition: "alive", text: "Signs of life of both sides.", empty: AliveFields(),
        fields: [
            Field(
                "answers", \.answers, .list(of: AnsweringFields.mapping.kind, "answers", most: ProfileLimits.answers),
                standard: [], "Frames of the server that are answered at once, or passed over."),
            Field("every", \.every, .time(least: 10), "The time between two frames of the user."),
            Field("send", \.send, .frame, "The frame that the user sends at these times."),
            Field(
                "silence", \.silence, .time(least: 100),
                "The longest silence of a server that is alive; after it the user connects again."),
        ], rules: [.requires("every", "send"), .requires("send", "every")])

    var alive: Profile.Alive {
        var alive = Profile.Alive()
        alive.answers = answers.compactMap { fields in
            fields.on.map { Profile.Answering(rule: $0, captures: fields.captures, answer: fields.send) }
        }
        (alive.beat, alive.everyMilliseconds, alive.silenceMilliseconds) = (send, every, silence)
        return alive
    }
}

/// The fields of an answer.
struct AnsweringFields: Equatable, Sendable {
    var on: FrameRule?
    var captures: [KeyedValue<FramePath>] = []
    var send: FrameTemplate?

    static let mapping = Mapping<AnsweringFields>(
        definition: "answer", text: "A frame of the server and the answer to it.", empty: AnsweringFields(),
        fields: [
            Field("on", \.on, ProfileTable.rule.kind, required: true, "The frame of the server."),
            Field("capture", \.captures, .captures, standard: [], "Names for values of the frame, used in the answer."),
            Field("send", \.send, .frame, "The answer; left out: the frame is passed over."),
        ], rules: [.requires("capture", "send")])
}

/// The fields of a message.
struct MessageFields: Hashable, Sendable {
    var send: FrameTemplate?
    var reply: ReplyRuleFields?

    static let mapping = Mapping<MessageFields>(
        definition: "message", text: "A message of scripts.", empty: MessageFields(),
        fields: [
            Field("send", \.send, .frame, required: true, "The frame; names that nothing else fills are arguments."),
            Field("reply", \.reply, ReplyRuleFields.mapping.kind, "Its reply; without it `call` waits for none."),
        ])

    var message: Profile.CallTemplate? { send.map { Profile.CallTemplate(frame: $0, reply: reply?.reply) } }
}

/// The fields of `reply`.
struct ReplyRuleFields: Hashable, Sendable {
    var on = FrameRule()
    var id: FramePath?
    var text: TextTemplate = TextTemplate("{{id}}") ?? .empty
    var body: FramePath?

    static let mapping = Mapping<ReplyRuleFields>(
        definition: "replyRule", text: "The reply to a message.", empty: ReplyRuleFields(),
        fields: [
            Field("on", \.on, ProfileTable.rule.kind, standard: FrameRule(), "The frame; left out: any frame."),
            Field(
                "id", \.id, .place,
                "The place of the message's number; left out: replies come in the order of their messages."),
            Field("is", \.text, .frameText, standard: ReplyRuleFields().text, "The text at that place."),
            Field("body", \.body, .place, "The part that the script sees; left out: the body."),
        ], rules: [.requires("is", "id")])

    var reply: Profile.Reply { Profile.Reply(rule: on, number: id, numberText: text, body: body) }
}

/// The fields of `push`.
struct PushRuleFields: Equatable, Sendable {
    var on: FrameRule?
    var body: FramePath?
    var topic: FramePath?
    var sequence: FramePath?

    static let mapping = Mapping<PushRuleFields>(
        definition: "pushRule", text: "Frames that come without a request.", empty: PushRuleFields(),
        fields: [
            Field("on", \.on, ProfileTable.rule.kind, required: true, "The frame."),
            Field("body", \.body, .place, "The part that the script sees; left out: the body."),
            Field("topic", \.topic, .optionalPlace, "The place of the topic that sequence numbers belong to."),
            Field(
                "sequence", \.sequence, .optionalPlace,
                "The place of a number that grows by 1, for `gaps` and `duplicates`."),
        ])

    var push: Profile.PushRule? {
        let places = [topic, sequence].map { $0?.text == "" ? nil : $0 }
        return on.map { Profile.PushRule(rule: $0, body: body, topic: places[0], sequence: places[1]) }
    }
}

/// The fields of an error.
struct FailureFields: Equatable, Sendable {
    var on: FrameRule?
    var code: FramePath?
    var id: FramePath?
    var text: FramePath?

    static let mapping = Mapping<FailureFields>(
        definition: "error", text: "A frame that refuses a request or the connection.", empty: FailureFields(),
        fields: [
            Field("on", \.on, ProfileTable.rule.kind, required: true, "The frame."),
            Field("code", \.code, .place, "The place of its code, for `rejected.CODE`."),
            Field("id", \.id, .place, "The place of the number of the message that is refused."),
            Field("text", \.text, .place, "The place of the reason in words."),
        ])

    var failure: Profile.ErrorRule? { on.map { Profile.ErrorRule(rule: $0, code: code, number: id, text: text) } }
}
