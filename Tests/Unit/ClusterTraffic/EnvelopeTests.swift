import Testing

@testable import ClusterTraffic

@Suite struct EnvelopeTests {
    private func reason(_ bytes: [UInt8]) -> DropReason? {
        do throws(EnvelopeError) {
            _ = try Envelope(bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func envelopesAreBytesAndBack() throws {
        let part = try #require(Fixture.parts(2_000_000).last)
        for content in [Envelope.Content.whole([]), .whole([1, 2, 3]), .part(part)] {
            let envelope = Envelope(cluster: Fixture.cluster, sender: Fixture.node(1 << 40), content: content)
            #expect(try Envelope(envelope.bytes) == envelope)
        }
    }

    /// Other versions read these bytes too: they never change.
    @Test func theLayoutIsFixed() {
        let envelope = Envelope(cluster: Fixture.cluster, sender: Fixture.node(258), content: .whole([9]))
        #expect(envelope.bytes == [0x52, 0x46, 1, 4, 0x74, 0x65, 0x73, 0x74, 0, 0, 0, 0, 0, 0, 1, 2, 0, 9])
    }

    @Test func noPrefixOfAHeaderIsAnEnvelope() {
        let bytes = Envelope(cluster: Fixture.cluster, sender: Fixture.node(1), content: .whole([])).bytes
        for count in 0..<bytes.count { #expect(reason(Array(bytes[..<count])) == .malformed, "\(count) bytes") }
    }

    @Test func everyWrongByteIsNoticed() {
        let bytes = Envelope(cluster: Fixture.cluster, sender: Fixture.node(1), content: .whole([])).bytes
        func changed(_ place: Int, to value: UInt8) -> [UInt8] {
            var changed = bytes
            changed[place] = value
            return changed
        }
        #expect(reason(changed(0, to: 0)) == .malformed, "mark")
        #expect(reason(changed(2, to: 2)) == .version)
        #expect(reason(changed(3, to: 0)) == .malformed, "no name")
        #expect(reason(changed(3, to: 200)) == .malformed, "length of the name")
        #expect(reason(changed(4, to: 0x2E)) == .malformed, "a dot in the name")
        #expect(reason(changed(8, to: 0x80)) == .malformed, "64 bits in the id")
        #expect(reason(changed(15, to: 0)) == .malformed, "no id")
        #expect(reason(changed(16, to: 2)) == .malformed, "neither whole nor a part")
        #expect(reason(bytes + [UInt8](repeating: 0, count: Envelope.maximumBytes)) == .malformed, "too long")
    }

    @Test func theLargestPartFitsAMessage() throws {
        let longest = Fixture.cluster(String(repeating: "a", count: 32))
        let part = Fixture.parts(Part.maximumTotalBytes)[0]
        let bytes = Envelope(cluster: longest, sender: Fixture.node(1), content: .part(part)).bytes
        #expect(bytes.count == Envelope.maximumBytes)
        #expect(reason(bytes) == nil)
    }
}
