import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

extension Request {
    /// Range of a translation in units: 2^24 pages to either side, more than any drag needs and far from overflow.
    private static let translations: ClosedRange<Int64> = 1 - (1 << 40)...(1 << 40) - 1

    /// The request of this type; nil when the type is unknown.
    init?(type: String, _ fields: borrowing FieldReader) throws(DecodeError) {
        switch type {
        case "dragBegan": self = .dragBegan(try fields.drag(), viewport: try fields.viewportIfAny())
        case "dragEnded":
            self = .dragEnded(
                try fields.drag(), by: try Request.translation(fields), velocity: try fields.velocity())
        case "dragCancelled": self = .dragCancelled(try fields.drag())
        case "step":
            let number = try fields.exactInteger("by")
            guard let direction = Input.Direction(rawValue: number) else {
                throw fields.error("by", "expected 1 or -1, got \(number)")
            }
            self = .step(
                direction, from: try fields.page("from"),
                shown: try fields.integerIfAny("shown", 0...Int64(DeckLimits.steps)).map { Int($0) })
        case "jump": self = try Request.jump(fields)
        case "resize":
            self = .resize(width: try fields.length("width"), height: try fields.length("height"))
        case "content":
            self = .content(
                revision: try fields.integer("revision", 0...JSONLimits.exactInteger), try fields.pages(),
                wrap: try fields.wordIfAny("wrap"))
        case "stripEnded": self = .stripEnded(try fields.drag(), by: try Request.translation(fields))
        case "configure": self = .configure(try Configuration(fields))
        case "dragEnabled": self = .dragEnabled(try fields.boolean("on"))
        case "control": self = .control(try ControlAction(fields))
        case "remove": self = .remove(try fields.member("member"))
        case "lock": self = .lock(try fields.boolean("on"))
        case "leash": self = .leash(try fields.word("leash"))
        case "blank": self = .blank(try fields.boolean("on"))
        case "point": self = try Request.point(fields)
        case "scroll": self = .scroll(try fields.pageID(), at: try fields.characterNumber())
        default: return nil
        }
    }

    /// Sample of a drag. It and the sample of a strip are the only requests without an id.
    init(dragMoved fields: borrowing FieldReader) throws(DecodeError) {
        self = .dragMoved(try fields.drag(), by: try Request.translation(fields))
    }

    /// Sample of a drag of the strip of tabs.
    init(stripMoved fields: borrowing FieldReader) throws(DecodeError) {
        self = .stripMoved(try fields.drag(), by: try Request.translation(fields))
    }

    private static func translation(_ fields: borrowing FieldReader) throws(DecodeError) -> Distance {
        Distance(units: try fields.integer("by", translations))
    }

    private static func point(_ fields: borrowing FieldReader) throws(DecodeError) -> Request {
        guard fields.has("pageID") || fields.has("at") else { return .pointNowhere }
        let number = try fields.characterNumber()
        return .point(try fields.pageID(), at: number)
    }

    private static func jump(_ fields: borrowing FieldReader) throws(DecodeError) -> Request {
        let animated = try fields.booleanIfAny("animated") ?? true
        switch (fields.has("page"), fields.has("item")) {
        case (true, false): return .jump(try fields.page("page"), animated: animated)
        case (false, true): return .jumpToItem(try fields.count("item"), animated: animated)
        case (true, true): throw fields.error("item", "page and item exclude each other")
        case (false, false): throw fields.error("page", "missing, and so is item")
        }
    }
}

extension FieldReader {
    fileprivate func length(_ name: StaticString) throws(DecodeError) -> Int64 {
        try integer(name, 1...Viewport.bound - 1)
    }

    /// Width and stride, both or neither: only their ratio has a meaning.
    fileprivate func viewportIfAny() throws(DecodeError) -> Viewport? {
        guard has("width") || has("stride") else { return nil }
        return Viewport(width: try length("width"), stride: try length("stride"))
    }
}

extension Request {
    /// Writes type, id and the request's fields into the enclosing object.
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
        case .point(let page, let place), .scroll(let page, let place):
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
        case .scroll: "scroll"
        }
    }
}
