import JSONCodec
import PagingEngine
import PagingWire
import Testing

/// Server messages with numbers out of range are refused.
@Suite struct ValueLimitTests {
    private static let animation =
        #"{"type":"animation","seq":1,"anim":1,"from":0,"to":65536,"velocity":V,"start":0,"end":E,"curve":"spring","response":R,"cause":"step"}"#

    private static func animation(velocity: Int64 = 0, end: Int64 = 100, response: Int64 = 100) -> String {
        var text = animation
        for (mark, value) in [("V", velocity), ("E", end), ("R", response)] {
            text = text.split(separator: ":\(mark),", omittingEmptySubsequences: false).joined(separator: ":\(value),")
        }
        return text
    }

    private static func content(carried: Int64) -> String {
        #"{"type":"content","seq":1,"revision":1,"count":1,"wrap":"finite","carried":\#(carried),"settled":0,"target":0,"pos":0}"#
    }

    private static func tabs(_ count: Int) -> String {
        let tabs = Array(repeating: #"{"title":"a"}"#, count: count).joined(separator: ",")
        return content(carried: 0).dropLast() + #","tabs":[\#(tabs)]}"#
    }

    @Test(arguments: [
        (animation(velocity: Velocity.bound + 1), "velocity: out of range"),
        (animation(end: 1 << 21), "end: more than"),
        (animation(response: 1 << 21), "response: out of range"), (content(carried: 1 << 38), "carried: out of range"),
        (tabs(65), "tabs: more than 64 entries"),
    ])
    func areRefused(line: String, reason: String) throws {
        let malformed = try #require(throws: Malformed.self) { try ServerMessageReader.read(Array(line.utf8)[...]) }
        #expect(malformed.refusal.reason.contains(reason), "\(malformed.refusal.reason)")
    }

    @Test(arguments: [
        animation(velocity: -Velocity.bound, end: 1 << 20, response: 1 << 20), content(carried: -(1 << 37)), tabs(64),
    ])
    func withinTheBoundsAreRead(line: String) throws {
        let message = try #require(try ServerMessageReader.read(Array(line.utf8)[...]))
        guard case .event(let event) = message, case .animation(let animation) = event.change else { return }
        for milliseconds in stride(from: Int64(0), through: 1 << 20, by: 1 << 12) {
            #expect(animation.position(at: Instant(milliseconds: milliseconds)).units.magnitude < 1 << 53)
        }
    }

    @Test func flawedSettingsAreRefused() throws {
        let line = #"{"type":"settings","seq":1,"preset":"tabs","maxStep":0}"#
        let malformed = try #require(throws: Malformed.self) { try ServerMessageReader.read(Array(line.utf8)[...]) }
        var configuration = Configuration(.tabs)
        configuration.maximumStep = 0
        #expect(malformed.refusal.reason.hasSuffix(try #require(configuration.flaw)))
    }

    /// The codec accepts them from a client; the room refuses them with a reason.
    @Test func flawedConfigurationsAreRead() throws {
        let line = #"{"type":"configure","id":1,"preset":"tabs","maxStep":0,"slots":-4,"lease":9007199254740992}"#
        guard case .request(_, .configure(let configuration), _) = try ClientMessageReader.read(Array(line.utf8)[...])
        else { return #expect(Bool(false), "no configuration") }
        #expect(configuration.windowSlots == -4 && configuration.flaw != nil)
    }
}
