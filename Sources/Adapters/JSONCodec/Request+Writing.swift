import PagingEngine
import PagingRoom

extension Request {
    /// Writes type, id and the request's own fields into the object around them.
    func write(id: RequestID?, to writer: inout JSONWriter) {
        writer.field("type", typeName)
        if let id { writer.field("id", id) }
        switch self {
        case .dragBegan(let drag, let viewport):
            writer.field("drag", drag)
            if let viewport {
                writer.field("width", viewport.width)
                writer.field("stride", viewport.stride)
            }
        case .dragMoved(let drag, let translation), .stripMoved(let drag, let translation),
            .stripEnded(let drag, let translation):
            writer.field("drag", drag)
            writer.field("by", translation)
        case .dragEnded(let drag, let translation, let velocity):
            writer.field("drag", drag)
            writer.field("by", translation)
            writer.field("velocity", velocity)
        case .dragCancelled(let drag): writer.field("drag", drag)
        case .step(let direction, let from, let shown):
            writer.field("by", direction.rawValue)
            writer.field("from", from)
            if let shown { writer.field("shown", shown) }
        case .jump(let page, let animated):
            writer.field("page", page)
            writer.field("animated", animated)
        case .jumpToItem(let item, let animated):
            writer.field("item", item)
            writer.field("animated", animated)
        case .resize(let width, let height):
            writer.field("width", width)
            writer.field("height", height)
        case .content(let revision, let pages, let wrap):
            writer.field("revision", revision)
            writer.list("pages", pages) { writer, page in writer.object { page.write(to: &$0) } }
            if let wrap { writer.field("wrap", wrap) }
        case .configure(let configuration): configuration.write(to: &writer)
        case .dragEnabled(let isOn), .lock(let isOn), .blank(let isOn): writer.field("on", isOn)
        case .control(let action): action.write(to: &writer)
        case .remove(let member): writer.field("member", member)
        case .leash(let leash): writer.field("leash", leash)
        case .point(let page, let place):
            writer.field("pageID", page.text)
            writer.field("at", place)
        case .pointNowhere: break
        }
    }

    private var typeName: String {
        switch self {
        case .dragBegan: "dragBegan"
        case .dragMoved: "dragMoved"
        case .dragEnded: "dragEnded"
        case .dragCancelled: "dragCancelled"
        case .stripMoved: "stripMoved"
        case .stripEnded: "stripEnded"
        case .step: "step"
        case .jump, .jumpToItem: "jump"
        case .resize: "resize"
        case .content: "content"
        case .configure: "configure"
        case .dragEnabled: "dragEnabled"
        case .control: "control"
        case .remove: "remove"
        case .lock: "lock"
        case .leash: "leash"
        case .blank: "blank"
        case .point, .pointNowhere: "point"
        }
    }
}
