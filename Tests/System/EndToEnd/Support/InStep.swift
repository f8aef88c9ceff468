import Foundation
import PagingEngine
import PagingRoom
import Testing

/// Waits until everybody rests at the same place of the stream, and checks that they saw the same things.
///
/// - Parameter sequence: an event everybody must have seen, such as the last one an answer spoke of.
/// - Returns: what the first of them saw.
@discardableResult
func expectInStep(
    _ members: [TestMember], since sequence: Sequence, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Observation {
    var goal = sequence
    var seen: [Observation] = []
    repeat {
        seen = try members.map { member in
            try member.wait("rest at seq \(goal.number)") { $0.isFollowing && $0.isAtRest && $0.sequence >= goal }
        }
        goal = seen.map(\.sequence).max() ?? goal
    } while seen.contains { $0.sequence != goal }
    for (member, observation) in zip(members, seen) {
        expectNothingMissed(by: member.name, observation, sourceLocation: sourceLocation)
    }
    let first = try #require(seen.first)
    for (member, observation) in zip(members, seen).dropFirst() {
        #expect(
            observation.replica?.digest == first.replica?.digest, "digest of \(member.name)",
            sourceLocation: sourceLocation)
        expectSameEvents(first, observation, member.name, sourceLocation)
    }
    expectTerminals(first.events, sourceLocation)
    return first
}

/// The stream without a gap: each event is the next after what was known, and no offset is older than that.
func expectNothingMissed(by name: String, _ observation: Observation, sourceLocation: SourceLocation) {
    var last: Sequence?
    for sight in observation.sights {
        switch sight {
        case .snapshot: last = nil
        case .event(let event):
            #expect(
                event.sequence == last?.next ?? event.sequence, "\(name) missed something",
                sourceLocation: sourceLocation)
            last = event.sequence
        case .offset(let offset):
            #expect(
                offset.sequence >= last ?? offset.sequence, "\(name) got a late offset", sourceLocation: sourceLocation)
        }
    }
    #expect(observation.sequence == last ?? observation.sequence, sourceLocation: sourceLocation)
}

/// Both saw the same event wherever both saw one.
private func expectSameEvents(
    _ first: Observation, _ second: Observation, _ name: String, _ sourceLocation: SourceLocation
) {
    let known = Dictionary(uniqueKeysWithValues: first.events.map { ($0.sequence, $0) })
    for event in second.events {
        guard let other = known[event.sequence] else { continue }
        #expect(event == other, "\(name) saw another event", sourceLocation: sourceLocation)
    }
}

/// Each animation and each drag that began has exactly one end, before the next one begins.
private func expectTerminals(_ events: [Event], _ sourceLocation: SourceLocation) {
    var flying: AnimationID?
    var held: DragID?
    for event in events {
        switch event.change {
        case .animation(let animation):
            #expect(flying == nil && held == nil, "\(event)", sourceLocation: sourceLocation)
            flying = animation.id
        case .completed(let id, _), .interrupted(let id, _, _):
            #expect(flying == id, "\(event)", sourceLocation: sourceLocation)
            flying = nil
        case .dragBegan(let drag, _, _, _):
            #expect(flying == nil && held == nil, "\(event)", sourceLocation: sourceLocation)
            held = drag
        case .dragEnded(let drag, _, _, _):
            #expect(held == drag, "\(event)", sourceLocation: sourceLocation)
            held = nil
        default: break
        }
    }
    #expect(flying == nil && held == nil, "everything has come to an end", sourceLocation: sourceLocation)
}
