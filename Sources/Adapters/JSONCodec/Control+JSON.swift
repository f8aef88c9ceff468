import PagingEngine
import PagingRoom
import PagingWire

extension Control {
    /// Largest number of members that wait for the baton.
    private static let askedLimit = 64

    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        var asked: [MemberID] = []
        if fields.has("asked") {
            asked = try fields.list("asked", limit: Control.askedLimit) { one throws(DecodeError) in
                try one.member("member")
            }
        }
        self.init(
            policy: try fields.word("policy"), holder: try fields.memberIfAny("holder"), grant: try fields.grant(),
            until: fields.has("until") ? try fields.instant("until") : nil, asked: asked,
            leash: try fields.word("leash"), isLocked: try fields.boolean("locked"))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("policy", policy)
        writer.field("holder", ifAny: holder)
        writer.field("grant", grant.number)
        if let until { writer.field("until", until) }
        if !asked.isEmpty {
            writer.list("asked", asked) { writer, member in writer.object { $0.field("member", member) } }
        }
        writer.field("leash", leash)
        writer.field("locked", isLocked)
    }
}

extension ControlAction {
    private enum Word: String, CaseIterable {
        case request
        case release
        case grant
        case take
        case policy
    }

    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        switch try fields.word("action", Word.self) {
        case .request: self = .request
        case .release: self = .release
        case .grant: self = .grant(to: try fields.member("to"))
        case .take: self = .take
        case .policy: self = .policy(try fields.word("policy"))
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .request: writer.field("action", Word.request)
        case .release: writer.field("action", Word.release)
        case .grant(let member):
            writer.field("action", Word.grant)
            writer.field("to", member)
        case .take: writer.field("action", Word.take)
        case .policy(let policy):
            writer.field("action", Word.policy)
            writer.field("policy", policy)
        }
    }
}

extension FieldReader {
    func grant() throws(DecodeError) -> FencingToken {
        FencingToken(try integer("grant", 0...JSONLimits.exactInteger))
    }

    func grantIfAny() throws(DecodeError) -> FencingToken? {
        has("grant") ? try grant() : nil
    }
}
