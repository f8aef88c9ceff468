import PagingEngine
import PagingRoom

extension Event {
    /// Writes type, sequence and the change's own fields into the object around them.
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
        default: preconditionFailure("Changes of the room are written elsewhere.")
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
        case .pointer(let pointer): pointer?.write(to: &writer)
        default: preconditionFailure("Movements are written elsewhere.")
        }
    }
}
