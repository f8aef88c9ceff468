import Scripting

/// A profile with all that sessions share; immutable.
final class ProfilePlan: Sendable {
    let profile: Profile
    /// The pointers of all rules, read from each frame at once.
    fileprivate let pointers: [String]
    fileprivate let content: ContentReader
    private let hasUserValues: Bool

    init(_ profile: Profile, content: ContentReader) {
        self.profile = profile
        self.content = content
        hasUserValues = !profile.userValues.isEmpty
        pointers = Array(Set(profile.receivedPaths.filter(\.isPointer).map(\.text))).sorted()
    }

    /// A user's values for templates.
    func values(of user: UserValues?) throws(MissingValue) -> [KeyedValue<String>] {
        guard hasUserValues, let user else { return [] }
        var values: [KeyedValue<String>] = []
        for value in profile.userValues {
            values.append(KeyedValue(key: value.key, value: try user.filled(value.value)))
        }
        return values
    }
}

/// A frame of the server and the values in it, which are read once, when the first rule asks for one.
struct FrameView {
    let frame: WireFrame
    private let plan: ProfilePlan
    private var found: [String?]?

    init(_ frame: WireFrame, _ plan: ProfilePlan) {
        self.frame = frame
        self.plan = plan
    }

    /// The value at a place; nil when there is none.
    mutating func value(at path: FramePath) -> String? {
        if path.isBody { return frame.body }
        guard path.isPointer else { return frame[path.text] }
        guard let place = plan.pointers.firstIndex(of: path.text) else { return nil }
        if let found { return found[place] }
        let values = plan.content.values(frame.body, plan.pointers)
        found = values
        return values[place]
    }

    mutating func satisfies(_ rule: FrameRule) -> Bool {
        if let kind = rule.kind, kind != frame.kind { return false }
        if let body = rule.body, body != frame.body { return false }
        for condition in rule.equal where value(at: FramePath(condition.key)) != condition.value { return false }
        for path in rule.present where value(at: path) == nil { return false }
        for path in rule.absent where value(at: path) != nil { return false }
        return true
    }

    mutating func values(of captures: [KeyedValue<FramePath>]) -> [KeyedValue<String>] {
        var values: [KeyedValue<String>] = []
        for capture in captures {
            guard let value = value(at: capture.value), value.utf8.count <= FrameView.capturedBytes else { continue }
            values.append(KeyedValue(key: capture.key, value: value))
        }
        return values
    }

    /// Bytes of a captured value at most; a longer one is no name or number.
    private static let capturedBytes = 4_096

    /// The part that a script sees.
    mutating func body(at path: FramePath?) -> String { path.map { value(at: $0) ?? "" } ?? frame.body }
}

extension Profile {
    /// Places in frames of the server that rules look at.
    fileprivate var receivedPaths: [FramePath] {
        var paths: [FramePath] = []
        for case .expect(let rule, let captures) in open { paths += rule.paths + captures.map(\.value) }
        for answer in alive.answers { paths += answer.rule.paths + answer.captures.map(\.value) }
        for reply in messages.compactMap(\.value.reply) {
            paths += reply.rule.paths + [reply.number, reply.body].compactMap(\.self)
        }
        if let push { paths += push.rule.paths + [push.body, push.topic, push.sequence].compactMap(\.self) }
        for failure in errors {
            paths += failure.rule.paths + [failure.code, failure.number, failure.text].compactMap(\.self)
        }
        return paths
    }
}
