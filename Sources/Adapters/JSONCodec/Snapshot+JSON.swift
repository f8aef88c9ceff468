import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

extension Snapshot {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            epoch: try fields.epoch(), now: try fields.instant("now"), replica: try Replica(fields),
            digest: try fields.digest())
    }

    func write(to writer: inout JSONWriter) {
        writer.field("epoch", epoch.text)
        writer.field("seq", replica.sequence)
        writer.field("now", now)
        writer.object("settings") { replica.configuration.write(to: &$0) }
        writer.object("pager") { replica.writePager(to: &$0) }
        writer.list("window", replica.window)
        writer.list("members", replica.members) { writer, member in writer.object { member.write(to: &$0) } }
        writer.field("viewers", replica.viewers)
        writer.object("control") { replica.control.write(to: &$0) }
        if replica.isBlank { writer.field("blank", true) }
        writer.field("pointer", ifAny: replica.pointer)
        writer.field("top", ifAny: replica.top)
        writer.field("digest", digest)
    }
}

extension Replica {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let sequence = try fields.sequence()
        let configuration = try fields.object("settings") { settings throws(DecodeError) in
            try Configuration(checked: settings)
        }
        let window = try fields.windowPages("window")
        let members = try fields.list("members", limit: JSONLimits.containers) { member throws(DecodeError) in
            try Member(member)
        }
        let viewers = try fields.count("viewers")
        let control = try fields.object("control") { control throws(DecodeError) in try Control(control) }
        self = try fields.object("pager") { pager throws(DecodeError) in
            var replica = Replica(
                sequence: sequence, configuration: configuration, phase: try Phase(pager),
                settled: try pager.page("settled"), position: try pager.position(), origin: try pager.page("origin"),
                target: try pager.page("target"), loading: try pager.boolean("loading"),
                dragEnabled: try pager.boolean("dragEnabled"), revision: try pager.exactInteger("revision"),
                count: try pager.count("count"), wrap: try pager.word("wrap"),
                strip: try pager.positionIfAny("strip"), tabs: try pager.tabs(), window: window, members: members,
                viewers: viewers, control: control)
            replica.motion = try pager.objectIfAny("motion") { motion throws(DecodeError) in
                try Extrapolation(read: motion)
            }
            replica.shown = Int(try pager.integerIfAny("shown", 0...Int64(DeckLimits.steps)) ?? 0)
            return replica
        }
        isBlank = try fields.booleanIfAny("blank") ?? false
        pointer = try fields.pointerIfAny("pointer")
        top = try fields.pointerIfAny("top")
    }

    fileprivate func writePager(to writer: inout JSONWriter) {
        writer.field("phase", phase.name)
        writer.field("settled", settled)
        writer.field("pos", position)
        if let motion { writer.object("motion") { motion.write(to: &$0) } }
        writer.field("origin", origin)
        writer.field("target", target)
        switch phase {
        case .settling(let animation): writer.object("animation") { animation.write(to: &$0) }
        case .dragging(let drag): writer.object("drag") { drag.write(to: &$0) }
        case .empty, .idle: break
        }
        if shown > 0 { writer.field("shown", shown) }
        writer.field("loading", loading)
        writer.field("dragEnabled", dragEnabled)
        writer.field("revision", revision)
        writer.field("count", count)
        writer.field("wrap", wrap)
        if let strip { writer.field("strip", strip) }
        writer.tabs(tabs)
    }
}

extension Phase {
    fileprivate init(_ pager: borrowing FieldReader) throws(DecodeError) {
        switch try pager.word("phase", Phase.Name.self) {
        case .empty: self = .empty
        case .idle: self = .idle
        case .dragging:
            self = .dragging(try pager.object("drag") { drag throws(DecodeError) in try Drag(drag) })
        case .settling:
            self = .settling(try pager.object("animation") { keys throws(DecodeError) in try Animation(keys) })
        }
    }
}

extension Drag {
    /// Drag as other members see it. Samples and viewport are known only to the holder and the room.
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            id: try fields.drag(), holder: try fields.member(), base: try fields.page("base"),
            grabPosition: try fields.position(), translation: .zero, lastSampleAt: Instant(milliseconds: 0),
            viewport: .reference)
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("drag", id)
        writer.field("by", holder)
        writer.field("base", base)
        writer.field("pos", grabPosition)
    }
}

/// Digest on the wire: sixteen lower-case hexadecimal digits.
extension FieldReader {
    func digest(_ name: StaticString = "digest") throws(DecodeError) -> Digest {
        guard let digest = Digest(text: try string(name, bytes: 16)) else {
            throw error(name, "sixteen lower-case hexadecimal digits are due")
        }
        return digest
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ value: Digest) { field(name, value.text) }
}
