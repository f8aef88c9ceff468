import PagingContent
import PagingEngine

@testable import PagingRoom

/// Acts of three members in a room, from one seed: Ann presents, Bob and Cy are members.
struct Script {
    typealias Act = (inout Scene, Int64) -> Void

    private(set) var acts: [Int64: [Act]] = [:]

    init(seed: UInt64, milliseconds: Int64) {
        var random = SplitMix(seed: seed)
        acts[0] = [
            { scene, now in
                for role in [Role.presenter, .member, .member] { _ = scene.join(role, at: now) }
                scene.room.framesWanted = Int(seed % 2)
            }
        ]
        var (moment, drag): (Int64, Int64) = (0, 0)
        while moment < milliseconds {
            moment += random.within(0...60)
            if random.within(0...99) < 30 {
                drag += 1
                let end = moment + random.within(5...200)
                pull(drag, by: MemberID(UInt32(random.within(1...3))), from: moment, to: end, &random)
            } else {
                let act = Script.act(&random)
                acts[moment, default: []].append(act)
            }
        }
    }

    private mutating func pull(
        _ drag: Int64, by member: MemberID, from begin: Int64, to end: Int64, _ random: inout SplitMix
    ) {
        acts[begin, default: []].append { $0.ask(.dragBegan(DragID(drag), viewport: nil), member, at: $1) }
        let speed = random.within(-900...900)
        for moment in stride(from: begin + 3, to: end, by: 7) {
            acts[moment, default: []].append { $0.drag(drag, by: speed * (moment - begin), member, at: $1) }
        }
        let way = Distance(units: speed * (end - begin))
        switch random.within(0...9) {
        case 0: break
        case 1: acts[end, default: []].append { $0.ask(.dragCancelled(DragID(drag)), member, at: $1) }
        default:
            let velocity = Velocity(unitsPerSecond: speed * 1_000)
            acts[end, default: []].append {
                $0.ask(.dragEnded(DragID(drag), by: way, velocity: velocity), member, at: $1)
            }
        }
    }

    private static func act(_ random: inout SplitMix) -> Act {
        let number = random.within(1...3)
        let member = MemberID(UInt32(number))
        let pages = random.within(-2...3)
        let ids = Scene.pages((0..<9).shuffled(using: &random).prefix(Int(random.within(0...8))))
        let isOn = random.within(0...2) > 0
        switch random.within(0...11) {
        case 0...3:
            let direction: Input.Direction = isOn ? .forward : .back
            return { $0.ask(.step(direction, from: $0.room.pager.target), member, at: $1) }
        case 4: return { $0.ask(.jump($0.room.pager.target + pages, animated: true), member, at: $1) }
        case 5: return { $0.ask(.jump($0.room.pager.target + pages, animated: false), member, at: $1) }
        case 6: return { $0.ask(.jumpToItem(Int(pages), animated: isOn), member, at: $1) }
        case 7:
            let wrap: PageOrder.Wrap = isOn ? .loop : .finite
            return { $0.ask(.content(revision: $0.room.pager.revision, ids, wrap: wrap), MemberID(1), at: $1) }
        case 8: return { $0.ask(.dragEnabled(isOn), MemberID(1), at: $1) }
        case 9:
            let configuration = Configuration(isOn ? .threePage : .threePagePredicted)
            return { $0.ask(.configure(configuration), MemberID(1), at: $1) }
        case 10: return { $0.disconnect(member, at: $1) }
        default: return { _ = $0.rejoin(Int(number), at: $1) }
        }
    }
}
