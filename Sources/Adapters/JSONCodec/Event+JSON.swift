import PagingEngine
import PagingRoom

extension Event {
    /// The event of this type; nil when the type is unknown.
    init?(type: String, _ fields: borrowing FieldReader) throws(DecodeError) {
        guard let change = try Change(type: type, fields) else { return nil }
        self.init(sequence: try fields.sequence(), change: change)
    }
}

extension Event.Change {
    fileprivate init?(type: String, _ fields: borrowing FieldReader) throws(DecodeError) {
        switch type {
        case "dragBegan":
            self = .dragBegan(
                try fields.drag(), by: try fields.member(), at: try fields.position(), base: try fields.page("base"))
        case "dragEnded":
            self = .dragEnded(
                try fields.drag(), by: try fields.member(), at: try fields.position(), try fields.word("outcome"))
        case "target": self = .target(from: try fields.page("from"), to: try fields.page("to"))
        case "animation": self = .animation(try Animation(fields))
        case "interrupted":
            self = .interrupted(
                AnimationID(try fields.exactInteger("anim")), at: try fields.position(), by: try fields.memberIfAny())
        case "completed": self = .completed(AnimationID(try fields.exactInteger("anim")), at: try fields.position())
        case "selected":
            let page = try fields.page("new")
            self = .selected(
                old: try fields.page("old"), new: page, item: try fields.itemIfAny(),
                at: try fields.positionIfAny("pos") ?? Position(page: page))
        case "shift":
            self = .shift(
                by: try fields.exactInteger("by"), origin: try fields.page("origin"),
                window: try fields.windowPages("window"))
        case "content":
            self = .content(
                try ContentChange(fields), tabs: try fields.tabs(), by: try fields.memberIfAny())
        case "dragEnabled": self = .dragEnabled(try fields.boolean("on"), by: try fields.memberIfAny())
        case "loading": self = .loading(try fields.boolean("on"), request: try fields.exactInteger("request"))
        case "settings": self = .settings(try Configuration(checked: fields), tabs: try fields.tabs())
        case "strip":
            self = .strip(
                at: try fields.position(), selected: try fields.page("selected"), by: try fields.memberIfAny())
        case "member": self = .member(try Member(fields), try fields.word("change"))
        case "audience": self = .audience(viewers: try fields.count("viewers"))
        case "control": self = .control(try Control(fields))
        case "revealed":
            self = .revealed(try fields.page("page"), shown: try fields.count("shown"), by: try fields.memberIfAny())
        case "blank": self = .blank(try fields.boolean("on"), by: try fields.memberIfAny())
        case "pointer":
            self = .pointer(fields.has("pageID") ? try Pointer(fields) : nil, top: try fields.pointerIfAny("top"))
        default: return nil
        }
    }
}

extension ContentChange {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            revision: try fields.exactInteger("revision"), wrap: try fields.word("wrap"),
            count: try fields.count("count"), carried: try fields.integer("carried", JSONLimits.carriedPages),
            settled: try fields.page("settled"), target: try fields.page("target"), position: try fields.position())
    }

    func write(to writer: inout JSONWriter) {
        writer.field("revision", revision)
        writer.field("count", count)
        writer.field("wrap", wrap)
        writer.field("carried", carried)
        writer.field("settled", settled)
        writer.field("target", target)
        writer.field("pos", position)
    }
}

extension Event {
    /// Writes type, sequence and the change's fields into the enclosing object.
    func write(to writer: inout JSONWriter) {
        writer.field("type", change.name)
        writer.field("seq", sequence)
        change.write(to: &writer)
    }
}

extension Event.Change {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .dragBegan, .dragEnded, .target, .animation, .interrupted, .completed, .selected:
            writeMovement(to: &writer)
        case .shift, .content, .dragEnabled, .loading, .settings, .strip, .member, .audience, .control, .revealed,
            .blank, .pointer:
            writeRoom(to: &writer)
        }
    }

    private func writeMovement(to writer: inout JSONWriter) {
        switch self {
        case .dragBegan(let drag, let holder, let position, let base):
            writer.field("drag", drag)
            writer.field("by", holder)
            writer.field("pos", position)
            writer.field("base", base)
        case .dragEnded(let drag, let holder, let position, let outcome):
            writer.field("drag", drag)
            writer.field("by", holder)
            writer.field("pos", position)
            writer.field("outcome", outcome)
        case .target(let from, let to):
            writer.field("from", from)
            writer.field("to", to)
        case .animation(let animation): animation.write(to: &writer)
        case .interrupted(let animation, let position, let member):
            writer.field("anim", animation)
            writer.field("pos", position)
            writer.field("by", ifAny: member)
        case .completed(let animation, let position):
            writer.field("anim", animation)
            writer.field("pos", position)
        case .selected(let old, let new, let item, let place):
            writer.field("old", old)
            writer.field("new", new)
            writer.field("item", ifAny: item)
            if place != Position(page: new) { writer.field("pos", place) }
        default: preconditionFailure("Expected a movement, got a change of the room.")
        }
    }

    private func writeRoom(to writer: inout JSONWriter) {
        switch self {
        case .shift(let pages, let origin, let window):
            writer.field("by", pages)
            writer.field("origin", origin)
            writer.list("window", window)
        case .content(let change, let tabs, let member):
            change.write(to: &writer)
            writer.tabs(tabs)
            writer.field("by", ifAny: member)
        case .dragEnabled(let isOn, let member):
            writer.field("on", isOn)
            writer.field("by", ifAny: member)
        case .loading(let isOn, let request):
            writer.field("on", isOn)
            writer.field("request", request)
        case .settings(let configuration, let tabs):
            configuration.write(to: &writer)
            writer.tabs(tabs)
        case .strip(let place, let page, let member):
            writer.field("pos", place)
            writer.field("selected", page)
            writer.field("by", ifAny: member)
        case .member(let member, let change):
            member.write(to: &writer)
            writer.field("change", change)
        case .audience(let viewers): writer.field("viewers", viewers)
        case .control(let control): control.write(to: &writer)
        case .revealed(let page, let steps, let member):
            writer.field("page", page)
            writer.field("shown", steps)
            writer.field("by", ifAny: member)
        case .blank(let isOn, let member):
            writer.field("on", isOn)
            writer.field("by", ifAny: member)
        case .pointer(let pointer, let top):
            pointer?.write(to: &writer)
            writer.field("top", ifAny: top)
        default: preconditionFailure("Expected a change of the room, got a movement.")
        }
    }
}
