import PagingContent
import PagingEngine
import PagingRoom

extension Move {
    /// Request of a member that sees `replica` and numbers a drag `drag`; nil when the move asks for nothing.
    func request(drag: DragID, _ replica: Replica) -> Request? {
        switch self {
        case .tick, .leave, .cut, .comeBack: nil
        case .grab(let width, _):
            .dragBegan(drag, viewport: width.flatMap { replica.configuration.viewport(width: $0) })
        case .drag(let by): .dragMoved(drag, by: Distance(units: by))
        case .letGo(let by, let velocity):
            .dragEnded(drag, by: Distance(units: by), velocity: Velocity(unitsPerSecond: velocity))
        case .cancel: .dragCancelled(drag)
        case .step(let direction, let beside):
            .step(direction, from: replica.target + beside, shown: beside == 1 ? nil : replica.shown)
        case .jump(let pages, let animated): .jump(replica.target + pages, animated: animated)
        case .jumpBeyond: .jump(PageIndex(PageIndex.bound), animated: true)
        case .item(let item, let animated): .jumpToItem(item, animated: animated)
        case .strip(let by, _): .stripMoved(drag, by: Distance(units: by))
        case .letGoStrip(let by): .stripEnded(drag, by: Distance(units: by))
        case .resize(let width): .resize(width: width, height: 24)
        case .content(let names, let wrap, let isStale):
            .content(
                revision: replica.revision + (isStale ? 1 : 0),
                names.map { Page(id: PageID("n\($0)"), title: "\($0)", steps: $0 % 3) },
                wrap: wrap)
        case .configure(let preset, let tweak): .configure(Configuration(preset, tweak))
        case .dragEnabled(let on): .dragEnabled(on)
        case .control(let action): .control(action)
        case .pass(let place):
            replica.members.isEmpty ? nil : .control(.grant(to: replica.members[place % replica.members.count].id))
        case .stepUnderGrant(let direction, _): .step(direction, from: replica.target)
        case .repeatID: .dragEnabled(false)
        }
    }
}
