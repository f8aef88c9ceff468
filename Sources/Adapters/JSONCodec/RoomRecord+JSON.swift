import PagingContent
import PagingEngine
package import PagingRoom
package import PagingWire

extension RoomRecord {
    /// Versions of records that this program reads; others are refused. Version 2 added `done`.
    package static let versions: ClosedRange<Int64> = 1...2

    /// The lowest version that can hold the record, so that older programs read what they can understand.
    private var version: Int64 { done.isEmpty ? 1 : 2 }

    /// The record as one line of JSON, for the store.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { write(to: &$0) }
        return writer.bytes
    }

    /// Decodes the output of `bytes`.
    ///
    /// - Throws: `Malformed` for any other input.
    package init(bytes: [UInt8]) throws(Malformed) {
        do throws(DecodeError) {
            self = try RoomRecord.read(bytes).get()
        } catch {
            throw Malformed(id: nil, refusal: error.refusal)
        }
    }

    /// Returns a result, because `withUnsafeBytes` does not pass typed errors on.
    private static func read(_ bytes: [UInt8]) -> Result<RoomRecord, DecodeError> {
        bytes.withUnsafeBytes { line in
            do throws(DecodeError) {
                return .success(
                    try JSONTree.read(line, containers: JSONLimits.recordContainers) { fields throws(DecodeError) in
                        try RoomRecord(fields)
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    private init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let version = try fields.exactInteger("record")
        guard RoomRecord.versions.contains(version) else {
            let known = "\(RoomRecord.versions.lowerBound) or \(RoomRecord.versions.upperBound)"
            throw fields.error("record", "expected version \(known), got \(version); update the program")
        }
        let limit = JSONLimits.recordContainers
        self.init(
            isWhole: try fields.boolean("whole"), sequence: try fields.sequence(),
            rest: Pager.Rest(
                position: try fields.position(), origin: try fields.page("origin"),
                revision: try fields.exactInteger("revision"), dragEnabled: try fields.boolean("dragEnabled")),
            lastMember: try fields.member("lastMember"),
            configuration: try fields.objectIfAny("settings") { settings throws(DecodeError) in
                try Configuration(checked: settings)
            },
            pages: try fields.objectIfAny("content") { pages throws(DecodeError) in try Pages(pages) },
            control: try fields.objectIfAny("control") { control throws(DecodeError) in try Control(control) },
            shown: Int(try fields.integerIfAny("shown", 0...Int64(DeckLimits.steps)) ?? 0),
            arrivals: try fields.list("arrived", limit: limit) { member throws(DecodeError) in try StoredMember(member)
            },
            departures: try fields.list("left", limit: limit) { member throws(DecodeError) in
                try member.member("member")
            },
            removed: fields.has("removed")
                ? try fields.list("removed", limit: limit) { removed throws(DecodeError) in
                    Credential(try removed.text("credential", bytes: 64, .line))
                } : nil,
            isOnDemand: fields.has("onDemand") ? try fields.boolean("onDemand") : false,
            done: version >= 2 ? try RoomRecord.done(fields) : [:])
    }

    private static func done(_ fields: borrowing FieldReader) throws(DecodeError) -> [MemberID: DoneRequest] {
        let limit = JSONLimits.recordContainers
        let entries = try fields.list("done", limit: limit) { request throws(DecodeError) in
            (try request.member("member"), try DoneRequest(request))
        }
        let done = Dictionary(entries) { $1 }
        guard done.count == entries.count else { throw fields.error("done", "a member twice") }
        return done
    }

    private func write(to writer: inout JSONWriter) {
        writer.field("record", version)
        writer.field("whole", isWhole)
        writer.field("seq", sequence)
        writer.field("pos", rest.position)
        writer.field("origin", rest.origin)
        writer.field("revision", rest.revision)
        writer.field("dragEnabled", rest.dragEnabled)
        writer.field("lastMember", lastMember)
        if let configuration { writer.object("settings") { configuration.write(to: &$0) } }
        if let pages { writer.object("content") { pages.write(to: &$0) } }
        if let control { writer.object("control") { control.write(to: &$0) } }
        if shown > 0 { writer.field("shown", shown) }
        writer.list("arrived", arrivals) { writer, member in writer.object { member.write(to: &$0) } }
        writer.list("left", departures) { writer, member in writer.object { $0.field("member", member) } }
        if let removed {
            writer.list("removed", removed) { writer, item in writer.object { $0.field("credential", item.text) } }
        }
        if isOnDemand { writer.field("onDemand", true) }
        guard !done.isEmpty else { return }
        writer.list("done", done.sorted { $0.key < $1.key }) { writer, done in
            writer.object {
                $0.field("member", done.key)
                done.value.write(to: &$0)
            }
        }
    }
}

extension DoneRequest {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            on: ConnectionKey(try fields.text("connection", bytes: Limits.secretBytes, .line)),
            id: try fields.requestID(),
            refused: UInt32(try fields.integerIfAny("refused", 0...Int64(UInt32.max)) ?? 0))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("connection", connection.text)
        writer.field("id", id)
        if refused > 0 { writer.field("refused", Int64(refused)) }
    }
}

extension RoomRecord.StoredMember {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            member: try fields.member("member"), name: try fields.text("name", bytes: Limits.nameBytes, .name),
            role: try fields.word("role"),
            session: Session(try fields.text("session", bytes: Limits.secretBytes, .line)),
            credential: try fields.textIfAny("credential", bytes: 64, .line).map { Credential($0) })
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("member", member)
        writer.field("name", name)
        writer.field("role", role)
        writer.field("session", session.text)
        if let credential { writer.field("credential", credential.text) }
    }
}

extension RoomRecord.Pages {
    private enum Source: String, CaseIterable { case numbers, animals, listed, delayed }

    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let supplier: Supplier
        switch try fields.word("source", Source.self) {
        case .numbers: supplier = .numbers
        case .animals:
            // A string, because a JSON number does not represent all 64 bits of a seed exactly.
            guard let seed = UInt64(try fields.string("seed", bytes: 20)) else {
                throw fields.error("seed", "expected a whole number")
            }
            supplier = .animals(seed: seed)
        case .listed: supplier = .listed(try fields.pages())
        case .delayed:
            supplier = .delayed(try fields.pages(), milliseconds: try fields.exactInteger("milliseconds"))
        }
        self.init(supplier: supplier, loops: try fields.boolean("loops"))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writeSource(to: &writer)
        guard let listed else { return }
        writer.list("pages", listed) { writer, page in writer.object { page.write(to: &$0) } }
    }

    /// The pages themselves; nil where a rule makes them.
    var listed: [Page]? {
        switch supplier {
        case .numbers, .animals: nil
        case .listed(let pages), .delayed(let pages, _): pages
        }
    }

    /// Writes everything but the pages.
    func writeSource(to writer: inout JSONWriter) {
        writer.field("loops", loops)
        switch supplier {
        case .numbers: writer.field("source", Source.numbers)
        case .animals(let seed):
            writer.field("source", Source.animals)
            writer.field("seed", String(seed))
        case .listed: writer.field("source", Source.listed)
        case .delayed(_, let milliseconds):
            writer.field("source", Source.delayed)
            writer.field("milliseconds", milliseconds)
        }
    }
}
