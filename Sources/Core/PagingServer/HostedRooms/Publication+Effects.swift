import PagingRoom
import PagingWire

extension Publication {
    /// The events and the newest offset of `effects`, encoded once. Its events become the newest ones of `ring`. Nil when
    /// there are none.
    init?(of effects: [RoomEffect], addingTo ring: inout FrameRing, into output: inout LoopOutput) {
        let before = ring.byteCount
        defer { output.noteHistory(grownBy: ring.byteCount - before) }
        self.init(first: ring.last.next, canWait: effects.allSatisfy(\.isAboutPeople))
        for effect in effects {
            switch effect {
            case .event(let event):
                let frame = output.encode(.event(event))
                ring.append(frame)
                output.count(event)
                frames.append(frame)
            case .offset(let offset, let audience):
                add(
                    EncodedOffset(
                        frame: output.encode(.offset(offset)), sequence: offset.sequence, audience: audience,
                        isDragged: offset.by != nil))
            case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: break
            }
        }
        guard !frames.isEmpty || offset != nil else { return nil }
    }
}
