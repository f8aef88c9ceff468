import PagingEngine
import PagingRoom

extension InStep {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        var behind: [MemberID] = []
        if fields.has("behind") {
            behind = try fields.list("behind", limit: InStep.behindLimit) { one throws(DecodeError) in
                try one.member("member")
            }
        }
        self.init(
            at: try fields.sequence("at"), drawn: try fields.count("drawn"), of: try fields.count("of"),
            diverged: try fields.count("diverged"), behind: behind)
    }

    func write(to writer: inout JSONWriter) {
        writer.field("at", at)
        writer.field("drawn", drawn)
        writer.field("of", of)
        writer.field("diverged", diverged)
        guard !behind.isEmpty else { return }
        writer.list("behind", behind) { writer, member in writer.object { $0.field("member", member) } }
    }
}
