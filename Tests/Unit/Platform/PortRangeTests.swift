import Glibc
import TestPeers
import Testing

/// Ports for programs that tests start. One test after another, so that few ranges are held.
@Suite(.serialized) struct PortRangeTests {
    private func range() throws -> PortRange {
        try #require(PortRange(), "a range that nobody holds")
    }

    @Test func portsComeOnce() throws {
        let range = try range()
        let ports = try (0..<500).map { _ in try range.next() }
        #expect(Set(ports).count == 500)
    }

    @Test func twoHoldersGetOtherPorts() throws {
        let (one, other) = (try range(), try range())
        let ports = try Set((0..<900).map { _ in try one.next() })
        #expect(try ports.isDisjoint(with: (0..<900).map { _ in try other.next() }))
    }

    @Test func portsInUseAreLeftOut() throws {
        let range = try range()
        let first = try range.next()
        let listener = try Loopback.listener(at: first)
        defer { close(listener) }
        #expect(try !(0..<1_100).map { _ in try range.next() }.contains(first))
    }
}
