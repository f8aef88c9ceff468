import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

extension Samples {
    /// How many kinds of message a client has, drags, jumps by item and all.
    static let clientKinds = 28

    mutating func clientMessage(kind: Int) -> ClientMessage {
        switch kind {
        case 0: .join(requestID(), join())
        case 1: .pages(requestID(), from: page(), count: Int(integer(1...32)))
        case 2: .drawn(sequence(), digest(), isCut: flag())
        case 3: .ping(requestID())
        case 4: .leave(requestID())
        case 5: .request(nil, .dragMoved(drag(), by: translation()), grant: maybe(grant()))
        case 26: .asset(requestID(), asset())
        case 27: .getAsset(requestID(), asset().name)
        case 16: .request(nil, .stripMoved(drag(), by: translation()), grant: maybe(grant()))
        default: moving(request(kind: kind))
        }
    }

    private mutating func moving(_ request: Request) -> ClientMessage {
        .request(requestID(), request, grant: request.isMove ? maybe(grant()) : nil)
    }

    private mutating func grant() -> FencingToken { FencingToken(integer(0...1 << 53)) }

    private mutating func action() -> ControlAction {
        switch index(below: 5) {
        case 0: .request
        case 1: .release
        case 2: .grant(to: member())
        case 3: .take
        default: .policy(any(Policy.self))
        }
    }

    private mutating func control() -> Control {
        Control(
            policy: any(Policy.self), holder: maybe(member()), grant: grant(), until: maybe(instant()),
            asked: (0..<index(below: 4)).map { _ in member() }, leash: any(Leash.self), isLocked: flag())
    }

    private mutating func request(kind: Int) -> Request {
        switch kind {
        case 6: .dragBegan(drag(), viewport: Viewport(width: integer(0...1 << 24), stride: integer(1...1 << 23)))
        case 7: .dragEnded(drag(), by: translation(), velocity: velocity())
        case 8: .dragCancelled(drag())
        case 9: .step(any(Input.Direction.self), from: page(), shown: maybe(index(below: 101)))
        case 10: .jump(page(), animated: flag())
        case 11: .jumpToItem(count(), animated: flag())
        case 12: .resize(width: integer(1...(1 << 24) - 1), height: integer(1...(1 << 24) - 1))
        case 13:
            .content(
                revision: integer(0...1 << 53), (0..<index(below: 20)).map { illustrated(id: "\($0).") },
                wrap: maybe(any(PageOrder.Wrap.self)))
        case 14: .configure(configuration())
        case 15: .stripEnded(drag(), by: translation())
        case 18: .control(action())
        case 19: .remove(member())
        case 20: .lock(flag())
        case 21: .leash(any(Leash.self))
        case 22: .blank(flag())
        case 23: .point(PageID("p"), at: index(below: Pointer.bound))
        case 24: .pointNowhere
        case 25: .scroll(PageID("p"), at: index(below: Pointer.bound))
        default: .dragEnabled(flag())
        }
    }

    private mutating func join() -> Join {
        Join(
            name: maybe(text(upTo: 64)), role: any(Role.self), token: maybe(text(upTo: 900)),
            offsets: any(Join.Offsets.self),
            since: maybe(Join.Since(epoch: Epoch(text(upTo: 40)), sequence: sequence())),
            session: maybe(Session(text(upTo: 40))))
    }

    /// How many kinds of message a server has, each event for itself.
    static let serverKinds = 32

    mutating func serverMessage(kind: Int) -> ServerMessage {
        switch kind {
        case 0: .welcome(welcome())
        case 1: .snapshot(snapshot())
        case 2: .answer(.accepted(requestID(), sequence(), changed: flag()))
        case 3: .answer(.refused(maybe(requestID()), Refusal(any(Refusal.Code.self), text(upTo: 99)), sequence()))
        case 4: .pong(requestID(), now: instant())
        case 5: .pages(requestID(), window())
        case 6: .notice(Notice(level: any(Notice.Level.self), text: text(upTo: 99, controls: true)))
        case 7: .closing(any(CloseCode.self), reason: text(upTo: 99), withinMilliseconds: integer(0...1 << 53))
        case 8:
            .offset(
                Offset(
                    sequence: sequence(), position: position(), now: instant(), velocity: motionVelocity(),
                    by: maybe(member()), isOnStrip: flag()))
        case 25: .notes((0..<index(below: 9)).map { PageNotes(page: PageID("\($0)."), text: text(upTo: 99)) })
        case 31: .asset(requestID(), asset())
        case 30:
            .inStep(
                InStep(
                    at: sequence(), drawn: count(), of: count(), diverged: count(),
                    behind: (0..<index(below: InStep.behindLimit + 1)).map { _ in member() }, cut: count()))
        default: .event(Event(sequence: sequence(), change: change(kind: kind)))
        }
    }

    private mutating func pointer() -> Pointer {
        Pointer(page: PageID("p"), at: index(below: Pointer.bound), by: member())
    }

    private mutating func change(kind: Int) -> Event.Change {
        switch kind {
        case 9: .dragBegan(drag(), by: member(), at: position(), base: page())
        case 10, 23: .dragEnded(drag(), by: member(), at: position(), any(Drag.Outcome.self))
        case 11: .target(from: page(), to: page())
        case 12: .animation(animation())
        case 13: .interrupted(animationID(), at: position(), by: maybe(member()))
        case 14: .completed(animationID(), at: position())
        case 15: .selected(old: page(), new: page(), item: maybe(count()), at: position())
        case 16: .shift(by: integer(Samples.exact), origin: page(), window: window())
        case 17:
            .content(
                ContentChange(
                    revision: integer(Samples.exact), wrap: any(PageOrder.Wrap.self), count: count(),
                    carried: integer(-(1 << 37)...1 << 37), settled: page(), target: page(), position: position()),
                tabs: tabs(), by: maybe(member()))
        case 18: .dragEnabled(flag(), by: maybe(member()))
        case 19: .loading(flag(), request: integer(Samples.exact))
        case 20: .settings(configuration(), tabs: tabs())
        case 21: .member(person(), any(Member.Change.self))
        case 26: .control(control())
        case 27: .revealed(page(), shown: index(below: 101), by: maybe(member()))
        case 28: .blank(flag(), by: maybe(member()))
        case 29: .pointer(maybe(pointer()), top: maybe(pointer()))
        case 24: .strip(at: position(), selected: page(), by: maybe(member()))
        default: .audience(viewers: count())
        }
    }

    private mutating func welcome() -> Welcome {
        let minimum = integer(0...1 << 40)
        return Welcome(
            id: requestID(), server: text(upTo: 40), room: text(upTo: 40), member: member(),
            session: Session(text(upTo: 40)), role: any(Role.self), epoch: Epoch(text(upTo: 40)), sequence: sequence(),
            now: instant(), recovered: flag(),
            limits: Limits(messageBytes: count(), contentBytes: count(), objectsPerSecond: count()),
            retry: Retry(minimumMilliseconds: minimum, maximumMilliseconds: minimum + integer(0...1 << 40)))
    }

    private mutating func snapshot() -> Snapshot {
        var replica = Replica(
            sequence: sequence(), configuration: configuration(), phase: phase(), settled: page(),
            position: position(), origin: page(), target: page(), loading: flag(), dragEnabled: flag(),
            revision: integer(Samples.exact), count: count(), wrap: any(PageOrder.Wrap.self),
            strip: maybe(position()), tabs: tabs(), window: window(),
            members: (0..<index(below: 200)).map { _ in person() }, viewers: count(), control: control())
        (replica.shown, replica.isBlank) = (index(below: 101), flag())
        replica.motion = Extrapolation(velocity: motionVelocity(), since: instant())
        (replica.pointer, replica.top) = (maybe(pointer()), maybe(pointer()))
        return Snapshot(epoch: Epoch(text(upTo: 40)), now: instant(), replica: replica, digest: digest())
    }

    private mutating func motionVelocity() -> Velocity {
        flag() ? .zero : Velocity(unitsPerSecond: integer(-Velocity.bound...Velocity.bound))
    }

    /// A drag as others know it: without a sample, with the reference viewport.
    private mutating func phase() -> Phase {
        switch any(Phase.Name.self) {
        case .empty: return .empty
        case .idle: return .idle
        case .settling: return .settling(animation())
        case .dragging:
            return .dragging(
                Drag(
                    id: drag(), holder: member(), base: page(), grabPosition: position(), translation: .zero,
                    lastSampleAt: Instant(milliseconds: 0), viewport: .reference))
        }
    }
}
